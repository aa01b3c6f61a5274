/** Show a dialog above everything; what it gives back closes it, and the focus goes where it came from. */
export function modal(box: HTMLDialogElement): () => void {
  const from = document.activeElement;
  box.showModal();
  return () => {
    box.close();
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  };
}
