// How large something is, told with the frame in which it is drawn. Svelte's own bind:clientWidth asks when a thing has just been
// put there, and then the browser has to lay everything out in the middle of the work.
import type { Attachment } from "svelte/attachments";

export function sized(tell: (width: number, height: number) => void): Attachment<HTMLElement> {
  return (node) => {
    const watch = new ResizeObserver(() => tell(node.clientWidth, node.clientHeight));
    watch.observe(node);
    return () => watch.disconnect();
  };
}
