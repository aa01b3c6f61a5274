import { expect, test } from "vitest";
import type { Ask, Pick } from "../../lib/wire";
import { kit, onDice, type KingView } from "./kit";
import { nearly } from "./since";

const view = { dice: [1, 2, 3] } as KingView;
const ask = (...picks: Pick[]): Ask => ({
  seat: 0,
  kind: "change",
  prompt: "",
  options: picks.map((pick, at) => ({ choice: ["any", at], text: "", pick })),
  mine: true,
  forecast: "",
  private: false,
});

test("what cards do to a die is chosen on the dice, card by card", () => {
  const asked = ask(
    { main: true },
    { by: "stretchy", dice: [0], face: 6 },
    { by: "stretchy", dice: [0], face: 5 },
    { by: "herd-culler", dice: [2], face: 1 },
    { dice: [1] },
  );
  const found = onDice(view, asked);
  expect([...found.keys()]).toEqual(["stretchy", "herd-culler", ""]);
  expect(found.get("stretchy")?.map(({ pick }) => pick.face)).toEqual([6, 5]);
});

test("not so dice that are kept, or do not lie there, or several", () => {
  const asked = ask({ dice: [0], held: true }, { dice: [3], by: "probe" }, { dice: [0, 1] }, { by: "wings" }, {});
  expect(onDice(view, asked).size).toBe(0);
  expect(onDice({ ...view, dice: [] }, ask({ dice: [0], main: true })).size).toBe(0); // the first roll, with one die
  expect(onDice(view, null).size).toBe(0);
});

test("at the start all cards of this game are in the deck, however many it has", () => {
  const now = {
    names: ["Ann"],
    monsters: [{ character: "Kraken", cards: [{}, {}] }],
    market: ["wings", "", "jets"],
    discard: ["heal"],
    deck: 65,
  } as unknown as KingView;
  expect(kit.start(now, {} as never).deck).toBe(70);
});

test("who begins: my own roll is looked at, those of the others flow by, ties and all", () => {
  const view = { active: 0, rolls_left: 0 } as KingView;
  const roll = (seat: number) =>
    kit.pace({ n: 1, kind: "order_roll", seat, text: "" }, { view, here: [0], next: null });
  expect(roll(0)).toBeGreaterThan(700);
  expect([1, 2, 3].map(roll).reduce((sum, ms) => sum + ms)).toBeLessThan(600);
});

test("who may soon have won is marked, dead ones are not", () => {
  const marked = (hearts: number, stars: number) => nearly({ hearts, stars });
  expect([marked(1, 15), marked(10, 14), marked(0, 19)]).toEqual([true, false, false]);
});
