// "It is your turn", for whoever is not looking: a notification where it was asked for and is allowed.
import { keep, likes } from "./settings.svelte";
import { talkWords } from "./words_talk";

/** Why this browser cannot notify; empty: it can, if whoever sits here lets it. */
export function whyNoNotice(): string {
  const w = talkWords.notify;
  if (!window.isSecureContext) return w.insecure;
  if (!("Notification" in window)) return w.impossible;
  return Notification.permission === "denied" ? w.denied : "";
}

/** Somebody has pressed the switch: only then the browser asks. Says why not, if not. */
export async function wantNotices(on: boolean): Promise<string> {
  const allowed = on && !whyNoNotice() && (await Notification.requestPermission()) === "granted";
  likes.notify = allowed;
  keep();
  return on && !allowed ? whyNoNotice() || talkWords.notify.denied : "";
}

/** By the worker, where there is one: phones show no others. It leads back here, too. */
async function show(title: string, how: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, how);
  const notice = new Notification(title, how);
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

export function remind(title: string, body: string): void {
  if (!document.hidden || !likes.notify || whyNoNotice()) return;
  const how = { body, tag: "dicecup", icon: "icon-192.png", data: { url: location.href } };
  void show(title, how).catch(() => {}); // then title, sound and buzz have to do
}
