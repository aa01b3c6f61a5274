import { expect, test } from "vitest";
import type { GameEvent, SeatInfo } from "../../lib/wire";
import { Happening, blameOf, cardAct, doingOf, fallsOf, mayBegin, paidBy } from "./drama";
import type { KingView } from "./kit";
import { FALL, HATCH, LYING, ROAR, carriedOff, lunge, onTheWay, quake, reel, slam, steps, walk } from "./motions";
import { Moments } from "./moments.svelte";
import { pace } from "./pace";
import { placeIn, spotsOf } from "./places";
import type { CardInfo } from "./rules";
import { w } from "./words";

let n = 0;
const event = (kind: string, more: object = {}): GameEvent => ({ n: ++n, kind, text: "", ...more }) as GameEvent;
const card = (name: string, kind = "keep"): CardInfo =>
  ({ id: name.toLowerCase(), name, kind, text: `All that ${name} does.` }) as CardInfo;

test("what is read back after a reload, or jumped to in a replay, has not just happened", () => {
  const seen = new Happening();
  const log = [event("turn"), event("rolled")];
  expect(seen.since(log)).toEqual([]);
  expect(seen.since(log)).toEqual([]);
  const next = event("attacks");
  log.push(next);
  expect(seen.since(log)).toEqual([next]);
  expect(seen.since(log)).toEqual([]);
  expect(seen.since(log.slice(0, 1))).toEqual([]); // backwards
  expect(seen.since([...log, event("hurt")])).toEqual([]); // and to somewhere else
});

test("whoever goes out does so in the turn of whoever's turn it is", () => {
  const log = [
    event("turn", { turn: 4, seat: 1 }),
    event("eliminated", { seat: 2 }),
    event("eliminated", { seat: 0 }),
    event("turn", { turn: 5, seat: 3 }),
  ];
  expect([...fallsOf(log)]).toEqual([
    [2, 4],
    [0, 4],
  ]);
});

test("it was whoever took the last heart, not whoever hurt most", () => {
  const log = [
    event("hurt", { seat: 0, dealer: 1, source: "claws", amount: 9, now: 1 }),
    event("hurt", { seat: 0, dealer: 2, source: "Gas Refinery", amount: 1, now: 0 }),
    event("hurt", { seat: 3, dealer: 2, source: "claws", amount: 1, now: 0 }),
    event("eliminated", { seat: 0 }),
  ];
  expect(blameOf(log, 0)).toEqual({ by: 2, source: "Gas Refinery" });
  expect(blameOf(log, 3)).toEqual({ by: 2, source: "claws" });
  expect(blameOf(log, 1)).toBeNull();
});

test("or nobody, if it was poison; and the last death counts, of somebody who has had two lives", () => {
  const log = [
    event("hurt", { seat: 0, dealer: 1, source: "claws", amount: 9, now: 0 }),
    event("rescued", { seat: 0 }),
    event("hurt", { seat: 0, dealer: null, source: "poison", amount: 1, now: 0 }),
  ];
  expect(blameOf(log, 0)).toEqual({ by: null, source: "poison" });
});

test("stars, hearts and energy come from the dice that were counted for them", () => {
  const dice = [2, 5, 2, 4, 2, 5];
  expect(paidBy(event("stars", { source: "3 x 2" }), dice)).toEqual([0, 2, 4]);
  expect(paidBy(event("energy", { source: "dice" }), dice)).toEqual([1, 5]);
  expect(paidBy(event("hearts", { source: "dice" }), dice)).toEqual([3]);
  expect(paidBy(event("stars", { source: "Tokyo" }), dice)).toEqual([]);
  expect(paidBy(event("energy", { source: "Dice Collector" }), dice)).toEqual([]);
});

test("a card at work is seen beside its owner, with what it does", () => {
  const cards = [card("Jets"), card("Nova Breath"), card("Fire Blast", "discard"), card("Poison Spit")];
  const jets = event("escaped", { seat: 2, card: "Jets", amount: 3 });
  expect(cardAct(jets, cards, 0)).toMatchObject({ seat: 2, effect: "Away from 3 damage" });
  expect(cardAct(event("stars", { seat: 1, source: "Jets", amount: 1 }), cards, 0)?.effect).toBe("+1 star");
  expect(cardAct(event("wings", { seat: 1, card: "Jets" }), cards, 0)?.effect).toBe("All that Jets does.");
  const hurt = event("hurt", { seat: 1, dealer: 3, source: "Fire Blast" });
  expect(cardAct(hurt, cards, 0)).toMatchObject({ seat: 3, effect: "All that Fire Blast does." });
  const marked = event("marked", {
    seat: 1,
    cards: ["Poison Spit"],
    text: "Poison Spit: Ben gets 1 poison counter.",
  });
  expect(cardAct(marked, cards, 0)?.seat).toBe(0); // whoever attacked has the card
});

test("not while it only changes hands, and not what is no card", () => {
  const cards = [card("Jets")];
  expect(cardAct(event("buys", { seat: 0, card: "jets" }), cards, 0)).toBeNull();
  expect(cardAct(event("sold", { seat: 0, card: "Jets" }), cards, 0)).toBeNull();
  expect(cardAct(event("used_up", { seat: 0, card: "Jets" }), cards, 0)).toBeNull();
  expect(cardAct(event("hurt", { seat: 0, dealer: null, source: "poison" }), cards, 0)).toBeNull();
  expect(cardAct(event("hurt", { seat: 0, dealer: 1, source: "claws" }), cards, 0)).toBeNull();
});

