// A line of the log that somebody is led to. Whichever log is on the screen unfolds what it stands in, shows and marks
// it; where none is, the Frame opens one.

class Pointing {
  /** The number of the event; 0: none. */
  n = $state(0);
  /** Counts: the same line may be wanted twice. */
  count = $state(0);

  /** Lead to a line of the log, by the number of its event. */
  show(n: number): void {
    this.n = n;
    this.count += 1;
  }

  /** Nobody is led anywhere any more. */
  clear(): void {
    this.n = 0;
  }
}

export const pointing = new Pointing();
