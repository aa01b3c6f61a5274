// Short, quiet sounds of our own making: nothing to load, off by one click, never the only signal.
import { likes } from "../settings.svelte";
import { whenOpen } from "./output";
import { strikes } from "./dice";
import type { Drawn } from "./draw";
import type { Name } from "./recipes";
import { RATE } from "./synth";

export type { Name } from "./recipes";

export interface How {
  after?: number; // milliseconds from now
  loud?: number; // of 1
  pitch?: number; // higher above 1, lower below
}

const MOST = 24; // at once, of which most are dice
const APART = 14; // milliseconds between two of the same kind

const drawn = new Map<Name, AudioBuffer[]>();
const playing = new Map<AudioBufferSourceNode, { name: Name; at: number; gain: GainNode }>(); // at: in seconds
let drawing: Worker | null = null;

/** Have the sounds drawn, once, where that holds up nothing else. */
function prepare(): void {
  if (drawing || !likes.sound) return;
  drawing = new Worker(new URL("./draw.ts", import.meta.url), { type: "module" });
  drawing.onmessage = ({ data }: MessageEvent<Drawn>) => {
    const buffer = new AudioBuffer({ length: data.samples.length, sampleRate: RATE });
    buffer.copyToChannel(data.samples, 0);
    drawn.set(data.name, [...(drawn.get(data.name) ?? []), buffer]);
    if (data.last) drawing?.terminate();
  };
}

/** Nothing is to be heard before somebody has touched the page; then it should be there soon. */
export function listenFor(to: Window): void {
  for (const touch of ["pointerdown", "keydown"])
    to.addEventListener(touch, prepare, { once: true, capture: true });
}

export const sound = {
  play(name: Name, { after = 0, loud = 1, pitch = 1 }: How = {}): void {
    whenOpen((context, to) => {
      const at = context.currentTime + after / 1000;
      const kinds = drawn.get(name);
      if (!kinds) return prepare(); // they are on their way
      const others = [...playing.values()];
      if (others.length >= MOST) return;
      if (others.some((other) => other.name === name && Math.abs(other.at - at) < APART / 1000)) return;
      const source = context.createBufferSource();
      const gain = context.createGain();
      source.buffer = kinds[Math.floor(Math.random() * kinds.length)] ?? null;
      source.playbackRate.value = pitch;
      gain.gain.value = loud;
      source.connect(gain).connect(to);
      source.start(at);
      playing.set(source, { name, at, gain });
      source.onended = () => playing.delete(source);
    });
  },

  /** So many dice roll; after `ms` all of them lie. Says when each of them comes to lie. */
  dice(count: number, ms: number, name: Name, loud = 1): number[] {
    const touches = strikes(Math.min(count, 9), ms);
    for (const die of touches) {
      die.forEach((after, touch) => {
        const hard = loud * [0.4, 0.6, 1][touch + 3 - die.length]! * (0.8 + Math.random() * 0.2);
        sound.play(name, { after, loud: hard, pitch: 0.94 + Math.random() * 0.12 });
      });
    }
    return touches.map((die) => die.at(-1) ?? 0);
  },

  /** Whatever has not been heard yet is about something that nobody will see any more. */
  hush(): void {
    for (const [source, { gain }] of playing) {
      const now = source.context.currentTime;
      gain.gain.setTargetAtTime(0, now, 0.012); // not cut off: that would click
      source.stop(now + 0.06);
    }
    playing.clear();
  },
};
