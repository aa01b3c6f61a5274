/** Do things one by one, each when the browser has nothing better to do, or at the latest after a while. What calls it off. */
export function atLeisure(deeds: readonly (() => void)[]): () => void {
  const { requestIdleCallback: idle, cancelIdleCallback: never } = window;
  if (!idle) return () => {}; // none of it is needed
  const left = [...deeds];
  let waiting = 0;
  const go = () => {
    left.shift()?.();
    if (left.length) wait();
  };
  const wait = () => (waiting = idle(go, { timeout: 2000 }));
  wait();
  return () => never(waiting);
}
