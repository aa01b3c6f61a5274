import { expect, test } from "vitest";
import { beyond } from "./beyond";

test("what scrolls knows where there is more", () => {
  const high = { clientHeight: 300, scrollHeight: 400 };
  expect(beyond({ ...high, scrollTop: 0 })).toEqual({ above: false, below: true });
  expect(beyond({ ...high, scrollTop: 50 })).toEqual({ above: true, below: true });
  expect(beyond({ ...high, scrollTop: 100 })).toEqual({ above: true, below: false });
});

test("what is seen whole, but for a hair, has no more", () => {
  expect(beyond({ scrollTop: 0, clientHeight: 300, scrollHeight: 300 })).toEqual({ above: false, below: false });
  expect(beyond({ scrollTop: 0, clientHeight: 300, scrollHeight: 304 })).toEqual({ above: false, below: false });
});
