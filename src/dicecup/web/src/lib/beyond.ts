// What scrolls says so: whether there is more above or below what is seen.
import type { Attachment } from "svelte/attachments";

const LITTLE = 6; // pixels that nobody misses

/** Where there is more to be seen of what scrolls. */
export function beyond(at: { scrollTop: number; clientHeight: number; scrollHeight: number }): {
  above: boolean;
  below: boolean;
} {
  return {
    above: at.scrollTop > LITTLE,
    below: at.scrollTop + at.clientHeight < at.scrollHeight - LITTLE,
  };
}

/** Tells, now and whenever that changes, whether there is more of it. */
export function scrolled(tell: (more: { above: boolean; below: boolean }) => void): Attachment<HTMLElement> {
  return (node) => {
    const look = () => tell(beyond(node));
    const sizes = new ResizeObserver(look);
    for (const each of [node, ...node.children]) sizes.observe(each);
    node.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      node.removeEventListener("scroll", look);
    };
  };
}
