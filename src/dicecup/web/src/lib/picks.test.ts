// What options pick, read without a look at their verbs or words.
import { describe, expect, test } from "vitest";
import { pressOf, unable } from "../shell/press";
import { amountOf, hintedAs, keeping, labelOf, optionOf } from "./picks";
import type { Ask, Option, Pick } from "./wire";

const option = (pick: Pick, text = "do it", choice = ["verb", 1]): Option => ({ choice, text, pick });
const ask = (...options: Option[]): Ask => ({
  seat: 0,
  kind: "go",
  prompt: "",
  options,
  mine: true,
  forecast: "",
  private: false,
});

test("a button says its label, or else the text", () => {
  expect(labelOf(option({}, "roll the dice"))).toBe("Roll the dice");
  expect(labelOf(option({ label: "stop" }, "keep all dice and stop"))).toBe("Stop");
});

test("a hint says as much as the button does, and the text where that says more", () => {
  expect(hintedAs(option({ label: "end turn" }, "done"), "done")).toBe("end turn");
  expect(hintedAs(option({ label: "strike out Twos" }), "fill Twos")).toBe("strike out Twos");
  expect(hintedAs(option({ label: "Hotel" }), "move to the Hotel")).toBe("move to the Hotel");
  expect(hintedAs(undefined, "done")).toBe("done");
});

test("prices add up, and what has none is free", () => {
  expect(amountOf([[4, "dollars"]])).toBe(4);
  expect(
    amountOf([
      [4, "dollars"],
      [1, "credits"],
    ]),
  ).toBe(5);
  expect(amountOf(undefined)).toBe(0);
});

test("an option is found by its choice", () => {
  const asked = ask(option({ card: "a" }, "", ["buy", "a"]), option({ card: "b" }, "", ["buy", "b"]));
  expect(optionOf(asked, ["buy", "b"])?.pick.card).toBe("b");
  expect(optionOf(asked, ["buy", "c"])).toBeUndefined();
  expect(optionOf(asked, null)).toBeUndefined();
  expect(optionOf(null, ["buy", "b"])).toBeUndefined();
});

test("these dice are kept, and no others, whatever the verb is", () => {
  const none = option({ dice: [], held: true }, "", ["let-go"]);
  const some = option({ dice: [0, 2], held: true }, "", ["set-aside", 0, 2]);
  const asked = ask(none, some, option({ dice: [0, 2] }, "", ["roll-again", 0, 2]));
  expect(keeping(asked, [])).toBe(none);
  expect(keeping(asked, [0, 2])).toBe(some);
  expect(keeping(asked, [0])).toBeUndefined();
});

describe("things to press", () => {
  test("say what they bring and weigh", () => {
    const taken: unknown[] = [];
    const press = pressOf(option({ label: "act", gives: "50% for 2 credits", main: true }), (it) =>
      taken.push(it),
    );
    expect(press).toMatchObject({ id: "verb 1", label: "Act", note: "50% for 2 credits", main: true });
    press.run();
    expect(taken).toEqual([["verb", 1]]);
  });

  test("or why they cannot be pressed", () => {
    const refusal = { ...option({ label: "act" }), reason: "You have no role." };
    expect(unable(refusal)).toMatchObject({ label: "Act", why: "You have no role." });
  });
});
