// The service worker, with a browser around it that only takes notes.
import { beforeEach, expect, test, vi } from "vitest";

const HOME = "https://table.example/";
const heard = new Map<string, (event: unknown) => void>();
const kept = new Map<string, Response>();
let answer: () => Promise<Response>;
let windows: { url: string; focus: () => Promise<void> }[] = [];
const opened = vi.fn(async () => {});

vi.stubGlobal("__SHELL__", ["assets/index-1.js", "assets/index-1.css"]);
vi.stubGlobal("__VERSION__", "v2");
vi.stubGlobal("self", {
  registration: { scope: HOME },
  clients: { matchAll: async () => windows, openWindow: opened },
  skipWaiting: async () => {},
  addEventListener: (kind: string, run: (event: unknown) => void) => heard.set(kind, run),
});
const names = new Set(["dicecup-v1", "somebody-else"]);
const urlOf = (what: string | Request) => (typeof what === "string" ? what : what.url);
vi.stubGlobal("caches", {
  open: async (name: string) => {
    names.add(name);
    return {
      match: async (what: string | Request) => kept.get(urlOf(what))?.clone(),
      put: async (what: string, reply: Response) => void kept.set(what, reply),
      addAll: async (all: string[]) => all.forEach((each) => kept.set(each, new Response("kept"))),
    };
  },
  keys: async () => [...names],
  delete: async (name: string) => names.delete(name),
});
vi.stubGlobal("fetch", () => answer());
await import("./worker");

const says =
  (text: string, status = 200) =>
  async () =>
    new Response(text, { status });
const nobody = () => Promise.reject(new TypeError("Failed to fetch"));

/** What becomes of a request; null: the worker leaves it alone. */
async function ask(path: string, { mode = "navigate", method = "GET" } = {}): Promise<string | null> {
  let reply: Promise<Response> | null = null;
  const request = { url: HOME + path, mode, method };
  heard.get("fetch")?.({ request, respondWith: (one: Promise<Response>) => (reply = one) });
  return reply && (await (reply as Promise<Response>)).text();
}

async function happen(kind: string, more: object = {}): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  heard.get(kind)?.({ ...more, waitUntil: (one: Promise<unknown>) => (done = one) });
  await done;
}

beforeEach(async () => {
  kept.clear();
  windows = [];
  opened.mockClear();
  answer = says('<script src="./assets/index-1.js">');
  await happen("install");
});

test("where the server answers, its page is shown; where it does not, the one that was kept", async () => {
  answer = says("new");
  expect(await ask("")).toBe("new");
  answer = nobody;
  expect(await ask("join/ABCDE")).toContain("index-1.js");
  answer = says("Bad Gateway", 502);
  expect(await ask("")).toContain("index-1.js");
  answer = says("Something went wrong here.", 500);
  expect(await ask("")).toBe("Something went wrong here.");
});

test("the interface, what is sent, and files that are no part of the shell are none of its business", async () => {
  answer = nobody;
  expect(await ask("api/v1/hello", { mode: "cors" })).toBeNull();
  expect(await ask("api/v1/matches/1/export")).toBeNull();
  expect(await ask("", { method: "POST" })).toBeNull();
  expect(await ask("third-party.txt")).toBeNull();
  expect(await ask("assets/table-9.js", { mode: "cors" })).toBeNull();
  expect(await ask("assets/index-1.js", { mode: "cors" })).toBe("kept");
});

test("a page of another version than its files is not kept", async () => {
  kept.clear();
  answer = says('<script src="./assets/index-2.js">');
  await expect(happen("install")).rejects.toThrow("another version");
  expect(kept.size).toBe(0);
});

test("of older versions nothing stays; what is not ours does", async () => {
  await happen("activate");
  expect([...names].sort()).toEqual(["dicecup-v2", "somebody-else"]);
});

test("a notification leads to its table, or opens it", async () => {
  const url = `${HOME}#/match/7`;
  const close = vi.fn();
  const focus = [vi.fn(async () => {}), vi.fn(async () => {})];
  windows = [`${HOME}#/help`, url].map((each, at) => ({ url: each, focus: focus[at]! }));
  await happen("notificationclick", { notification: { close, data: { url } } });
  expect(close).toHaveBeenCalledOnce();
  expect(focus.map((one) => one.mock.calls.length)).toEqual([0, 1]);
  windows = [];
  await happen("notificationclick", { notification: { close, data: { url } } });
  expect(opened).toHaveBeenCalledWith(url);
});
