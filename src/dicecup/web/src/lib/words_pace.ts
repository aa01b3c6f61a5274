// What the page says about how fast it goes, and about what one has missed.

export const paceWords = {
  settings: {
    speed: "Animation in your own turns",
    opponents: "Animation while others play",
    speeds: { normal: "Normal", fast: "Fast", off: "Off" } as Record<string, string>,
    offNote: "Off goes straight to your next decision, which says what you have missed.",
  },
  /** The button beside Skip: how fast others play, and what a press makes of it. */
  others: { normal: "Normal", fast: "Fast", off: "Off" } as Record<string, string>,
  othersLabel: (now: string, next: string) => `Speed while others play: ${now}. Change to ${next}.`,
  tap: "Or tap the table; hold it to watch faster.",
  click: "Or click the table; hold to watch faster.",
  goOn: "Go on",
  hurrying: "On to your next decision …",
  toTheEnd: "On to the end of the game …",
  since: "Since your last turn",
  before: "Before your first turn",
  more: (n: number) => `${n} more`,
  moreLabel: (n: number) => `${n} more in the log`,
  said: (title: string, items: string[]) => `${title}: ${items.join(". ")}.`,
};
