// Asking a server that is just being restarted.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, Trouble } from "./api";

const replies: Response[] = [];
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (path: string, wish: { method: string }) => {
    asked.push(`${wish.method} ${path}`);
    return replies.length > 1 ? replies.shift() : replies[0]?.clone();
  });
});

afterEach(() => {
  replies.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function told(status: number, body: unknown, headers = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const RESTARTED = () => told(503, { reason: "This process is ending." }, { "retry-after": "1" });

describe("a server that is being restarted", () => {
  test("is asked again for what changes nothing", async () => {
    replies.push(RESTARTED(), told(502, {}), told(200, []));
    const found = api.matches();
    await vi.runAllTimersAsync();
    expect(await found).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  test("is not asked for ever", async () => {
    replies.push(RESTARTED());
    const found = api.matches().catch((trouble: unknown) => trouble);
    await vi.runAllTimersAsync();
    expect(await found).toBeInstanceOf(Trouble);
    expect(asked).toHaveLength(4);
  });

  test("is not told to do something twice", async () => {
    replies.push(RESTARTED());
    const done = api.forget("m").catch((trouble: unknown) => trouble);
    await vi.runAllTimersAsync();
    expect(await done).toBeInstanceOf(Trouble);
    expect(asked).toHaveLength(1);
  });

  test("with a disk that is full says so at once", async () => {
    replies.push(told(503, { reason: "The disk is full." }));
    const found = api.matches().catch((trouble: unknown) => trouble);
    await vi.runAllTimersAsync();
    expect(await found).toMatchObject({ message: "The disk is full." });
    expect(asked).toHaveLength(1);
  });
});
