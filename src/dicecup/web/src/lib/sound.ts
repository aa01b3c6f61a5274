// Short, quiet sounds made on the spot: nothing to load, off by one click, never the only signal.
import { likes } from "./settings.svelte";

let context: AudioContext | null = null;

/** Where sounds go; nowhere while they are off. */
export function audio(): AudioContext | null {
  if (!likes.sound) return null;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    return context.state === "running" ? context : null;
  } catch {
    return null;
  }
}

export function noise(to: AudioContext, at: number, seconds: number, tone: number, loud: number): void {
  const length = Math.max(1, Math.floor(to.sampleRate * seconds));
  const buffer = to.createBuffer(1, length, to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = to.createBufferSource();
  const filter = to.createBiquadFilter();
  const gain = to.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = tone;
  filter.Q.value = 1.4;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(to.destination);
  source.start(at);
}

export function hum(
  to: AudioContext,
  at: number,
  seconds: number,
  from: number,
  down: number,
  loud: number,
): void {
  const voice = to.createOscillator();
  const gain = to.createGain();
  const filter = to.createBiquadFilter();
  voice.type = "sawtooth";
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(down, at + seconds);
  filter.type = "lowpass";
  filter.frequency.value = 420;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + seconds * 0.2);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  voice.connect(filter).connect(gain).connect(to.destination);
  voice.start(at);
  voice.stop(at + seconds);
}

export const sound = {
  /** Dice on wood. */
  dice(count: number): void {
    const to = audio();
    if (!to) return;
    for (let i = 0; i < Math.min(9, count + 2); i++) {
      noise(to, to.currentTime + 0.05 + Math.random() * 0.45, 0.05, 900 + Math.random() * 1400, 0.25);
    }
  },
  /** Time is running out. */
  tick(): void {
    const to = audio();
    if (!to) return;
    for (const at of [0, 0.22]) noise(to, to.currentTime + at, 0.06, 700, 0.3);
  },
  /** Your turn. */
  bell(): void {
    const to = audio();
    if (!to) return;
    hum(to, to.currentTime, 0.25, 392, 392, 0.05);
    hum(to, to.currentTime + 0.12, 0.35, 523, 523, 0.05);
  },
};
