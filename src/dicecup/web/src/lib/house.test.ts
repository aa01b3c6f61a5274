import { describe, expect, it } from "vitest";
import { choicesOf, grouped, say, unusual, usualOf, withChoice } from "./house";
import { fits, termsOf } from "./search";
import type { Setting } from "./wire";

const setting = (name: string, more: Partial<Setting>): Setting => ({
  ...{ name, words: `the ${name}`, group: "", says: [], kind: "choice", default: "a", choices: ["a", "b"] },
  ...{ implies: {}, min: null, max: null },
  ...more,
});

describe("house rules", () => {
  const tie = setting("tie", { group: "The end", says: ["They share.", "One wins."] });
  const cards = setting("cards", { kind: "flag", choices: [], default: true, says: ["No cards.", "Cards."] });
  const turns = setting("turns", { kind: "number", choices: [], default: 200, group: "Days" });
  const bare = setting("bare", { choices: ["on-top", "below"] });

  it("are told in sentences", () => {
    expect(say(tie, "b")).toBe("One wins.");
    expect(say(cards, false)).toBe("No cards.");
    expect(say(turns, 50)).toBe("The turns: 50.");
    expect(say(bare, "on-top")).toBe("The bare: on-top.");
    expect(choicesOf(cards)).toEqual([
      { value: true, text: "Cards." },
      { value: false, text: "No cards." },
    ]);
    expect(choicesOf(turns)).toEqual([]);
  });

  it("stand under headings, those without one first", () => {
    const found = grouped([tie, cards, turns, bare]);
    expect(found.map((group) => group.heading)).toEqual(["", "The end", "Days"]);
    expect(found[0]?.settings).toEqual([cards, bare]);
  });
});

describe("a search", () => {
  it("wants all words, and no accents or capitals", () => {
    expect(fits(termsOf(" CAFÉ  open "), "The café", "stays open")).toBe(true);
    expect(fits(termsOf("cafe closed"), "The café", "stays open")).toBe(false);
    expect(fits(termsOf("  "), "anything")).toBe(true);
  });
});

describe("what is chosen", () => {
  const edition = setting("edition", { choices: ["new", "old"], default: "new", implies: { old: { cards: 50 } } });
  const cards = setting("cards", { kind: "number", choices: [], default: 66 });
  const all = [edition, cards];

  it("is only what is not usual", () => {
    expect(withChoice(all, {}, cards, 60)).toEqual({ cards: 60 });
    expect(withChoice(all, { cards: 60 }, cards, 66)).toEqual({});
  });

  it("follows a preset", () => {
    expect(usualOf(all, { edition: "old" }, cards)).toBe(50);
    expect(withChoice(all, { cards: 50 }, edition, "old")).toEqual({ edition: "old" });
    expect(unusual(all, { edition: "old", cards: 66 })).toEqual({ edition: "old", cards: 66 });
  });
});
