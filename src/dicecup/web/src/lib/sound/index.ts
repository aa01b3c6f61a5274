// Short, quiet sounds of our own making: nothing to load, off by one click, never the only signal.
import { audible, whenOpen } from "./output";
import { recipes, type Name } from "./recipes";
import { RATE, Tape } from "./synth";

export type { Name } from "./recipes";

export interface How {
  after?: number; // milliseconds from now
  loud?: number; // of 1
  pitch?: number; // higher above 1, lower below
}

const MOST = 12; // at once
const APART = 14; // milliseconds between two of the same kind

const drawn = new Map<string, AudioBuffer>();
const playing = new Map<AudioBufferSourceNode, { name: Name; at: number }>(); // by when they begin, in seconds

function draw(context: BaseAudioContext, name: Name, kind: number): AudioBuffer {
  const known = drawn.get(`${name} ${kind}`);
  if (known) return known;
  const samples = render(name, kind);
  const buffer = context.createBuffer(1, samples.length, RATE);
  buffer.copyToChannel(samples, 0);
  drawn.set(`${name} ${kind}`, buffer);
  return buffer;
}

/** A sound as it is, one of those of its name. */
export function render(name: Name, kind = 0): Float32Array<ArrayBuffer> {
  const { seconds, loud, draw } = recipes[name];
  const tape = new Tape(seconds, 7 + 1013 * kind + name.length);
  draw(tape);
  return tape.done(loud);
}

export const sound = {
  play(name: Name, { after = 0, loud = 1, pitch = 1 }: How = {}): void {
    whenOpen((context, to) => {
      const at = context.currentTime + after / 1000;
      const others = [...playing.values()];
      if (others.length >= MOST) return;
      if (others.some((other) => other.name === name && Math.abs(other.at - at) < APART / 1000)) return;
      const source = context.createBufferSource();
      const gain = context.createGain();
      source.buffer = draw(context, name, Math.floor(Math.random() * (recipes[name].kinds ?? 1)));
      source.playbackRate.value = pitch;
      gain.gain.value = loud;
      source.connect(gain).connect(to);
      source.start(at);
      playing.set(source, { name, at });
      source.onended = () => playing.delete(source);
    });
  },

  /** So many dice land, one after the other; after `ms` all of them lie. */
  dice(count: number, ms = 0, name: Name = "dieOnWood", loud = 1): void {
    if (!audible()) return;
    for (let die = 0; die < Math.min(count, 9); die++) {
      const after = Math.max(0, ms - 60 - (count - 1 - die) * 40) + Math.random() * 12;
      sound.play(name, { after, loud: loud * (0.75 + Math.random() * 0.25), pitch: 0.94 + Math.random() * 0.12 });
    }
  },

  /** Whatever has not been heard yet is about something that nobody will see any more. */
  hush(): void {
    for (const [source] of playing) source.stop();
    playing.clear();
  },
};
