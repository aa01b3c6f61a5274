// Every sentence about playing with friends that the page says by itself, up to where the game begins. Whoever reads
// it calls a party a table.
import type { PartyState, Person, Setting } from "./wire";
import { listed, words } from "./words";

const { many } = words;

export const partyWords = {
  closed: "This page has left the table.",

  menu: {
    title: "Friends",
    friends: "Play with friends",
    join: "Join with a code",
    tables: "Open tables",
    guest: "You are a guest here: come to a table with the code or the link that you were given.",
    rules: (title: string) => `How to play ${title}`,
    read: "How to play",
    back: (title: string) => `Back to your table: ${title}`,
    with: (names: string[]) => (names.length ? `with ${listed(names)}` : "nobody else yet"),
    stages: {
      waiting: "in the waiting room",
      playing: "the game is on",
      over: "between two games",
    } as Record<PartyState["stage"], string>,
  },

  friends: {
    title: "Play with friends",
    note: "You open a table; your friends come with a code, a link or their camera, each on a device of their own.",
    game: "What do you want to play?",
    open: "Open the table",
    screen: "All at this screen?",
    setup: (title: string) => `Set up ${title} here`,
    anybody: "No company? See the open tables",
  },

  who: {
    name: "Your name",
    noName: "Tell the others what to call you.",
    any: "Whoever is left",
    taken: (by: string) => (by ? `taken by ${by}` : "taken"),
  },

  network: {
    title: "Let others in over the network",
    off: "At the moment only this computer can open the table.",
    on: "Others in the same network can come now.",
    addresses: (n: number) =>
      n === 1 ? "The address of this computer:" : "The addresses of this computer, the likeliest first:",
    help: "They cannot get through?",
    working: "One moment …",
  },

  ways: {
    title: "Let your friends in",
    code: "The code",
    codeNote: (where: string) => `They open ${where}, choose “Join with a code” and type it.`,
    spelt: (code: string) => [...code].join(" "),
    link: "The link",
    qrShort: "QR code",
    qr: (url: string) => `QR code: ${url}`,
    scan: "Or point a camera here.",
    copy: "Copy link",
    copied: "Copied",
    notCopied: "This browser does not copy by itself: the link is marked, copy it as you usually do.",
    share: "Share …",
    shareTitle: "Dicecup",
    shareText: (title: string) => `Come and play ${title} with me`,
    until: (time: string) => `Works until ${time}.`,
    watching: "For those who only want to watch",
    seat: "Your own way back",
    seatNote:
      "With this link you get your seat back if this browser forgets you. It is for you alone: whoever opens it sits in your place.",
    none: "Nobody can come in just now.",
    shut: "Your friends can use these once they are let in.",
  },

  join: {
    title: "Join a table",
    code: "The five letters of the code",
    codeNote: "They are on the screen of whoever opened the table. A link works here, too.",
    go: "Come in",
    short: (n: number) => `A code has five letters; ${n === 1 ? "this is one" : `these are ${n}`}.`,
    none: "Type the five letters of the code first.",
    knocking: "Knocking …",
    table: (host: string) => (host ? `${words.of(host)} table` : "A table"),
    there: (names: string[]) => `${listed(names)} ${names.length === 1 ? "is" : "are"} there.`,
    nobody: "Nobody is there yet.",
    free: (n: number) => (n ? `There is room for ${n} more.` : "No chair is free."),
    begun: "The game has begun.",
    watching: "This link is for watching: you see what everybody may see, and take no part.",
    fullWatching: "You can watch.",
    sit: "Sit down",
    look: "Watch",
    seat: (name: string) => `Continue as ${name} on this device?`,
    seatNote: (title: string, host: string) =>
      `A seat at ${words.of(host)} table of ${title}. If it is open on another device, that one lets go of it.`,
    seatYes: (name: string) => `Continue as ${name}`,
    again: "Try another code",
  },

  tables: {
    title: "Open tables",
    none: "There is no open table just now.",
    note: "Anybody on this server may sit down at these.",
    free: (free: number, people: number) => `${many(people, "person", "people")} there, room for ${free} more`,
    host: (name: string) => `${words.of(name)} table`,
    join: "Join",
    joinNote: (host: string, title: string) => `Join ${words.of(host)} table of ${title}`,
    anybody: "Play with anybody",
    anybodyNote:
      "You get a chair at a table that has one. If there is none a new one is opened, and computer players sit down after a while.",
    go: (title: string) => `Play ${title} with anybody`,
    off: "This server shows no open tables. Ask a friend for a code, or open a table of your own.",
    usual: "the usual rules",
    clocks: { none: "no clock", relaxed: "relaxed clock", fast: "fast clock" } as Record<string, string>,
    language: (code: string) => languageOf(code),
  },

  room: {
    yours: "Your table",
    title: (host: string) => `${words.of(host)} table`,
    loading: "Going to the table …",
    game: (title: string, people: number, free: number) =>
      `${title} · ${many(people, "person", "people")}, ${free ? `room for ${free} more` : "no chair free"}`,
    chairs: "At the table",
    you: "you",
    host: "host",
    ready: "ready",
    notReady: "not ready yet",
    presence: { here: "here", away: "away", gone: "has left" } as Record<Person["presence"], string>,
    computer: (level: string) => `Computer player, ${level.toLowerCase()}`,
    empty: "Empty chair",
    emptyLate: "stays free for whoever comes late",
    emptyFilled: "if nobody comes, a computer player takes it",
    colour: (name: string) => name,
    chair: (n: number) => `Chair ${n}`,
    sit: "Sit here",
    sitAt: (n: number) => `Sit on chair ${n}`,
    move: "Move here",
    moveTo: (n: number) => `Move to chair ${n}`,
    whoSits: (n: number) => `Who sits on chair ${n}`,
    forAnybody: "Free chair",
    bot: (level: string) => `Computer, ${level.toLowerCase()}`,
    remove: (n: number) => `Take chair ${n} away`,
    addChair: "Add a chair",
    addBot: "Add a computer player",
    more: (name: string) => `${name}: turn away or make host`,
    change: "Change",
    changeNote: "Change your name or who you are",
    about: (name: string) => name,
    makeHost: (name: string) => `Make ${name} the host`,
    makeHostNote: "The host sets the rules and starts the game. You will not be the host any more.",
    turnAway: (name: string) => `Turn ${name} away`,
    turnAwayAsk: (name: string) => `Turn ${name} away?`,
    turnAwayNote: (name: string) => `${name} has to leave the table, and does not get in again by this code.`,
    turnAwayYes: "Turn away",
    me: "You",
    save: "Done",
    lookOn: "Only watch",
    leave: "Leave the table",
    leaveAsk: "Leave this table?",
    leaveNote: "To come back later you need the code or the link again.",
    leaveYes: "Leave",
    watching: (n: number) => `Watching (${n}):`,
    youWatch: "You are watching.",
    sitDown: "Sit down",
    imReady: "I am ready",
    waitHost: (host: string) => `${host} starts the game.`,
    start: "Start the game",
    startNow: "Start now",
    again: "Play again",
    nextGame: "Change the table first",
    overNote: "The game is over.",
    overWait: (host: string) => `${host} can change the table before the next game.`,
    result: "To the result",
    startsIn: (seconds: number) => `Starts by itself in ${many(seconds, "second")}.`,
    rules: "Rules of this table",
    rulesNote: "Only the host can change them.",
    settings: "How we play together",
    house: (title: string) => `House rules of ${title}`,
    usualRules: "The usual rules of the game.",
    allRules: (title: string) => `All rules of ${title}`,
    ways: "Let friends in",
    takeBack: "Play here again",
    gone: "You are not at this table any more",
    toMenu: "Main menu",
    broken: "Connection lost. Reconnecting …",
    chooseGame: "Game",
  },

  news: {
    came: (name: string) => `${name} has come.`,
    left: (name: string) => `${name} has left.`,
    away: (name: string) => `${name} is away.`,
    here: (name: string) => `${name} is here.`,
    ready: (name: string) => `${name} is ready.`,
    notReady: (name: string) => `${name} is not ready any more.`,
    host: (name: string) => `${name} is the host now.`,
    youHost: "You are the host now.",
    watches: (name: string) => `${name} is watching.`,
    sits: (name: string) => `${name} sits down.`,
    called: (before: string, name: string) => `${before} is called ${name} now.`,
    game: (title: string) => `The game is ${title} now.`,
    rules: "The rules of the table have changed.",
  },

  pause: {
    invite: "Invite friends to this game",
  },
};

