// A finger that goes sideways, over something that does not go sideways itself. It takes nothing from scrolling, from
// selecting text, from what is pressed, or from the edges of the screen, where phones have ways of their own.

export interface Ways {
  left?: () => void; // the finger goes to the left
  right?: () => void;
}

const EDGE = 30; // pixels of the screen that are not ours
const FAR = 56; // pixels that are meant
const SLOW = 700; // milliseconds after which it is something else

export function swipe(ways: () => Ways): (node: HTMLElement) => () => void {
  return (node) => {
    let from: { x: number; y: number; at: number } | null = null;

    function start(event: TouchEvent): void {
      const [touch] = event.touches;
      from = null;
      if (!touch || event.touches.length > 1 || !ours(event.target as Element, node)) return;
      const { clientX: x, clientY: y } = touch;
      if (x > EDGE && x < innerWidth - EDGE) from = { x, y, at: event.timeStamp };
    }

    function move(event: TouchEvent): void {
      const [touch] = event.touches;
      if (!from || !touch || event.touches.length > 1) return void (from = null);
      const [dx, dy] = [Math.abs(touch.clientX - from.x), Math.abs(touch.clientY - from.y)];
      if (dy > 14 && dy > dx) from = null; // it scrolls
    }

    function end(event: TouchEvent): void {
      const [touch] = event.changedTouches;
      const began = from;
      from = null;
      if (!began || !touch || event.timeStamp - began.at > SLOW || getSelection()?.isCollapsed === false) return;
      const [dx, dy] = [touch.clientX - began.x, touch.clientY - began.y];
      if (Math.abs(dx) < FAR || Math.abs(dx) < 2 * Math.abs(dy)) return;
      const { left, right } = ways();
      (dx < 0 ? left : right)?.();
    }

    const forget = () => (from = null);
    node.addEventListener("touchstart", start, { passive: true });
    node.addEventListener("touchmove", move, { passive: true });
    node.addEventListener("touchend", end, { passive: true });
    node.addEventListener("touchcancel", forget);
    return () => {
      node.removeEventListener("touchstart", start);
      node.removeEventListener("touchmove", move);
      node.removeEventListener("touchend", end);
      node.removeEventListener("touchcancel", forget);
    };
  };
}

/** Whether a finger there may mean this: not where something is slid or written, or goes sideways itself. */
function ours(target: Element, node: HTMLElement): boolean {
  if (target.closest("input, select, textarea, [contenteditable], [role=slider]")) return false;
  for (let each: Element | null = target; each && each !== node; each = each.parentElement) {
    if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX))
      return false;
  }
  return true;
}
