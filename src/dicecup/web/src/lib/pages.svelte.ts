// On a phone a table is wider than the screen: what lies on the board one below the other, then the log. One goes from one
// to the next by a finger; each can be reached without, by scrolling and by a button.
import { calm } from "./settings.svelte";

export class Pages {
  /** How many there are on the board, and which is looked at. */
  count = $state(1);
  at = $state(0);
  private board: HTMLElement | null = null;

  /** For the board, whose parts say that they are such by `data-page`. */
  attach = (board: HTMLElement): (() => void) => {
    this.board = board;
    const look = () => this.look();
    board.addEventListener("scroll", look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(board);
    return () => {
      board.removeEventListener("scroll", look);
      sizes.disconnect();
      this.board = null;
    };
  };

  /** To the one before or after this; false: there is none. */
  turn(by: 1 | -1): boolean {
    this.look();
    const to = this.at + by;
    if (!this.board || to < 0 || to >= this.count) return false;
    this.board.scrollTo({ top: this.tops()[to] ?? 0, behavior: calm() ? "instant" : "smooth" });
    return true;
  }

  private parts(): HTMLElement[] {
    return [...(this.board?.querySelectorAll<HTMLElement>("[data-page]") ?? [])];
  }

  /** Where the board is scrolled to for each; what is seen at once is one. */
  private tops(): number[] {
    const { board } = this;
    if (!board || board.scrollHeight <= board.clientHeight + 8) return [0];
    const most = board.scrollHeight - board.clientHeight;
    const start = board.getBoundingClientRect().top - board.scrollTop;
    return this.parts().map((part, at) => (at ? Math.min(most, part.getBoundingClientRect().top - start) : 0));
  }

  private look(): void {
    const tops = this.tops();
    const here = this.board?.scrollTop ?? 0;
    this.count = Math.max(1, tops.length);
    this.at = tops.reduce(
      (best, top, at) => (Math.abs(top - here) < Math.abs((tops[best] ?? 0) - here) ? at : best),
      0,
    );
  }
}