function languageOf(code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** How people play together, whatever the game: settings like the house rules, so that they are shown like them. */
const setting = (name: string, about: string, says: string[], more: Partial<Setting>): Setting => ({
  ...{ name: `table.${name}`, words: about, group: "", says, implies: {}, min: null, max: null },
  ...{ kind: "flag", default: true, choices: [] },
  ...more,
});

export const TABLE_SETTINGS: Setting[] = [
  setting(
    "absence",
    "when somebody is away",
    [
      "Nobody decides for them: the table waits.",
      "After 2 minutes a computer player decides for them until they are back.",
      "After 30 seconds a computer player decides for them until they are back.",
      "A computer player decides for them at once, until they are back.",
    ],
    { kind: "choice", default: "2 min", choices: ["never", "2 min", "30 s", "at once"] },
  ),
  setting(
    "clock",
    "time to think",
    [
      "As long as one likes: there is no clock.",
      "Relaxed: a minute for each decision, and five more in reserve for the game.",
      "Fast: 20 seconds for each decision, and a minute in reserve for the game.",
    ],
    { kind: "choice", default: "none", choices: ["none", "relaxed", "fast"] },
  ),
  setting("hints", "hints", ["Nobody may ask for hints.", "Everybody may ask for hints."], {}),
  setting("coach", "coach", ["Nobody is coached.", "Whoever likes may be warned of costly choices."], {
    default: false,
  }),
  setting(
    "talk",
    "talk at the table",
    ["Faces only.", "Faces and ready-made phrases.", "Everybody may write what they like."],
    { kind: "choice", default: "phrases", choices: ["faces", "phrases", "text"] },
  ),
  setting(
    "late",
    "empty chairs when the game starts",
    ["Computer players take empty chairs.", "Empty chairs stay free for whoever comes late."],
    { default: false },
  ),
  setting(
    "rotation",
    "chairs in the next game",
    ["Everybody keeps their chair.", "Everybody moves on by one chair.", "Chairs are drawn by lot."],
    { kind: "choice", default: "stay", choices: ["stay", "rotate", "shuffle"] },
  ),
  setting("watch", "watching", ["Nobody may come just to watch.", "People may come to watch."], {}),
  setting(
    "take_over",
    "those who watch",
    ["They stay where they are.", "They may take the chair of a computer player."],
    {
      default: false,
    },
  ),
];

/** Only where a server shows open tables. */
export const LISTED = setting(
  "listed",
  "open table",
  ["Only whoever has the code or a link gets in.", "Everybody on this server sees this table and may sit down."],
  { default: false },
);
