// Pictures cut out of paper, 96 wide and 72 high. A drawing is lines of text, one piece each, the lowest first: its
// paint, then its shape. Art.svelte mixes the paints.
//
//   red M8 8h10v4z      a path, with an outline      red o 40 30 8     a circle (or an ellipse: two radii)
//   red. M8 8h10v4z     without one                  red b 4 4 20 9 2  a box, with round corners perhaps
//   ink- M8 8h10        a line; ink= is a thick one  red~6 M8 8q9 9 9  a rope: a thick line with an outline
//   red star 40 30 8    also heart, bolt, claw       red burst 40 30 12 7 9   radii, number of points
//   @face 40 30 1 leaf  a symbol: where, how large, in which paint; a minus before the size turns it round
//   ( 20 48 36          what follows is turned by so much about a point ... ) until here
import { SYMBOLS } from "./symbols";

export interface Piece {
  d: string;
  fill: string; // a paint, or none
  stroke: string;
  width: number;
  at: string; // how it is moved
}

const EDGE = 2;
const LINES: Record<string, number> = { "-": 2, "=": 3.6 };

const round = (value: number): number => Math.round(value * 100) / 100;

function ellipse(x: number, y: number, a: number, b = a): string {
  return `M${round(x - a)} ${y}a${a} ${b} 0 1 0 ${2 * a} 0a${a} ${b} 0 1 0 ${-2 * a} 0z`;
}

function box(x: number, y: number, w: number, h: number, r = 0): string {
  if (!r) return `M${x} ${y}h${w}v${h}h${-w}z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [w - 2 * r, h - 2 * r];
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

function burst(x: number, y: number, out: number, inner: number, points: number): string {
  const corners = Array.from({ length: 2 * points }, (_, at) => {
    const [r, turn] = [at % 2 ? inner : out, (Math.PI * at) / points];
    return `${round(x + r * Math.sin(turn))} ${round(y - r * Math.cos(turn))}`;
  });
  return `M${corners.join("L")}z`;
}

/** A shape drawn ten units large about the origin, put where it belongs. */
function stamp(shape: string): (x: number, y: number, size: number) => string {
  return (x, y, size) => {
    let across = true; // of the pairs of numbers, all absolute
    return shape.replaceAll(/-?[\d.]+/g, (number) => {
      const to = round((across ? x : y) + (Number(number) * size) / 10);
      across = !across;
      return `${to}`;
    });
  };
}

const SHAPES: Record<string, (...numbers: number[]) => string> = {
  o: (x = 0, y = 0, a = 1, b = a) => ellipse(x, y, a, b),
  b: (x = 0, y = 0, w = 1, h = 1, r = 0) => box(x, y, w, h, r),
  burst: (x = 0, y = 0, out = 1, inner = 1, points = 5) => burst(x, y, out, inner, points),
  star: (x = 0, y = 0, r = 1) => burst(x, y, r, r * 0.46, 5),
  heart: stamp("M0 9C-13 -1 -10 -9 -5 -9C-2 -9 0 -7 0 -4C0 -7 2 -9 5 -9C10 -9 13 -1 0 9Z") as never,
  bolt: stamp("M3 -10L-7 2L-1 2L-3 10L7 -3L1 -3Z") as never,
  claw: stamp(
    "M-8 10C-9 0 -7 -6 -3 -10C-4 -3 -5 3 -8 10ZM-1 10C-2 0 0 -6 4 -10C3 -3 2 3 -1 10ZM6 10C5 2 7 -3 10 -6C10 0 9 4 6 10Z",
  ) as never,
};

function shapeOf(words: string[]): string {
  const make = SHAPES[words[0] ?? ""];
  return make ? make(...words.slice(1).map(Number)) : words.join(" ");
}

function one(line: string, at: string, scale: number): Piece[] {
  const [paint = "", ...rest] = line.split(" ");
  const [, fill = "", kind = "", wide = ""] = /^([a-z]+)([-=.~]?)([\d.]*)$/.exec(paint) ?? [];
  const d = shapeOf(rest);
  const piece = { d, at, fill: "none", stroke: "none", width: 0 };
  if (kind in LINES) return [{ ...piece, stroke: fill, width: (LINES[kind] ?? 0) / scale }];
  if (kind === ".") return [{ ...piece, fill }];
  if (kind === "~") {
    const width = Number(wide);
    return [
      { ...piece, stroke: "ink", width: width + (2 * EDGE) / scale },
      { ...piece, stroke: fill, width },
    ];
  }
  return [{ ...piece, fill, stroke: "ink", width: EDGE / scale }];
}

function symbol(line: string, at: string): Piece[] {
  const [name = "", x = "0", y = "0", size = "1", paint = "leaf"] = line.slice(1).split(" ");
  const scale = Number(size);
  const flip = scale < 0 ? `${scale} ${-scale}` : size;
  const move = `${at} translate(${x} ${y}) scale(${flip})`.trim();
  return linesOf(SYMBOLS[name] ?? "").flatMap((each) => one(each.replace(/^\*/, paint), move, Math.abs(scale)));
}

const linesOf = (drawing: string): string[] =>
  drawing
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The pieces of a drawing, the lowest first. */
export function cut(drawing: string): Piece[] {
  let at = "";
  return linesOf(drawing).flatMap((line) => {
    if (line.startsWith("(") || line === ")") {
      at = line === ")" ? "" : `rotate(${line.slice(2)})`;
      return [];
    }
    return line.startsWith("@") ? symbol(line, at) : one(line, at, 1);
  });
}
