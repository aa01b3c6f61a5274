// Handing a link on.

/** Copy a text; false: the browser would not. Over plain HTTP there is only the old way, from a field that is marked. */
export async function copy(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed here; then the other way.
  }
  field?.focus();
  field?.select();
  try {
    return !!field && document.execCommand("copy");
  } catch {
    return false;
  }
}

/** Whether a link leads to the computer it is opened on, whichever that is. */
export function onlyHere(url: string): boolean {
  return /^https?:\/\/(localhost|[^/:]+\.localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(url);
}

export const canShare = () => typeof navigator.share === "function";

/** Let the device ask whom to send it to; whoever thinks better of it has done nothing. */
export async function share(title: string, text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, text, url });
  } catch {
    // Thought better of it, or the device would not: there is still the link to copy.
  }
}
