import { beforeEach, expect, test, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const page = { hidden: true, documentElement: { dataset: {} } };
vi.stubGlobal("document", page);

const shown: string[] = [];
const asked = vi.fn();
class Notice {
  static permission = "default";
  static requestPermission = async () => {
    asked();
    return (Notice.permission = answer);
  };
  constructor(title: string) {
    if (broken) throw new TypeError("Illegal constructor");
    shown.push(title);
  }
}
let answer = "granted";
let broken = false;
const around = { isSecureContext: true, Notification: Notice };
vi.stubGlobal("window", around);
vi.stubGlobal("Notification", Notice);
vi.stubGlobal("location", { href: "https://table.example/#/match/7" });
const byWorker = vi.fn(async () => {});
let worker: { active: object | null; showNotification: typeof byWorker } | undefined;
vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => worker } });
const settled = () => new Promise((resolve) => setTimeout(resolve));

const { remind, wantNotices, whyNoNotice } = await import("./remind");
const { likes } = await import("./settings.svelte");

beforeEach(() => {
  likes.notify = false;
  Notice.permission = "default";
  answer = "granted";
  broken = false;
  worker = undefined;
  page.hidden = true;
  around.isSecureContext = true;
  shown.length = 0;
  asked.mockClear();
});

test("the browser is asked for leave only when somebody wants notices, and never by a turn", async () => {
  remind("Your turn", "");
  expect(asked).not.toHaveBeenCalled();
  expect(shown).toEqual([]);
  expect(await wantNotices(true)).toBe("");
  expect(asked).toHaveBeenCalledOnce();
  remind("Your turn", "");
  await settled();
  expect(shown).toEqual(["Your turn"]);
});

test("whoever looks at the page is not notified", async () => {
  await wantNotices(true);
  page.hidden = false;
  remind("Your turn", "");
  await settled();
  expect(shown).toEqual([]);
});

test("phones are notified by the worker, which knows where the table is", async () => {
  await wantNotices(true);
  worker = { active: {}, showNotification: byWorker };
  remind("Your turn", "Yahtzee");
  await settled();
  expect(shown).toEqual([]);
  const data = { url: "https://table.example/#/match/7" };
  expect(byWorker).toHaveBeenCalledWith("Your turn", expect.objectContaining({ body: "Yahtzee", data }));
});

test("a browser that refuses is told so, and the switch stays off", async () => {
  answer = "denied";
  expect(await wantNotices(true)).toMatch(/does not allow it/);
  expect(likes.notify).toBe(false);
  expect(await wantNotices(false)).toBe("");
});

test("where it cannot be, the reason is said, and nobody is asked", async () => {
  around.isSecureContext = false;
  expect(whyNoNotice()).toMatch(/https/);
  expect(await wantNotices(true)).toMatch(/https/);
  expect(asked).not.toHaveBeenCalled();
});

test("a phone that shows no notifications of pages plays on", async () => {
  await wantNotices(true);
  broken = true;
  remind("Your turn", "");
  await settled(); // nothing is left that nobody looks after
  expect(shown).toEqual([]);
});
