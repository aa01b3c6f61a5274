// Actors who walk: where each stood is noted before the lot is drawn anew, and each walks from there to where it is now.
import { soon } from "../../lib/soon";
import { gait, wayThrough, type Door, type Point } from "./ways";
import type { AreaInfo } from "./rules";

const WALK = 640; // milliseconds from one lot to the next
const STEP_UP = 420; // onto a role, or off it
const LATER = 60; // when all walk at once, each sets off a little after the one before

export class Walks {
  private from = new Map<number, { area: string; box: DOMRect }>();
  private going = new Set<Animation>();
  private notYet = () => {};

  constructor(
    private readonly field: () => HTMLElement | undefined,
    private readonly areas: Record<string, AreaInfo>,
    private readonly doors: Door[],
  ) {}

  /** Note where somebody is seen to stand, before that changes. */
  note(seat: number, area: string): void {
    const figure = this.figure(seat);
    if (figure && !this.from.has(seat)) this.from.set(seat, { area, box: figure.getBoundingClientRect() });
  }

  /** Whoever has been noted walks to where it stands now. */
  walk(areaOf: (seat: number) => string, tempo: number): void {
    this.notYet();
    if (tempo <= 0) this.from.clear();
    else if (this.from.size) this.notYet = soon(() => this.setOff(areaOf, tempo));
  }

  private setOff(areaOf: (seat: number) => string, tempo: number): void {
    const noted = [...this.from];
    this.from.clear();
    const ground = this.field()?.getBoundingClientRect();
    if (!ground) return;
    const ends = noted.map(([seat]) => this.figure(seat)?.getBoundingClientRect()); // before anybody sets off
    noted.forEach(([seat, { area, box }], at) => {
      const [figure, end] = [this.figure(seat), ends[at]];
      if (!figure || !end) return;
      const to = areaOf(seat);
      const through = area === to ? [] : wayThrough(this.areas, this.doors, area, to);
      const place = ({ x, y }: Point): Point => ({
        x: ground.x + (x / 4) * ground.width - end.x - end.width / 2,
        y: ground.y + (y / 4) * ground.height - end.y - end.height / 2,
      });
      const frames = gait([{ x: box.x - end.x, y: box.y - end.y }, ...through.map(place), { x: 0, y: 0 }]);
      const many = Math.max(1, (through.length + 1) / 2);
      const ms = (area === to ? STEP_UP : WALK * Math.sqrt(many)) * tempo;
      if (frames.length) this.go(figure, frames, ms, noted.length > 1 ? at * LATER * tempo : 0);
    });
  }

  /** Nobody walks any more: everybody is there. */
  stop(): void {
    this.notYet();
    this.from.clear();
    for (const one of this.going) one.cancel();
    this.going.clear();
  }

  private go(figure: HTMLElement, frames: Keyframe[], duration: number, delay: number): void {
    const lot = figure.closest<HTMLElement>("[data-area]");
    lot?.classList.add("walked"); // over its neighbours, as long as somebody comes from there
    const going = figure.animate(frames, { duration, delay, easing: "linear", fill: "backwards" });
    this.going.add(going);
    const done = () => {
      this.going.delete(going);
      lot?.classList.remove("walked");
    };
    going.onfinish = done;
    going.oncancel = done;
  }

  private figure(seat: number): HTMLElement | null {
    return this.field()?.querySelector<HTMLElement>(`[data-at="figure:${seat}"]`) ?? null;
  }
}
