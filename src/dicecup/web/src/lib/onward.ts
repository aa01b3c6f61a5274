// A press on the table while others play: a tap or a click goes on to one's own next decision, holding it down lets
// everything happen faster for as long as it is held. What has a use of its own (buttons, cards, the log) keeps it, but
// for what one looks at while it acts (`data-onward`); and a press that has done something here does nothing else.

const OWN =
  "button, a, summary, input, select, textarea, label, dialog, [role=button], [role=log], [contenteditable], .own";
const ACTS = "[data-onward]";
const HOLD = 350; // milliseconds that make a press a hold
const MOVED = 12; // pixels that make it something else: a swipe, a scroll

export interface Skippable {
  readonly skippable: boolean;
  skip(): void;
  rush(on: boolean): void;
}

export function onward(node: Node, table: Skippable, page: EventTarget = window): () => void {
  let press: { id: number; x: number; y: number; held: boolean; timer: ReturnType<typeof setTimeout> } | null =
    null;
  let swallow = false; // the click that ends a press which has been held

  function end(): void {
    if (!press) return;
    clearTimeout(press.timer);
    if (press.held) table.rush(false);
    press = null;
  }

  function down(event: PointerEvent): void {
    end();
    swallow = false;
    const on = event.target as Element;
    if (!event.isPrimary || event.button || !table.skippable || !node.contains(on)) return;
    if (on.closest(OWN) && !on.closest(ACTS)) return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    const hold = () => {
      if (!press || !table.skippable) return;
      press.held = swallow = true;
      table.rush(true);
    };
    press = { id, x, y, held: false, timer: setTimeout(hold, HOLD) };
  }

  function move(event: PointerEvent): void {
    if (press?.id === event.pointerId && Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOVED)
      end();
  }

  function up(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return;
    const tap = !press.held;
    end();
    if (!tap || !table.skippable) return;
    swallow = true;
    table.skip();
  }

  // The click comes after all that, perhaps on something that was not there when the finger went down.
  function click(event: MouseEvent): void {
    if (!swallow || !event.detail) return; // without a pointer it is another press
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // The whole page loses the focus; something on it does so with every press.
  function away(event: Event): void {
    if (event.target === page) end();
  }

  function menu(event: Event): void {
    if (press?.held) event.preventDefault();
  }

  // Nothing is selected by a press that means something else. Not by CSS: to switch that would cost the page a restyling
  // of everything on the table, at the beginning and the end of everybody's turn.
  function select(event: Event): void {
    if (press) event.preventDefault();
  }

  const heard = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: end,
    blur: away,
    click,
    contextmenu: menu,
    selectstart: select,
  };
  // On the whole page: it may go up elsewhere, or on what has come up since.
  const listeners = Object.entries(heard) as [string, EventListener][];
  for (const [kind, hear] of listeners) page.addEventListener(kind, hear, { capture: true });
  return () => {
    end();
    for (const [kind, hear] of listeners) page.removeEventListener(kind, hear, { capture: true });
  };
}
