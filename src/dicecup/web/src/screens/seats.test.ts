import { expect, test } from "vitest";
import type { GameInfo, SeatWish } from "../lib/wire";
import { become, botSeat, faultOf, stillFit, tableFor, usualCount, usualLevel, type Sitter } from "./seats";

const game = (over: Partial<GameInfo> = {}): GameInfo => ({
  name: "yahtzee",
  title: "Yahtzee",
  blurb: "",
  seats: [1, 8],
  default_names: [],
  levels: ["easy", "hard"],
  default_level: "hard",
  tempers: {},
  options: [],
  interrupts: {},
  lesson: false,
  ...over,
});

test("a table has one person and as many computer players as wanted, all with names of their own", () => {
  const seats = tableFor("Ada", 8, "easy");
  expect(seats[0]).toEqual({ name: "Ada", player: "person" });
  expect(seats.slice(1).every((seat) => seat.player === "computer" && seat.level === "easy")).toBe(true);
  expect(faultOf(seats)).toBe("");
});

const CAST = ["Alienoid", "Cyber Bunny", "Giga Zaur", "Kraken", "Meka Dragon", "The King"];

test("where everybody is somebody, computer players are those whom nobody has taken", () => {
  const seats = tableFor("Alienoid", 6, "easy", CAST);
  expect(seats.map((seat) => seat.character)).toEqual(seats.map((seat) => seat.name));
  expect(new Set(seats.map((seat) => seat.character)).size).toBe(6);
  const taken: Sitter[] = [{ name: "alienoid", player: "person", character: "Kraken" }];
  expect(botSeat(taken, "easy", CAST)).toMatchObject({ name: "Ada", character: "Alienoid" });
});

test("names that are missing or taken twice are found", () => {
  expect(
    faultOf([
      { name: "Ann", player: "person" },
      { name: " ann ", player: "person" },
    ]),
  ).toBe("same");
  expect(faultOf([{ name: " ", player: "person" }])).toBe("none");
});

test("what is usual fits the game", () => {
  expect(usualLevel(game())).toBe("hard");
  expect(usualLevel(game({ levels: [], default_level: "random" }))).toBe("random");
  expect(usualCount(game({ seats: [2, 8] }), 3)).toBe(3);
  expect(usualCount(game({ seats: [4, 8] }))).toBe(4); // not a word on it, and two are too few
});

test("picking a character moves the character and no typed name", () => {
  const seats = tableFor("Giga Zaur", 4, "easy", CAST);
  const who = () => seats.map((seat) => `${seat.name}: ${seat.character}`);
  seats[0]!.name = "Ann";
  seats[1]!.name = "Ben";
  expect(who()).toEqual(["Ann: Giga Zaur", "Ben: Alienoid", "Cyber Bunny: Cyber Bunny", "Kraken: Kraken"]);
  become(seats, 0, "Alienoid");
  expect(who().slice(0, 2)).toEqual(["Ann: Alienoid", "Ben: Giga Zaur"]);
  become(seats, 0, "Kraken"); // who has no name of its own is called like its character
  expect(who()).toEqual(["Ann: Kraken", "Ben: Giga Zaur", "Cyber Bunny: Cyber Bunny", "Alienoid: Alienoid"]);
  become(seats, 0, "The King"); // nobody's until now
  expect(who()[0]).toBe("Ann: The King");
});

test("the table of the last time is set again only if all of it still makes sense", () => {
  const king = game({ seats: [2, 6] });
  const last = tableFor("Kraken", 3, "easy", CAST);
  const but = (change: object): SeatWish[] => [last[0]!, { ...last[1]!, ...change }, last[2]!];
  expect(stillFit(king, last, 3, CAST)).toBe(true);
  expect(stillFit(king, but({ name: "Bob", player: "person", level: undefined }), 3, CAST)).toBe(true);
  expect(stillFit(king, last, 4, CAST)).toBe(false);
  for (const change of [
    { character: "Kraken" },
    { character: "Godzilla" },
    { level: "medium" },
    { player: "ghost" },
    { name: 7 },
    { name: " kraken" },
  ])
    expect(stillFit(king, but(change), 3, CAST)).toBe(false);
  expect(stillFit(king, [null, null, null] as unknown as SeatWish[], 3, CAST)).toBe(false);
  expect(stillFit(game(), last, 3)).toBe(false); // nobody is anybody there
});
