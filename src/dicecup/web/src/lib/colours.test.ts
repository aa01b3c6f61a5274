import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../app.css", import.meta.url), "utf8");
/** The colours of a theme, by name. */
const coloursIn = (theme: string) => {
  const block = css.split(`${theme} {`)[1]?.split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  );
};

/** How bright a colour is, as the guidelines for accessible pages count it. */
function light(hex = "#000000"): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([":root", ':root[data-theme="dark"]'])("a number that has just changed can be read (%s)", (theme) => {
  const colours = coloursIn(theme);
  for (const name of ["heart", "star", "energy"]) {
    const [dark, bright] = [light(colours[name]), light(colours["changed"])].sort((a, b) => a - b) as [
      number,
      number,
    ];
    expect((bright + 0.05) / (dark + 0.05), name).toBeGreaterThan(4.5);
  }
});
