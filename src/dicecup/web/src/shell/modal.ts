import { place, strayed } from "../lib/meant";

/** Show a dialog above everything; what it gives back closes it, and the focus goes where it came from. */
export function modal(box: HTMLDialogElement): () => void {
  const from = document.activeElement;
  const pointed = strayed(from);
  box.showModal();
  return () => {
    box.close();
    if (!(from instanceof HTMLElement && from.isConnected)) return;
    if (pointed) place(from);
    else from.focus({ preventScroll: true });
  };
}
