// The service worker: keeps as much of the page as it takes to open it and say that the table does not answer, and shows
// notifications. Whatever the server answers comes from the server: a page that was kept is shown only where there is none.

/** Made by the build: the files of the shell, and a name that changes with them. */
declare const __SHELL__: string[];
declare const __VERSION__: string;

interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Clicked extends Waiting {
  notification: Notification;
}
interface Shown {
  url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<Shown[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<E extends Event>(kind: string, heard: (event: E) => void): void;
}
const worker = self as unknown as Worker;

const OURS = "dicecup-";
const KEPT = OURS + __VERSION__;
const UNANSWERED = [502, 504]; // said by whoever stands before a server that is gone
const home = worker.registration.scope;
const files = __SHELL__;
const shell = files.map((each) => new URL(each, home).href);

worker.addEventListener<Waiting>("install", (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()));
});

worker.addEventListener<Waiting>("activate", (event) => {
  event.waitUntil(forget());
});

worker.addEventListener<Fetching>("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (isPage(request.url)) event.respondWith(page(request));
  } else if (shell.includes(request.url)) event.respondWith(file(request));
});

worker.addEventListener<Clicked>("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(look((event.notification.data as { url?: string } | null)?.url ?? home));
});

async function keep(): Promise<void> {
  const cache = await caches.open(KEPT);
  const index = await fetch(home, { cache: "no-cache" });
  const html = await index.clone().text();
  // The server may have been renewed between one file and the next: what does not belong together is not kept.
  if (!index.ok || !files.some((each) => each.endsWith(".js") && html.includes(each))) {
    await caches.delete(KEPT);
    throw new Error("The page is of another version.");
  }
  await cache.addAll(shell);
  await cache.put(home, index);
}

async function forget(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
  }
}

/** Not a file, and nothing of the interface: then it is the page, which knows what is meant. */
function isPage(url: string): boolean {
  const path = new URL(url).pathname.slice(new URL(home).pathname.length);
  return !path.startsWith("api/") && !path.split("/").at(-1)?.includes(".");
}

async function page(request: Request): Promise<Response> {
  const kept = async () => (await caches.open(KEPT)).match(home);
  try {
    const answer = await fetch(request);
    return UNANSWERED.includes(answer.status) ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

/** Its name holds a hash of what is in it, so that what was kept is what the server has. */
async function file(request: Request): Promise<Response> {
  return (await (await caches.open(KEPT)).match(request)) ?? fetch(request);
}

/** Show the table that a notification was about. */
async function look(url: string): Promise<void> {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((each) => each.url === url) ?? open[0];
  await (there ? there.focus() : worker.clients.openWindow(url));
}

export {};
