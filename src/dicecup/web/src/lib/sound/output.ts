// Where sounds go. The browser lets a page be heard once somebody has touched it, and complains about one that tries
// before; while sounds are off there is nothing here at all.
import { likes, whenKept } from "../settings.svelte";

const IDLE = 20_000; // milliseconds of silence after which the machine may rest
const LATE = 250; // milliseconds after which a sound is about something that is over

let context: AudioContext | null = null;
let volume: GainNode | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;

/** How loud it is, of all it could be: what is a quarter is heard as half. */
const level = () => (likes.volume / 100) ** 2;

/** Whether anything could be heard now. */
export const audible = () => likes.sound && likes.volume > 0 && !!navigator.userActivation?.hasBeenActive;

/** Where sounds are played to, once there is such a place; nothing if it is not there soon. */
export function whenOpen(play: (context: AudioContext, to: AudioNode) => void): void {
  if (!audible()) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // no such thing here, or too many of them
  }
  const [here, to] = [context, (volume ??= wired(context))];
  clearTimeout(resting);
  resting = setTimeout(rest, IDLE);
  if (here.state === "running") return play(here, to);
  const wanted = performance.now();
  here.resume().then(
    () => performance.now() - wanted < LATE && audible() && play(here, to),
    () => {}, // something else has the loudspeaker: a call, perhaps
  );
}

/** Volume, then whatever is too loud pressed down, then a ceiling that nothing gets through. */
function wired(to: AudioContext): GainNode {
  const gain = to.createGain();
  gain.gain.value = level();
  const press = to.createDynamicsCompressor();
  press.threshold.value = -10;
  press.knee.value = 6;
  press.ratio.value = 14;
  press.attack.value = 0.002;
  press.release.value = 0.12;
  const ceiling = to.createWaveShaper(); // bent, not broken off
  ceiling.curve = Float32Array.from({ length: 1025 }, (_, i) => 0.95 * Math.tanh((i / 512 - 1) * 1.15));
  gain.connect(press).connect(ceiling).connect(to.destination);
  return gain;
}

function rest(): void {
  clearTimeout(resting);
  if (context?.state === "running") void context.suspend().catch(() => {});
}

/** When something else is liked: what is off is off at once. */
whenKept.push(() => {
  if (!likes.sound || !likes.volume) rest();
  if (context && volume) volume.gain.setTargetAtTime(level(), context.currentTime, 0.02);
});
