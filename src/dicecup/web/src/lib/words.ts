// Every sentence the page says by itself. What happens in a game is worded by the server, per viewer.
// Another language is another object of this type.

import type { SeatInfo } from "./wire";

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

export function listed(parts: string[], joint = "and"): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${joint} ${parts.at(-1)}`;
}

export const words = {
  many,
  title: "Dicecup",
  tagline: "Dice board games at one table",
  noServer: "Dicecup is not answering. Is it still running? This page will keep trying.",
  serverSaid: (status: number) => `Dicecup could not do that (${status}). Please try again.`,
  noThanks: "No, thank you",
  back: "Back",
  close: "Close",
  cancel: "Cancel",
  you: "you",
  computer: "computer",
  person: "person",
  of: (name: string) => `${name}’s`,
  loading: "Setting the table …",
  again: "Try again",
  levels: {
    beginner: "Beginner",
    easy: "Easy",
    medium: "Medium",
    hard: "Hard",
    master: "Master",
    even: "About as good as you",
    random: "Any move",
  } as Record<string, string>,
  rated: (rating: string) => `Rated ${rating}`,
  tempers: {
    brawler: "a brawler",
    racer: "a racer",
    shopper: "a shopper",
    turtle: "a turtle",
    schemer: "a schemer",
    hunter: "a star hunter",
    extra: "a steady extra",
    climber: "a climber",
    perfectionist: "a perfectionist",
    gambler: "a gambler",
    plain: "like nobody in particular",
    chance: "by chance",
  } as Record<string, string>,

  menu: {
    continue: "Continue",
    continueWith: (title: string, players: string) => `${title} with ${players}`,
    yourTurn: "It is your turn.",
    games: "Games",
    play: (title: string) => `Play ${title}`,
    open: "Play",
    mine: "My games",
    load: "Load",
    help: "Help",
    exit: "Exit",
    settings: "Settings",
    nav: "Main menu",
    version: (v: string) => `Dicecup ${v}`,
    licences: "Fonts and code by others",
    fan: "An unofficial fan project. The games’ names belong to their owners; words and drawings are our own.",
    exitAsk: "Quit Dicecup?",
    exitNote: "Games in progress are kept; you can continue them next time.",
    exitYes: "Quit",
    gone: "Dicecup has closed.",
    goneNote: "You can close this tab.",
    goneAgain: "To start it again:",
    players: (low: number, high: number) => (low === high ? many(low, "player") : `${low} to ${high} players`),
  },

  setup: {
    title: (game: string) => `A new game of ${game}`,
    rivals: "Opponents",
    level: "How good are the computer players?",
    seats: "At the table",
    name: (n: number) => `Name of player ${n}`,
    who: (n: number) => `Who plays seat ${n}`,
    human: "A person here",
    bot: (level: string) => `Computer, ${level.toLowerCase()}`,
    temper: (n: number) => `The temper of player ${n}`,
    ownTemper: (called: string) => (called ? `its own: ${called}` : "its own temper"),
    aboutTempers:
      "A temper makes nobody stronger: where choices are about as good, it is what a computer player likes best.",
    says: (saying: string) => `“${saying.slice(0, 1).toUpperCase()}${saying.slice(1)}.”`,
    drawn: "Drawn when the game begins.",
    undrawn: "its temper to be drawn",
    noTemper: "No taste of its own, only what is best.",
    fewer: "One player fewer",
    more: "One player more",
    number: "Number of players",
    wrongNumber: (low: number, high: number, title: string) =>
      `${title} is for ${low} to ${high} players. Please choose a number in between.`,
    mix: (tempers: boolean) => `Names, ${tempers ? "tempers, " : ""}people sharing this screen, mixed levels`,
    house: "House rules",
    houseNote: "Leave these as they are for the standard game.",
    houseSearch: "Search the house rules",
    houseFound: (n: number) => `${many(n, "rule")} found`,
    usual: "usual",
    changed: (n: number) => `${many(n, "rule")} changed`,
    start: "Start the game",
    elsewhere: "Friends on devices of their own?",
    withFriends: "Play with friends",
    sameName: "Every player needs a different name.",
    noName: "Every player needs a name.",
    random: "In this game the computer can only play at random so far.",
  },

  load: {
    title: "Load a game",
    running: "In progress",
    saves: "Saved games",
    none: "There are no saved games yet. You can save one from a game’s pause menu.",
    noneRunning: "No games in progress.",
    finished: "Finished games",
    elsewhere: "in another browser",
    result: "Result",
    go: "Continue",
    load: "Load",
    remove: (what: string) => `Delete the game ${what}`,
    removeSave: (name: string) => `Delete the save ${name}`,
    quick: "Quick save",
    turn: (n: number) => `turn ${n}`,
    game: (n: number) => `game ${n}`,
    over: "finished",
    lesson: "lesson",
    won: (names: string[]) => (names.length > 1 ? `${listed(names)} shared the win` : `${names[0]} won`),
    saved: (when: string) => `saved ${when}`,
    played: (when: string) => `last played ${when}`,
  },

  help: {
    title: "Help",
    choose: "Rules for",
    search: "Search the rules",
    placeholder: "A card, a word, a rule …",
    nothing: (what: string) => `Nothing about “${what}”. Try a shorter word.`,
    found: (n: number) => `${many(n, "place")} found`,
    keys: "Keys",
    house: "House rules",
    houseNote: "Chosen when a game is set up. The usual rule comes first.",
    houseHere: "This is what your table plays. Anything unusual is marked.",
    or: "Or:",
    about: "About this program",
    aboutNote: "Dicecup is free software under the MIT licence. Its page also contains work by others:",
    licences: "Fonts and code by others, with their licences",
  },

  table: {
    skipLink: "Skip to your decision",
    players: "Players",
    board: "Board",
    log: "Log",
    decision: "Your decision",
    dice: "Dice",
    turnOf: (name: string) => `${words.of(name)} turn`,
    turn: (n: number) => `Turn ${n}`,
    thinking: (name: string) => `${name} is thinking …`,
    slow: "This may take a minute, but only the first time.",
    waiting: (name: string) => `Waiting for ${name}.`,
    spoken: (name: string, prompt: string) => `${name}, your decision: ${prompt}`,
    choices: (n: number, dice: number) =>
      [dice ? `${many(dice, "die", "dice")} to hold or roll.` : "", n ? `${many(n, "choice")}.` : ""]
        .filter(Boolean)
        .join(" "),
    moreInLog: (n: number) => `${n} more in the log.`,
    yourTurn: (name: string, several: boolean) => (several ? `● ${words.of(name)} turn` : "● Your turn"),
    why: (reason: string) => `“${reason}”`,
    whyOf: (name: string, reason: string) => `${name}: “${reason}”`,
    unasked: (what: string) => `Nothing to decide: ${what}.`,
    secretly: (name: string) => `${name} has looked at something in secret.`,
    skip: "Skip",
    undo: "Undo",
    hint: "Hint",
    hinting: "Thinking …",
    hints: "Best choices first",
    hintWin: (value: number) => `${Math.round(value * 100)}% to win`,
    hintPoints: (value: number) => `${value.toFixed(1)} points`,
    /** How a choice compares with the advised one, which comes first: mostly, but not always, the best. */
    hintLoss: (loss: number, unit: string, advised: number, first: boolean) => {
      const scale = unit === "win" ? 100 : 1;
      if (first) return Number((advised * scale).toFixed(1)) ? "advised" : "best";
      const more = Number(((advised - loss) * scale).toFixed(1));
      return more ? `${more < 0 ? "−" : "+"}${Math.abs(more).toFixed(1)}${unit === "win" ? "%" : ""}` : "as good";
    },
    pause: "Pause",
    paused: "Paused",
    resume: "Resume",
    save: "Save",
    saveAs: "Save under a name",
    saveName: "Name of the save",
    saved: (file: string) => `Saved as ${file}.`,
    load: "Load",
    help: "Help",
    toMenu: "Main menu",
    exit: "Exit",
    settings: "Settings",
    broken: "Connection lost. Reconnecting …",
    connecting: "Connecting …",
    sending: "…",
    pass: (name: string) => `Hand the screen to ${name}`,
    passNote: "What comes next is for their eyes only.",
    passDone: (name: string) => `I am ${name}`,
    out: "You are out of the game",
    outNote: "The others play on.",
    watch: "Watch the rest",
    anew: "New game at once",
    anewNote: "the same table, new dice",
    openLog: "Open the log",
    empty: "Nothing has happened yet.",
    closed: "This game is closed",
    elsewhere: (title: string) => `This game of ${title} was last played in another browser`,
    elsewhereNote:
      "You can continue it here, at the very same decision. The other browser will then let go of it.",
    here: "Continue here",
    /** Who begins is rolled for; what came of it, once it lies there. */
    firstRoll: (name: string, what: string | null) => (what === null ? `${name} rolls` : `${name} rolled ${what}`),
    keyHint: "Enter",
    notNow: "Not possible now",
    whyNot: (n: number) => `Why not …? (${n})`,
  },

  dice: {
    hinted: "the hint",
    held: "held",
    free: "will be rolled",
    rolling: (slot: number) => `Die ${slot}: rolling`,
    die: (at: number, face: string) => `Die ${at}: ${face}`,
    rail: "Kept",
    roll: (n: number, of: number) => (n === of ? `Roll all ${of} again` : `Roll ${many(n, "die", "dice")}`),
    stop: "Keep this roll",
    stopAll: "Keep all and stop",
    sure: (left: number) => `Happy with this roll? You could still roll ${left === 1 ? "once" : `${left} times`}.`,
    yes: "Yes, keep it",
    no: "No, roll on",
    dontAsk: "Do not ask again",
    left: (n: number) => (n ? `${many(n, "roll")} left` : "No rolls left"),
    empty: "No dice on the table",
  },

  result: {
    wins: (name: string) => `${name} wins!`,
    youWin: "You win!",
    share: (names: string) => `${names} share the win!`,
    nobody: "Nobody wins.",
    behind: (n: number) => `You were ${n} ${n === 1 ? "point" : "points"} behind.`,
    ahead: (n: number, name: string) => `${n} ${n === 1 ? "point" : "points"} ahead of ${name}.`,
    finalScore: (n: number) => `Final score: ${n}`,
    standings: "Standings",
    place: (n: number) => `${n}.`,
    points: "points",
    rematch: "Play again",
    rematchNote: "same table, next game",
    rematchColumn: "next column of the card",
    menu: "Main menu",
    look: "Look at the table",
    show: "Show the result",
    joined: "Join the next game",
  },

  replay: {
    title: "Replay",
    gone: "This game is no longer here to watch",
    leave: "Leave",
    controls: "Watch the game",
    where: (at: number, of: number, turn: number) => `${at} of ${of}${turn ? ` · turn ${turn}` : ""}`,
    scrub: "Where in the game",
    said: "What happens",
    first: "To the start",
    back: "Back one decision",
    play: "Play",
    pause: "Pause",
    forward: "Forward one decision",
    last: "To the end",
    speed: "Speed",
    rate: (rate: number) => `${rate} ×`,
    branch: "Play on from here",
    branchTitle: "Play on from here",
    branchNote:
      "A new game begins at this decision. Everything up to here stays as it was; the dice to come are new.",
    branchSeats: "Which seat is yours? The computer plays the others.",
    branchLevel: (name: string) => `How well ${name} plays`,
    branchGo: "Play on",
    watch: "Watch",
    watchGame: "Watch the game",
    lesson: "This was a lesson: some of its dice were arranged.",
    soFar: "Watch the game so far",
  },

  story: {
    title: "How it went",
    what: "What the lines show",
    chance: "chance to win",
    percent: (value: number) => `${Math.round(value * 100)}%`,
    turn: (n: number) => `turn ${n}`,
    turnHead: "Turn",
    end: "End",
    short: (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name),
    marks: {
      best: (name: string) => `${words.of(name)} best moment`,
      worst: (name: string) => `${words.of(name)} worst moment`,
    },
    changed: (by: string, up: boolean) => (up ? `+${by}` : `−${by}`),
    lead: (by: string) => `lead ${by}`,
    ends: (name: string, value: string) => `${name} ends with ${value}`,
    sentence: (what: string, parts: string[]) =>
      `A line for each player, turn by turn: ${what}. ${listed(parts)}.`,
    table: "As a table",
    working: "Looking back over the game …",
  },

  fair: {
    title: "Are the dice fair?",
    button: "Verify the dice",
    short: "Verify",
    working: "Computing every result again …",
    ok: (n: number) => `All ${many(n, "result")} of chance were computed again, and all are right.`,
    notOk: "These dice have been tampered with: they are not the ones that were sealed.",
    wrong: (key: string) => `The first result that does not fit is ${key}.`,
    sealed: {
      noted: "The secret fits the seal that this browser wrote down while the game was played.",
      shown:
        "The secret fits the seal that the table shows. This browser saw the game only after its end, so compare the seal with one noted before.",
      broken: "The secret does not fit the seal.",
      seed: "The dice come from a seed: anybody can repeat them, but whoever set the table up could have picked them.",
    },
    mine: {
      in: "The random number that this browser added is in the dice. The secret was sealed before, so nobody could choose them.",
      missing: "The random number that this browser added is not in the dice.",
    },
    later: (who: string[]) => `Added after yours: ${who.join(", ")}.`,
    nonce: (who: string) => `Added by ${who}: `,
    takenOver: (n: number) =>
      `${many(n, "earlier result")} came with the game that this one branched off; verify them there.`,
    changed: (n: number) =>
      `The rules have changed since then: ${many(n, "earlier result")} cannot be played again with this version of Dicecup, and so cannot be checked.`,
    promise:
      "All dice of this game follow from a secret that was sealed before the first roll, and from random numbers that players added. The secret is shown at the end; then you can check every roll on the result screen.",
    older: "This game began elsewhere. The seal does not cover what happened before it came here.",
    seal: "Seal: ",
    how: "Your browser did the computing itself: each result is HMAC-SHA256 of its name under the secret, which was revealed at the end.",
  },

  files: {
    name: (game: string, kind: string, now: Date) => `${game}-${kind}-${now.toISOString().slice(0, 10)}.json`,
    download: "Download",
    downloadNote: (what: string) => `Download ${what} as a file`,
    title: "From a file",
    note: "A saved game continues; a finished one can be watched. Use a file that you downloaded here or saved in the terminal.",
    choose: "Choose a file …",
    tooLarge: "That file is far too large to be a game of Dicecup.",
  },

  settings: {
    title: "Settings",
    theme: "Colours",
    themes: { system: "Same as system", light: "Light", dark: "Dark" } as Record<string, string>,
    looks: "Look",
    playing: "At the table",
    switches: {
      contrast: "High contrast",
      sound: "Sounds",
      skipForced: "Skip decisions that leave no choice",
      rollAtOnce: "Roll automatically when there is nothing else to do",
      askBeforeStopping: "Ask before I stop while I have rolls left",
      hints: "Offer hints",
      reasons: "Computer players give their reasons",
      remarks: "Computer players make remarks, in character",
    },
    keys: "Keys …",
  },

  questions: {
    title: (game: string) => `Optional questions in ${game}`,
    ask: (when: string) => when.charAt(0).toUpperCase() + when.slice(1),
    always: "Always ask",
    never: "Never ask",
  },

  keys: {
    title: "Keys",
    fixed: [
      ["Enter", "take the marked choice"],
      ["1 to 9", "hold a die, buy a card, or take a choice by its number"],
      ["← →", "go through a replay; Space plays it"],
    ] as [string, string][],
    deeds: {
      all: "hold all dice or none",
      skip: "skip to the next decision",
      hint: "ask for a hint",
      undo: "undo your last choice",
      log: "open the log",
      full: "fill the whole screen, or leave it",
      talk: "talk to the others at the table",
      pause: "pause",
      keys: "this list",
    } as Record<string, string>,
    only: (what: string, games: string[]) => `${what} (${listed(games)})`,
    names: { " ": "Space", Escape: "Esc" } as Record<string, string>,
    change: "Change",
    changeOf: (what: string) => `Change the key for: ${what}`,
    press: "Press a key …",
    set: (what: string, key: string) => `${key}: ${what}.`,
    taken: (key: string, what: string) => `${key} is already used for: ${what}. Choose another key.`,
    reserved: (key: string) => `${key} cannot be changed. Choose another key.`,
    letters: "Use letters and digits as shortcuts",
    reset: "Restore the default keys",
    wasReset: "The default keys are back.",
  },

  tour: {
    again: "Show me around",
    label: "A look around",
    step: (n: number, of: number) => `${n} of ${of}`,
    next: "Next",
    back: "Back",
    skip: "Skip the tour",
    done: "Play",
  },
};

export type Words = typeof words;

/** What a level is called; a player that somebody else's package brings has its own name. */
export function levelCalled(level: string): string {
  const rating = /^even-(\d+)$/.exec(level)?.[1];
  if (rating) return words.rated(rating);
  return words.levels[level] ?? level.slice(0, 1).toUpperCase() + level.slice(1);
}

/** What somebody is like; a temper that another package brings has its own name. */
export function temperCalled(temper: string): string {
  return words.tempers[temper] ?? temper;
}

/** What a computer player is: its level, and what it is like. */
export function botCalled({ level, temper }: Pick<SeatInfo, "level" | "temper">): string {
  const called = level ? levelCalled(level) : words.computer;
  if (temper === "chance") return `${called}, ${words.setup.undrawn}`;
  return temper && temper !== "plain" ? `${called}, ${temperCalled(temper)}` : called;
}

/** Whether this is the only seat at this screen: of two who share it neither is "you". */
export function isYou(seats: SeatInfo[], at: number): boolean {
  return !!seats[at]?.mine && seats.filter(({ mine }) => mine).length === 1;
}

/** Who sits there: a computer player by its level, you, or somebody else. */
export function whoPlays(seats: SeatInfo[], at: number): string {
  const seat = seats[at];
  if (!seat) return "";
  if (seat.player === "computer") return botCalled(seat);
  return isYou(seats, at) ? words.you : words.person;
}