test("those who fall together are told together, and by whom if that was one and the same", () => {
  const names = ["Kraken", "Ann", "Ben"];
  const hurt = (seat: number, dealer: number | null, source: string) =>
    event("hurt", { seat, dealer, source, amount: 3, now: 0 });
  const log = [hurt(1, 0, "claws"), hurt(2, 0, "claws")];
  expect(doingOf(log, 1, names)).toBe("Kraken’s claws");
  expect(doingOf(log, 2, names)).toBe(doingOf(log, 1, names));
  expect(doingOf([hurt(1, null, "poison")], 1, names)).toBe("Killed by poison");
  expect(doingOf([hurt(0, 0, "Jets")], 0, names)).toBe("By its own Jets");
  expect(doingOf([], 1, names)).toBe("");
  expect(w.areOut(["Ann"])).toBe("Ann is out!");
  expect(w.areOut(["Ann", "Ben"])).toBe("Ann and Ben are out!");

  const moments = new Moments();
  const caption = (fell?: number[]) =>
    moments.add({ kind: "caption", title: "", by: "", colour: "", ...(fell && { fell }) }, 100);
  caption([1]);
  expect(moments.fell).toEqual([1]);
  caption([...moments.fell, 2]);
  expect([moments.fell, moments.shown.length]).toEqual([[1, 2], 1]);
  caption(); // something else is said
  expect(moments.fell).toEqual([]);

  const view = { active: 0, rolls_left: 0 } as KingView;
  const out = (seat: number) => event("eliminated", { seat });
  const alone = pace(out(1), { view, here: [2], next: null });
  expect(pace(out(1), { view, here: [2], next: out(2) })).toBeLessThan(alone / 5);
});

test("whoever is out begins another game only where nobody else is left behind", () => {
  const seat = (player: string, mine = false) => ({ player, mine }) as SeatInfo;
  expect(mayBegin(null, [seat("person", true), seat("computer"), seat("computer")])).toBe(true);
  expect(mayBegin(null, [seat("person", true), seat("person", true)])).toBe(true); // both at this screen
  expect(mayBegin(null, [seat("person", true), seat("person")])).toBe(false);
  expect(mayBegin(null, [seat("person", true), seat("open")])).toBe(false);
  expect(mayBegin("party", [seat("person", true), seat("computer")])).toBe(false);
});

const hill = { x: 40, y: 6, size: 90 };
const city = { x: 360, y: 40, size: 180 };

test("Tokyo is walked into: step by step, growing on the way, from where one stood to where one stands", () => {
  const frames = walk(hill, city);
  expect(frames.length).toBe(steps(hill, city) * 2 + 1);
  expect(frames[0]?.transform).toContain("translate(-320.0px, 34.0px)");
  expect(frames[0]?.transform).toContain("scale(0.500, 0.500)");
  expect(frames.at(-1)?.transform).toBe("translate(0.0px, 0.0px) rotate(0.0deg) scale(1.000, 1.000)");
  const turns = frames.map(({ transform }) => Number(/rotate\((-?[\d.]+)/.exec(String(transform))?.[1]));
  expect(turns.some((turn) => turn > 0) && turns.some((turn) => turn < 0)).toBe(true);
  expect(onTheWay(hill, city, 0.5)).toEqual({ x: 200, y: 23, size: 135 });
});

test("nothing but transform and opacity moves", () => {
  const all = [walk(hill, city), carriedOff(city, hill), lunge(90, -20), slam(180), reel(90, 1, 4), quake(6)];
  for (const frame of [...all.flat(), ...FALL, ...HATCH, ...ROAR]) {
    expect(
      Object.keys(frame).filter((key) => !["transform", "opacity", "offset", "easing"].includes(key)),
    ).toEqual([]);
  }
  expect(FALL.at(-1)?.transform).toBe(LYING); // where the picture leaves it
});

test("the ground shakes for five claws and more, and the more the worse", () => {
  expect(quake(4)).toEqual([]);
  const far = (claws: number) => Number(/translate\(([\d.]+)/.exec(String(quake(claws)[1]?.transform))?.[1]);
  expect(far(5)).toBeGreaterThan(0);
  expect(far(7)).toBeGreaterThan(far(5));
  expect(far(30)).toBeLessThanOrEqual(10);
});

test("nobody stands where another stands, wherever everybody is, and nobody is cut off", () => {
  const places = ["outside", "city", "bay"] as const;
  for (let seats = 2; seats <= 6; seats++) {
    for (let inCity = -1; inCity < seats; inCity++) {
      for (let inBay = -1; inBay < (seats > 4 ? seats : 0); inBay++) {
        if (inBay === inCity && inBay >= 0) continue;
        const view = {
          order: [...Array(seats).keys()],
          monsters: [...Array(seats).keys()].map((seat) => ({
            place: places[seat === inCity ? 1 : seat === inBay ? 2 : 0],
          })),
        } as unknown as KingView;
        const spots = spotsOf(view).map((spot) => placeIn(spot, 374, 190));
        expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(seats);
        for (const { x, size } of spots) {
          expect(x - size / 2).toBeGreaterThanOrEqual(-0.01);
          expect(x + size / 2).toBeLessThanOrEqual(374.01);
        }
      }
    }
  }
});

test("a number is over a head as long as it is seen", () => {
  const moments = new Moments();
  moments.add({ kind: "loss", x: 0, y: 0, by: 2, seat: 1 }, 500);
  moments.add({ kind: "dust", x: 0, y: 0, w: 40 }, 500);
  expect([0, 1, 2].map((seat) => moments.over(seat))).toEqual([false, true, false]);
  moments.gone(moments.shown[0]!.id);
  expect(moments.over(1)).toBe(false);
});
