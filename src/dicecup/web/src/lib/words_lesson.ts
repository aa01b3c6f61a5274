// What a guided first game says around its own sentences, which come from the server.
export const lessonWords = {
  title: "First game",
  teach: "Teach me",
  teachGame: (game: string) => `Teach me ${game}`,
  never: "Never played it? A guided first game takes five minutes.",
  step: (n: number, of: number) => `${n} of ${of}`,
  leave: "Leave the lesson",
  leaveNote: "You play on from here. From now on the dice are fair, and you decide.",
  know: "You know the game",
  playOn: "Play on",
  fresh: "A new game",
  menu: "Main menu",
  left: "The lesson is over: from here on the dice are fair.",
  arranged: "This game began as a lesson. Its first dice were arranged for it, and the seal does not cover those.",
  dice: (n: number) =>
    `${n === 1 ? "1 result was" : `${n} results were`} arranged by the lesson that this game began as.`,
};
