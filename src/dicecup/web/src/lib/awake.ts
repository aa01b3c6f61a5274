// A screen that stays on while a game is played. Browsers let it go when the page is hidden, so it is asked for again.

/** Keep the screen on, where that can be; gives what ends it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;

  async function hold(): Promise<void> {
    if (over || document.hidden || (lock && !lock.released)) return;
    try {
      const got = await navigator.wakeLock?.request("screen");
      if (over || (lock && !lock.released)) void got?.release();
      else lock = got ?? null;
    } catch {
      // An almost empty battery, or no such thing here: then the screen does as it always does.
    }
  }

  const look = () => void hold();
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", look);
    void lock?.release();
  };
}
