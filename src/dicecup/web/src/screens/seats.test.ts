import { expect, test } from "vitest";
import type { GameInfo } from "../lib/wire";
import { botSeat, characters, faultOf, tableFor, usualCount, usualLevel } from "./seats";

const game = (over: Partial<GameInfo> = {}): GameInfo => ({
  name: "yahtzee",
  title: "Yahtzee",
  blurb: "",
  seats: [1, 8],
  default_names: [],
  levels: ["easy", "hard"],
  default_level: "hard",
  options: [],
  interrupts: {},
  ...over,
});

test("a table has one person and as many computer players as wanted, all with names of their own", () => {
  const seats = tableFor(game(), "Ada", 8, "easy");
  expect(seats[0]).toEqual({ name: "Ada", player: "person" });
  expect(seats.slice(1).every((seat) => seat.player === "computer" && seat.level === "easy")).toBe(true);
  expect(faultOf(seats)).toBe("");
});

test("in King of Tokyo computer players are the monsters nobody has taken", () => {
  const king = game({ name: "king-of-tokyo", default_names: ["Alienoid", "Kraken", "The King"] });
  expect(botSeat(king, [{ name: "alienoid", player: "person" }], "easy").name).toBe("Kraken");
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
  expect(usualCount(game({ name: "deadwood", seats: [2, 8] }))).toBe(3);
});

test("whoever is not called like a monster gets one that is free", () => {
  const cast = (...names: string[]) => characters(names.map((name) => ({ name, player: "person" })));
  expect(cast("kraken ", "Ann", "Bo")).toEqual(["Kraken", "Alienoid", "Cyber Bunny"]);
});
