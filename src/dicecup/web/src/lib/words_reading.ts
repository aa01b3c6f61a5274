// What the page says about the log itself; what happened is worded by the server.
export const readingWords = {
  round: (n: number) => `Round ${n}`,
  before: "Before the first turn",
};
