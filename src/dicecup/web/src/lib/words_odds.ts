// What the page says about chances.
const times = (rolls: number) => (rolls === 1 ? "the roll that is left" : `the ${rolls} rolls that are left`);

export const oddsWords = {
  title: "Odds",
  percent: (chance: number) =>
    chance <= 0
      ? "0%"
      : chance >= 1
        ? "100%"
        : chance < 0.01
          ? "under 1%"
          : chance > 0.99
            ? "over 99%"
            : `${Math.round(chance * 100)}%`,
  inAll: (n: number) => `${n} or more`,
  keeping: (dice: string, rolls: number) => `If you keep ${dice} now and go for it with ${times(rolls)}.`,
  anyway: (rolls: number) => `If you go for it with ${times(rolls)} and always keep the right dice.`,
  chasing: (have: number, what: string, loose: number, rolls: number) =>
    `If you keep ${have ? "those you have and " : ""}every one that comes, and roll ${loose === 1 ? "the other die" : `the other ${loose} dice`} for ${what} with ${times(rolls)}.`,
  alsoKept: (n: number) => (n === 1 ? "The other die you keep stays." : `The other ${n} dice you keep stay.`),
};
