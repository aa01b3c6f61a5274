import { expect, test } from "vitest";
import { onlyHere } from "./share";

test("a link to this very computer is no way in for another device", () => {
  for (const url of [
    "http://127.0.0.1:8765/#/join/x",
    "http://localhost/#/join/x",
    "http://[::1]:8765/",
    "http://127.0.0.1",
  ])
    expect(onlyHere(url), url).toBe(true);
  for (const url of [
    "http://192.168.1.5:8765/#/join/x",
    "https://localhost.example.org/",
    "https://dice.example/",
    "",
  ])
    expect(onlyHere(url), url).toBe(false);
});
