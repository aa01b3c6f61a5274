// What the page says about the people at a table: who is here, what they say to each other, whose time runs.
import { capital } from "./house";
import type { Person, SayPhrase, Reacted } from "./wire";

export type FaceName = Reacted["face"];
export type PhraseName = SayPhrase["phrase"];

const seconds = (n: number) => `${n} ${n === 1 ? "second" : "seconds"}`;

export const talkWords = {
  title: "Talk",
  both: "Log and talk",
  open: "Open the log and the talk",
  unread: (n: number) => `${n} unread`,
  empty: "Nobody has said anything yet.",
  makeFace: "Make a face",
  faces: {
    laugh: "Laugh",
    cheer: "Cheer",
    gasp: "Gasp",
    cry: "Cry",
    angry: "Growl",
    love: "Love it",
  } as Record<FaceName, string>,
  made: {
    laugh: (name: string) => `${name} laughs.`,
    cheer: (name: string) => `${name} cheers.`,
    gasp: (name: string) => `${name} gasps.`,
    cry: (name: string) => `${name} cries.`,
    angry: (name: string) => `${name} growls.`,
    love: (name: string) => `${name} loves it.`,
  } as Record<FaceName, (name: string) => string>,
  sayPhrase: "Say",
  phrases: {
    hello: "Hello!",
    good_luck: "Good luck!",
    ouch: "Ouch!",
    well_played: "Well played!",
    your_turn: "Your turn!",
    one_moment: "One moment!",
    thanks: "Thanks!",
    good_game: "Good game!",
  } as Record<PhraseName, string>,
  text: "Say something",
  textWatching: "Say something to those watching",
  send: "Send",
  you: "You",
  among: "among those watching",
  amongNote: "Only those who are watching will hear you.",
  mute: (name: string) => `Mute ${name}`,
  hear: (name: string) => `Hear ${name} again`,
  hearShort: "Hear again",
  muted: (names: string) => `Muted: ${names}.`,
  said: (name: string, what: string) => `${name}: ${what}`,

  presence: { here: "here", away: "away", gone: "left" } as Record<Person["presence"], string>,
  now: {
    here: (name: string) => `${name} is here.`,
    away: (name: string) => `${name} is away.`,
    gone: (name: string) => `${name} has left.`,
  } as Record<Person["presence"], (name: string) => string>,
  standIn: "a computer player decides",

  time: (minutes: number, rest: string) => `${minutes}:${rest}`,
  timeLeft: "Time left",
  reserve: (time: string) => `+ ${time}`,
  reserveNote: (time: string) => `and ${time} in reserve`,
  inReserve: "in reserve",
  left: (n: number) => `${seconds(n)} left to decide.`,

  nudge: (name: string) => `Nudge ${name}`,
  nudged: (name: string) => `${name} nudges you: the table is waiting for you.`,
  nudgeSent: (name: string) => `${name} has been nudged.`,
  nudgeAgain: (n: number) => `You can nudge again in ${seconds(n)}.`,
  nudgeAway: (name: string) => `${name} is away, so there is nobody to nudge.`,
  yourTurn: "It is your turn",

  watching: "You are watching.",
  takeChair: "Take a chair",
  onlyHere: "Only this page is paused. The others play on, and the clock keeps running.",
  watchers: (n: number) => `${n} watching`,
  noHints: "This table plays without hints.",

  people: {
    title: "At the table",
    open: "Who is at the table",
    playing: "Playing",
    watching: "Watching",
    nobody: "Nobody is watching.",
    you: "you",
    host: "host",
    empty: "An empty chair",
    take: (name: string) => `Take ${name}’s chair`,
    takeEmpty: "Take the empty chair",
    takeNone: "There is no chair to take just now.",
    turnAway: (name: string) => `Turn ${name} away`,
    turnAwayAsk: (name: string) => `Turn ${name} away? They cannot come back to this table.`,
    turnAwayYes: "Turn away",
    giveHost: (name: string) => `Make ${name} the host`,
    giveHostAsk: (name: string) => `Let ${name} be the host from now on?`,
    giveHostYes: "Hand over",
    ways: "Let others in",
    leave: "Leave for good",
    leaveAsk: "Leave this table for good? A computer player will take your seat, and you cannot take it back.",
    leaveAskWatching: "Leave this table for good?",
    leaveYes: "Leave",
  },

  phone: {
    button: "Continue on my phone",
    note: "Scan this with your phone, or open the link there. Your seat goes with you; this page lets go of it.",
    inward:
      "Other devices cannot open this link yet. First let others in over the network: the switch is in the main menu, under Play with friends. Then make another link here.",
    once: "It works once, for ten minutes.",
    again: "Make another link",
    keepTitle: "Your own link to this seat",
    keepNote: "Keep it to yourself. Whoever has it gets this seat, on any device, as long as there is a table.",
    link: "Link",
  },

  moved: {
    title: "Your seat is somewhere else now",
    back: "Take it back to this device",
  },

  evening: {
    title: "This evening",
    player: "Player",
    played: "Games",
    wins: "Wins",
    points: (counts = "point") => capital(`${counts}s`),
    best: "Best moments",
    game: (n: number, title: string) => `Game ${n}, ${title}`,
    again: "Play again",
    againNote: "everybody comes along",
    next: "Join the next game",
    toRoom: "Back to the waiting room",
    waitPlayers: "The players can start the next game.",
  },

  notify: {
    label: "Notify me when it is my turn and I am looking at something else",
    vibrate: "Vibrate when dice land, when I am hit and when it is my turn",
    denied: "Your browser does not allow it for this page. You can change that in the browser’s site settings.",
    insecure: "Your browser only allows this over https, or on the computer that runs Dicecup.",
    impossible: "Your browser cannot do this.",
  },
};
