// A tape to draw sounds on: tones, things that are struck, and noise. Numbers only, so that it can be looked at anywhere.

export const RATE = 32_000; // samples in a second
const STEP = 16; // samples for which a pitch stays as it is

/** How a tone goes from one pitch to another, how it begins and how it dies away. Seconds and Hz. */
interface Tone {
  wave?: "sine" | "reed"; // round, or with all its overtones
  from: number;
  to?: number;
  loud?: number;
  attack?: number;
  fade?: number; // the time in which it falls to a third; none: it is held
  bright?: number; // a reed is heard up to here ...
  opens?: number; // ... and at its loudest up to here
  shake?: number; // how far it trembles, as a part of its pitch
}

interface Noise {
  pass?: "low" | "band" | "high";
  from: number; // where it is let through
  to?: number;
  sharp?: number; // how narrow that is
  loud?: number;
  attack?: number;
  fade?: number;
}

export class Tape {
  readonly samples: Float32Array<ArrayBuffer>;
  private seed: number;

  constructor(seconds: number, seed: number) {
    this.samples = new Float32Array(Math.ceil(seconds * RATE));
    this.seed = seed;
  }

  /** 0 to 1, the same in every run. */
  chance(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Somewhere between. */
  about(least: number, most: number): number {
    return least + (most - least) * this.chance();
  }

  /** Something is struck: each of its parts has a pitch, a loudness, and a time in which it falls to a third. */
  strike(at: number, parts: [pitch: number, loud: number, fade: number][], loud = 1): this {
    for (const [from, part, fade] of parts) {
      this.tone(at, fade * 6, { from, loud: part * loud, attack: 0.0008, fade });
    }
    return this;
  }

  tone(at: number, seconds: number, how: Tone): this {
    const { wave = "sine", from, to = from, loud = 1, attack = 0.005, fade = 0, shake = 0 } = how;
    const filter = how.bright ? new Filter("low", 0.9) : null;
    const turns = to / from;
    let [phase, step, count] = [0, 0, 0];
    this.draw(at, seconds, attack, fade, (part, level) => {
      if (count++ % STEP === 0) {
        const trembling = 1 + shake * Math.sin(part * seconds * 2 * Math.PI * 5.6);
        step = (from * turns ** part * trembling) / RATE;
      }
      phase = (phase + step) % 1;
      if (wave === "sine") return loud * level * Math.sin(2 * Math.PI * phase);
      const value = saw(phase, step) * loud * level;
      return filter
        ? filter.pass(value, (how.bright ?? 0) + ((how.opens ?? 0) - (how.bright ?? 0)) * level)
        : value;
    });
    return this;
  }

  noise(at: number, seconds: number, how: Noise): this {
    const { pass = "band", from, to = from, sharp = 1.2, loud = 1, attack = 0.001, fade = seconds / 4 } = how;
    const filter = new Filter(pass, sharp);
    const turns = to / from;
    let tone = from;
    let count = 0;
    this.draw(at, seconds, attack, fade, (part, level) => {
      if (count++ % STEP === 0) tone = from * turns ** part;
      return level * loud * filter.pass(this.chance() * 2 - 1, tone);
    });
    return this;
  }

  /** Let everything so far swell and fall as `shape` says, from 0 to 1 in time. */
  shape(shape: (seconds: number) => number): this {
    for (let i = 0; i < this.samples.length; i++) this.samples[i]! *= shape(i / RATE);
    return this;
  }

  /** What is on the tape, as loud as it may be, around zero, and silent at its end. */
  done(loud: number): Float32Array<ArrayBuffer> {
    const { samples } = this;
    let before = 0;
    let kept = 0;
    let most = 1e-9;
    for (let i = 0; i < samples.length; i++) {
      const now = samples[i]!;
      kept = 0.994 * (kept + now - before); // nothing below 30 Hz
      before = now;
      most = Math.max(most, Math.abs((samples[i] = kept * Math.min(1, (samples.length - 1 - i) / (0.02 * RATE)))));
    }
    for (let i = 0; i < samples.length; i++) samples[i]! *= loud / most;
    return samples;
  }

  private draw(
    at: number,
    seconds: number,
    attack: number,
    fade: number,
    value: (part: number, level: number) => number,
  ): void {
    const first = Math.round(at * RATE);
    const length = Math.min(Math.round(seconds * RATE), this.samples.length - first);
    const release = Math.min(0.02, seconds / 4);
    const less = fade ? Math.exp(-1 / (fade * RATE)) : 1;
    let dies = 1;
    for (let i = 0; i < length; i++) {
      const time = i / RATE;
      const begins = time < attack ? time / attack : 1;
      if (fade && time > attack) dies *= less;
      const level = begins * dies * Math.min(1, (seconds - time) / release);
      this.samples[first + i]! += value(time / seconds, level);
    }
  }
}

/** A saw's edge, with its corner rounded so that it does not ring. */
function saw(phase: number, step: number): number {
  let value = 2 * phase - 1;
  if (phase < step) {
    const t = phase / step;
    value -= t + t - t * t - 1;
  } else if (phase > 1 - step) {
    const t = (phase - 1) / step;
    value -= t * t + t + t + 1;
  }
  return value;
}

/** Lets part of a sound through: what is low, high or about so high. */
class Filter {
  private low = 0;
  private band = 0;
  private g = 0;
  private count = 0;

  constructor(
    private readonly kind: "low" | "band" | "high",
    private readonly sharp: number,
  ) {}

  pass(value: number, tone: number): number {
    if (this.count++ % STEP === 0) this.g = Math.tan((Math.PI * Math.min(tone, RATE * 0.45)) / RATE);
    const { g } = this;
    const k = 1 / this.sharp;
    const high = (value - (k + g) * this.band - this.low) / (1 + k * g + g * g);
    const band = this.band + g * high;
    const low = this.low + g * band;
    this.band = band + g * high;
    this.low = low + g * band;
    return this.kind === "low" ? low : this.kind === "high" ? high : band * k;
  }
}
