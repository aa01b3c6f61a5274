// The page as an app of this device: a worker that keeps its shell, so that it opens where no server answers, and a way
// to put it on the home screen. Browsers have that for pages of https, or of this computer, only.

/** What a browser lets a page ask: whether it may be put among the apps. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

let offer: Offer | null = null;
const changed = new Set<() => void>();

/** Once the page stands: nothing of it waits for this. */
export function settleIn(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // whoever wants it finds it in the settings
    offer = event as Offer;
    for (const each of changed) each();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    for (const each of changed) each();
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const enrol = () => navigator.serviceWorker.register("worker.js").catch(() => {}); // then it is a page like any other
  if (document.readyState === "complete") void enrol();
  else addEventListener("load", () => void enrol());
}

/** Whether this page may have come from what was kept, and not from the server. */
export const wasKept = () => !!globalThis.navigator?.serviceWorker?.controller;

/** Whether it can be put among the apps now; `tell` is called when that changes. Gives what ends it. */
export function whenOffered(tell: (can: boolean) => void): () => void {
  const look = () => tell(!!offer);
  look();
  changed.add(look);
  return () => changed.delete(look);
}

export async function putAmongApps(): Promise<void> {
  const asked = offer;
  offer = null; // it can be asked once
  await asked?.prompt().catch(() => {});
  for (const each of changed) each();
}
