import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { note, noted, verify } from "./fair";
import { hmac, sha256 } from "./sha256";
import type { Evidence, NonceInfo } from "./wire";

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);

test("the hash is the one that everybody else computes", () => {
  for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const message = bytes(length);
    expect(Buffer.from(sha256(message)).toString("hex")).toBe(createHash("sha256").update(message).digest("hex"));
    const key = bytes(length % 70);
    expect(Buffer.from(hmac(key, message)).toString("hex")).toBe(
      createHmac("sha256", key).update(message).digest("hex"),
    );
  }
});

// Real games, written by tests/page/recorded.py: the evidence that the server gives.
const file = process.env["DICECUP_EVIDENCE"];
const games = file ? (JSON.parse(readFileSync(file, "utf8")) as Evidence[]) : [];
const real = test.skipIf(!file);
const sealed = () => games.filter((game) => game.commitment) as (Evidence & { commitment: string })[];

real("every result of real games is right", () => {
  expect(games.length).toBeGreaterThan(3);
  for (const game of games) {
    const verdict = verify(game, game.commitment ? { seal: game.commitment } : null);
    expect(verdict).toMatchObject({ ok: true, wrong: "", checked: game.throws.length - game.taken_over });
    expect(verdict.sealed).toBe(game.commitment ? "noted" : "seed");
  }
  expect(sealed().some((game) => game.taken_over)).toBe(true);
  expect(games.some((game) => game.throws.some((one) => one.pool.length))).toBe(true);
});

real("what a lesson arranged is counted apart, and in no other game is anything arranged", () => {
  for (const game of sealed()) {
    const lesson = structuredClone(game);
    const [one] = lesson.throws.slice(lesson.taken_over);
    if (!one) continue;
    if (Array.isArray(one.result)) one.result = one.result.map((face) => (face % 6) + 1);
    else one.result = "anything";
    one.arranged = true;
    const checked = game.throws.length - game.taken_over - 1;
    const seal = game.commitment;
    expect(verify(lesson, { seal, lesson: true })).toMatchObject({ ok: true, arranged: 1, checked });
    expect(verify(lesson, null)).toMatchObject({ ok: true, arranged: 1 });
    expect(verify(lesson, { seal, lesson: false })).toMatchObject({ ok: false, arranged: 0, wrong: one.key });
  }
});

real("a changed result, a changed secret and a seal that is another one are found", () => {
  for (const game of sealed()) {
    const changed = structuredClone(game);
    const one = changed.throws.at(-1)!;
    if (Array.isArray(one.result)) one.result[0] = ((one.result[0] as number) % 6) + 1;
    else one.result = one.pool.find((item) => item !== one.result) ?? "";
    expect(verify(changed, null)).toMatchObject({ ok: false, wrong: one.key, sealed: "shown" });

    const other = { ...game, secret: game.secret.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) };
    expect(verify(other, null)).toMatchObject({ ok: false, sealed: "broken" });
    expect(verify(game, { seal: "0".repeat(64) })).toMatchObject({ ok: false, sealed: "broken", wrong: "" });
    expect(verify(game, null)).toMatchObject({ ok: true, sealed: "shown" });

    const twice = structuredClone(game);
    twice.throws.push(structuredClone(twice.throws.at(-1)!));
    expect(verify(twice, null).ok).toBe(false);
    expect(verify({ ...game, secret: "", seed: "7" }, { seal: game.commitment }).sealed).toBe("broken");
  }
});

real("a number that was added is looked for, and must have counted from the time it was given", () => {
  const game = sealed().find((one) => one.nonces.length > 1)!;
  const [first, second] = game.nonces as [NonceInfo, NonceInfo];
  const seal = game.commitment;
  const told = (nonce: string, by: number) => verify(game, { seal, nonce, by });
  expect(told(first.nonce, first.at)).toMatchObject({ ok: true, mine: "in", later: [second.seat] });
  expect(told(second.nonce, second.at)).toMatchObject({ ok: true, mine: "in", later: [] });
  expect(second.at).toBeGreaterThan(0);
  expect(told(second.nonce, second.at - 1)).toMatchObject({ ok: false, mine: "missing", wrong: "" });
  expect(told("0".repeat(64), 0)).toMatchObject({ ok: false, mine: "missing" });
  for (const nonces of [[], [first], [second, first], [{ ...first, seat: 2 }, second]]) {
    expect(verify({ ...game, nonces }, { seal }).wrong).not.toBe("");
  }
});

test("the seal of a game is written down once, and only so many of them", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  note("a", { seal: "first" });
  note("a", { seal: "second" });
  expect([noted("a"), noted("b")]).toEqual([{ seal: "first" }, null]);
  note("a", { seal: "third", nonce: "n", by: 3 });
  note("a", { seal: "fourth", nonce: "other", by: 4 });
  expect(noted("a")).toEqual({ seal: "first", nonce: "n", by: 3 });
  kept.set("dicecup.seals", JSON.stringify({ old: "as it was written before" }));
  expect(noted("old")).toEqual({ seal: "as it was written before" });
  for (let at = 0; at < 250; at++) note(`m${at}`, { seal: "x" });
  expect([noted("a"), noted("m249")]).toEqual([null, { seal: "x" }]);
  expect(Object.keys(JSON.parse(kept.get("dicecup.seals") ?? "{}") as object)).toHaveLength(200);
});
