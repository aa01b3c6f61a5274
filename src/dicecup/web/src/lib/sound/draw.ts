// Draws every sound, in a thread of its own, in the order in which they are likely to be wanted.
import { NAMES, recipes, render, type Name } from "./recipes";

export interface Drawn {
  name: Name;
  samples: Float32Array<ArrayBuffer>;
  last: boolean;
}

const all = NAMES.flatMap((name) =>
  Array.from({ length: recipes[name].kinds ?? 1 }, (_, kind) => ({ name, kind })),
);
all.forEach(({ name, kind }, at) => {
  const samples = render(name, kind);
  const drawn: Drawn = { name, samples, last: at === all.length - 1 };
  postMessage(drawn, { transfer: [samples.buffer] });
});
