"""Whether everything on a screen can be reached, pressed and read, at any size of the window."""

from typing import Final

from playwright.sync_api import Page

SIZES: Final = ((1920, 1080), (1280, 800), (1024, 768), (768, 1024), (390, 844), (360, 640), (320, 568))
LEAST: Final = 24  # CSS pixels of whatever can be pressed, each way
FINGER: Final = 44  # on a phone

# What cannot be pressed or read: a line for each. Everything is scrolled to first, as a person would; but the
# first choices of a decision are seen without, where the window is not tiny.
_FAULTS: Final = """async least => {
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    await frame(); await frame();
    const still = document.getAnimations().map((each) => each.finished.catch(() => {}));
    await Promise.race([Promise.all(still), new Promise((go) => setTimeout(go, 1500))]);
    const faults = [];
    const modal = [...document.querySelectorAll('dialog[open], .result')].at(-1) ?? document.body;
    const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const named = (e) => (e.ariaLabel || e.innerText || e.getAttribute('name') || e.tagName)
        .trim().replace(/\\s+/g, ' ').slice(0, 60);
    const shown = (e) => e.checkVisibility({ visibilityProperty: true });
    const clips = (e) => /hidden|clip|auto|scroll/.test(getComputedStyle(e).overflow);
    const rooms = (e) => {  // whatever cuts off what sticks out of it
        const found = [];
        for (let up = e.parentElement; up && up !== document.body; up = up.parentElement)
            if (clips(up)) found.push(up);
        return found;
    };
    const out = (box, room) => Object.entries({
        left: room.left - box.left, right: box.right - room.right,
        top: room.top - box.top, bottom: box.bottom - room.bottom,
    }).filter(([, by]) => by > 1.5);
    const cutOff = (what, box, room, by) => out(box, room).forEach(([side, pixels]) =>
        faults.push(`${what}: ${Math.round(pixels)} px cut off at the ${side} by ${by}`));

    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) faults.push(`${over} px to scroll to the side`);
    const ask = document.querySelector('.ask');
    if (ask && modal === document.body && innerWidth >= 390 && innerHeight >= 768) {
        ask.scrollTop = 0;
        for (const e of [...ask.querySelectorAll('.press')].slice(0, innerWidth > 1060 ? 3 : 2))
            cutOff(named(e), e.getBoundingClientRect(), ask.getBoundingClientRect(), 'the list of choices');
    }

    for (const e of modal.querySelectorAll('a[href], button, input, select, textarea, summary')) {
        if (!shown(e) || e.closest('[inert], .jump, .unseen')) continue;
        if (getComputedStyle(e).pointerEvents === 'none') continue;
        const whole = e.matches('input') && e.closest('label') || e;
        whole.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const box = whole.getBoundingClientRect();
        const spreads = getComputedStyle(e, '::after').position === 'absolute';
        const reach = spreads ? e.closest('tr, section, li, article').getBoundingClientRect() : box;
        const [line] = e.getClientRects();  // a link can go over the end of a line
        const inText = e.matches('p a');
        if (!inText && (reach.width < least - 0.5 || reach.height < least - 0.5))
            faults.push(`${named(e)}: ${Math.round(reach.width)} x ${Math.round(reach.height)} is hard to hit`);
        if (box.height <= innerHeight) {
            cutOff(named(e), box, view, 'the window');
            for (const room of rooms(whole))
                cutOff(named(e), box, room.getBoundingClientRect(), `.${room.className}`);
        }
        const spot = inText ? line : box;
        const hit = document.elementFromPoint((spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2);
        const label = e.id ? document.querySelector(`label[for="${e.id}"]`) : null;
        const own = hit && (whole.contains(hit) || label?.contains(hit) || (spreads && hit.contains(whole)));
        if (!own) faults.push(`${named(e)}: covered by ${hit ? `${hit.tagName} ${named(hit)}` : 'nothing'}`);
    }

    for (const e of modal.querySelectorAll('*')) {
        if (![...e.childNodes].some((each) => each.nodeType === 3 && each.data.trim())) continue;
        if (!shown(e) || e.closest('svg, .unseen, .word, select, [title]')) continue;
        const cut = e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3;
        if (cut && e.clientWidth > 1 && /hidden|clip/.test(getComputedStyle(e).overflow))
            faults.push(`${named(e)}: cut short, and nothing says the rest`);
    }
    return [...new Set(faults)];
}"""


# Whatever can be pressed and is smaller than a finger: its own box, its label's, or what it spreads over. Boxes
# of a scorecard may be lower, so that all are in sight: they are as wide as a thumb, and what is chosen there is
# confirmed.
_SMALL: Final = """least => {
    const seen = (e) => e.checkVisibility({ visibilityProperty: true })
        && getComputedStyle(e).pointerEvents !== 'none';
    const size = (e) => {
        const whole = e.matches('input') && e.closest('label') || e;
        const box = whole.getBoundingClientRect();
        const spread = getComputedStyle(e, '::after');
        const parent = spread.position === 'absolute' ? e.closest('section, li').getBoundingClientRect() : box;
        return [Math.max(box.width, parent.width), Math.max(box.height, parent.height)];
    };
    const modal = document.querySelector('dialog[open]') ?? document;
    return [...modal.querySelectorAll('a[href], button, input, select, summary')]
        .filter((e) => seen(e) && !e.closest('p > a') && !e.matches('.jump, .box'))
        .map((e) => [e.ariaLabel || e.innerText || e.name, ...size(e)])
        .filter(([, width, height]) => width < least - 0.5 || height < least - 0.5)
        .map(([name, width, height]) => `${name}: ${Math.round(width)} x ${Math.round(height)}`);
}"""


def too_small(page: Page, where: str) -> list[str]:
    """What is too small for a finger on this screen, as it is."""
    return [f"{where}, for fingers: {each}" for each in page.evaluate(_SMALL, FINGER)]


def faults(page: Page, where: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """What cannot be pressed or read on this screen at these sizes."""
    found: list[str] = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{where}, {width} x {height}: {each}" for each in page.evaluate(_FAULTS, LEAST)]
    return found
