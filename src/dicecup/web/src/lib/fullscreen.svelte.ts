// The whole screen for the table, where the browser has that for pages.

export const canFill = !!globalThis.document?.fullscreenEnabled;
export const screenful = $state({ on: false });

if (canFill) document.addEventListener("fullscreenchange", () => (screenful.on = !!document.fullscreenElement));

export async function fillOrLeave(): Promise<void> {
  if (!canFill) return;
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: "hide" });
  } catch {
    // Not now, says the browser.
  }
}
