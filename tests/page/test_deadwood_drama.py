"""Deadwood as a show: what a role is worth is said before it is taken; what is played over the lot tells nothing
before it is seen, delays nobody, and leaves nothing behind.
"""

import re
from typing import Any, Final

from playwright.sync_api import Page, expect

from dicecup.games.deadwood import odds, worth
from dicecup.games.deadwood.data import SCENES, SETS
from dicecup.games.deadwood.view import view
from dicecup.testing import Scripted
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, SMALL, Open
from tests.page.player import audit, bring, dawdle, fits, log_of, press, settled
from tests.scenarios.deadwood.lot import GUM, HAT, JESSE, STEP, actor, table

_MOVING: Final = {"likes": {"speed": "fast", "opponents": "fast"}, "reduced_motion": "no-preference"}
_ROLLED: Final = re.compile(r"rolled|Made it|Not this time|Cut!|\$\d")

# Looks at every frame: what is played over the lot, do dice roll there, and what is said?
_WATCH: Final = """() => {
    window.seen = [];
    const look = () => {
        const stage = document.querySelector('.stage');
        const rolls = !!stage && document.getAnimations().some(({ effect, playState }) =>
            playState === 'running' && effect.target?.classList.contains('cube') && stage.contains(effect.target)
            && effect.getComputedTiming().progress < 0.9 && !effect.target.closest('.figure, .marquee'));
        const told = +document.querySelector('#decision')?.dataset.told;
        window.seen.push({ cue: stage?.dataset.cue ?? '', rolls, said: stage?.textContent ?? '', told });
        requestAnimationFrame(look);
    };
    look();
}"""


def last_shot() -> Scripted:
    """Ann cannot fail: her shot wraps the scene at the Saloon and ends the day."""
    return table(
        actor("saloon", ("card", 1), rank=4, chips=5),
        actor("saloon", ("set", 0), rank=2),
        actor("bank"),
        scenes={"saloon": STEP, "jail": GUM},
        shots={"saloon": 1},
        wrapped=[area for area in SETS if area not in ("saloon", "jail")],
    )


def cues(page: Page) -> list[str]:
    """What has been played so far, in order."""
    found: list[str] = []
    for frame in page.evaluate("seen"):
        if frame["cue"] and frame["cue"] != (found[-1] if found else ""):
            found.append(frame["cue"])
    return found


# On which lots the picture of the place lies over a role.
_OVERLAPS: Final = """() => [...document.querySelectorAll('.place')].flatMap((picture) => {
    const lot = picture.closest('[data-area]'), a = picture.getBoundingClientRect();
    return [...lot.querySelectorAll('.ground .roles > li')].flatMap((role) => {
        const b = role.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > 1 && high > 1 ? [`${lot.dataset.area}: ${wide} x ${high}`] : [];
    });
})"""
# How many pixels of the lot are not to be seen.
_HIDDEN: Final = """() => {
    const ground = document.querySelector('.board .ground');
    return Math.max(0, ground.scrollHeight - ground.clientHeight);
}"""
# What an arrow lies over that leads somewhere: a price, a role, a title, a name. It is round, and has no corners.
_COVERED: Final = """() => [...document.querySelectorAll('.walk svg')].flatMap((arrow) => {
    const a = arrow.getBoundingClientRect();
    return [...document.querySelectorAll('.prices td, .prices .rank, .roles > li, .title, h3 button')]
        .flatMap((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);  // the words, not the room they have
            const b = range.getBoundingClientRect();
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return wide > 5 && high > 5 ? [`${each.textContent}: ${wide} x ${high}`] : [];
        });
})"""
# By how many pixels the last choice is cut off.
_CUT: Final = """() => {
    const bottom = (each) => each.getBoundingClientRect().bottom;
    const lowest = Math.max(...[...document.querySelectorAll(".press")].map(bottom));
    return lowest - bottom(document.querySelector(".ask"));
}"""


# --- before ---


def test_the_whole_lot_is_in_sight_and_nothing_on_it_lies_over_what_is_read(visit: Open, address: str) -> None:
    """On a phone as on a laptop; a screen that is too low for it says that there is more."""
    page = visit(NOWHERE, PHONE)
    game = table(
        actor("ranch", rank=3), actor("jail"), actor("casting-office"), scenes={"ranch": JESSE, "jail": GUM}
    )
    match = bring(page, address, game.match.clone())
    settled(page)
    assert page.locator(".place").count() == len(SETS)
    assert page.evaluate(_OVERLAPS) == []
    ground = page.locator(".board .ground").first
    for width, height in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".walk")).to_have_count(4)
        assert page.evaluate(_HIDDEN) == 0
        assert page.evaluate(_COVERED) == []
        expect(ground).not_to_have_class(re.compile("below"))
    page.set_viewport_size({"width": PHONE[0], "height": 640})
    expect(ground).to_have_class(re.compile("below"))
    page.get_by_role("button", name="Move to Casting Office", exact=True).click()
    expect(page.locator('[data-area=casting-office] [data-at="figure:0"]')).to_be_visible()
    assert log_of(page, address, match)[-1] == ["move", "casting-office"]


def test_four_choices_are_seen_whole_beside_what_has_happened(visit: Open, address: str) -> None:
    game = table(actor("trailers"), actor("saloon"), active=1, scenes={"saloon": GUM})
    game.do("move", "trailers")
    page = visit(NOWHERE)
    bring(page, address, game.match.clone())
    settled(page)
    expect(page.locator(".since")).to_be_visible()
    expect(page.locator(".press")).to_have_count(4)
    assert page.evaluate(_CUT) <= 0


def test_a_role_says_its_odds_and_its_pay_before_it_is_taken(visit: Open, address: str) -> None:
    """On the lot, in its detail, also from afar, and in the decision: all as the rules have it."""
    game = table(actor("saloon", rank=4), actor("ranch"), scenes={"saloon": HAT, "ranch": JESSE})
    seen = view(game.state, 0)
    page = visit(NOWHERE)
    bring(page, address, game.match.clone())
    settled(page)
    for area, scene in (("saloon", HAT), ("ranch", JESSE)):
        budget = SCENES[scene].budget
        chance = f"{worth.percent(odds.success(budget))} ({budget}+)"
        page.get_by_role("button", name=f"Look at {area.capitalize()}").click()
        dialog = page.get_by_role("dialog")
        for role in seen.roles(area):
            if role.on == "card":
                bonus = f"about ${float(worth.mean_bonus(seen, role)):.0f} at the wrap"
                says = f"{chance} for 2 credits, otherwise nothing; {bonus}"
            else:
                says = f"{chance} for $1 and 1 credit, otherwise $1; ${role.rank} at a wrap with a star"
            line = dialog.get_by_role("listitem").filter(has_text=role.line)
            expect(line).to_contain_text(says)
            if area == "saloon" and role.rank <= 4:
                name = f"Take this role: {role.name}, rank {role.rank}. {says}"
                expect(page.locator(f'[data-area=saloon] button[aria-label="{name}"]')).to_have_count(1)
        expect(dialog).to_contain_text("each rehearsal adds 1")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    expect(press(page, "take card 1")).to_contain_text("50% for 2 credits")


def test_at_work_one_sees_what_a_rehearsal_would_change(visit: Open, address: str) -> None:
    game = table(actor("saloon", ("set", 0), rank=1, chips=1), None, scenes={"saloon": HAT})
    page = visit(NOWHERE, size=PHONE)
    bring(page, address, game.match.clone())
    settled(page)
    faces = page.locator(".odds .faces")
    expect(faces).to_have_count(2)
    now, then = (worth.percent(odds.success(4, chips)) for chips in (1, 2))
    expect(faces.first).to_contain_text(f"Now {now}")
    expect(faces.last).to_contain_text(f"After a rehearsal {then}")
    expect(press(page, "act")).to_contain_text(f"$1 + {now} for 1 credit")
    expect(press(page, "rehearse")).to_contain_text(f"then it needs 2+ ({then})")
    audit(page)
    fits(page)


def test_five_open_roles_are_seen_at_once_on_a_laptop(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=DESKTOP)
    rich = actor("ranch", rank=6)
    bring(page, address, table(rich, actor("ranch", ("card", 1), rank=4), scenes={"ranch": HAT}).match.clone())
    settled(page)
    seen = page.evaluate("""() => {
        const bottom = (each) => each.getBoundingClientRect().bottom;
        const end = bottom(document.querySelector('.ask'));
        return [...document.querySelectorAll('.press')].filter((each) => bottom(each) <= end).length;
    }""")
    assert seen >= 6


# --- while ---


# By how many pixels what is played sticks out of what is seen of the lot, at the best moment of each cue.
_STICKS_OUT: Final = """() => {
    window.out = {};
    const look = () => {
        const stage = document.querySelector('.stage'), spot = stage?.querySelector('.spot');
        const seen = document.querySelector('.board .ground')?.getBoundingClientRect();
        if (spot && stage.dataset.cue) {
            const { top, bottom } = spot.getBoundingClientRect();
            const by = Math.max(seen.top - top, bottom - seen.bottom);
            window.out[stage.dataset.cue] = Math.min(by, window.out[stage.dataset.cue] ?? Infinity);
        }
        requestAnimationFrame(look);
    };
    look();
}"""


def test_on_the_smallest_phone_all_roles_of_a_wrap_are_seen(visit: Open, address: str) -> None:
    page = visit(NOWHERE, SMALL, **_MOVING)
    page.set_viewport_size({"width": 320, "height": 568})
    bring(page, address, last_shot().match.clone())
    page.evaluate(_STICKS_OUT)
    act = press(page, "act")
    if act.count():  # else it is done without asking
        act.click()
    expect(page.locator(".logside .log")).to_contain_text("are free again", timeout=30_000)
    out = page.evaluate("out")
    assert {"act", "wrap"} <= set(out)
    assert max(out["act"], out["wrap"]) <= 1


def test_what_was_rehearsed_lies_on_the_die_of_whoever_plays(visit: Open, address: str) -> None:
    game = table(actor("saloon", ("card", 1), rank=4, chips=1), actor("saloon", ("set", 0), rank=2),
                 scenes={"saloon": STEP})  # fmt: skip
    page = visit(NOWHERE, **_MOVING)
    bring(page, address, game.match.clone())
    chips = page.locator('[data-at="figure:0"] .chips')
    expect(chips).to_have_text("+1")
    page.get_by_role("button", name=re.compile("^Rehearse")).click()
    expect(chips).to_have_text("+2")
    expect(page.locator('[data-at="figure:1"] .chips')).to_have_count(0)


def test_a_day_ends_in_scenes_and_none_tells_what_dice_show_before_they_lie(visit: Open, address: str) -> None:
    page = visit(NOWHERE, **_MOVING)
    bring(page, address, last_shot().match.clone())
    settled(page)
    page.evaluate(_WATCH)
    press(page, "act").click()
    expect(page.locator(".decide.mine .name")).to_have_text("Ben", timeout=60_000)
    assert cues(page) == ["act", "wrap", "night", "dawn"]
    seen: list[dict[str, Any]] = page.evaluate("seen")
    for cue in ("act", "wrap"):
        rolling = [frame for frame in seen if frame["rolls"] and frame["cue"] == cue]
        assert rolling, f"no die has rolled in {cue}"
        assert not [frame["said"] for frame in rolling if _ROLLED.search(frame["said"])]
        assert [frame for frame in seen if frame["cue"] == cue and _ROLLED.search(frame["said"])]
    acted = next(frame["said"] for frame in seen if "rolled" in frame["said"])
    assert re.search(r"Scene 21\s*Take 1", acted)
    assert re.search(r"6 needed\s*rolled \d \+ 5 practice chips = \d", acted)
    page.wait_for_function("!document.querySelector('.stage > *, .flight, .walked')")  # nothing is left behind
    expect(page.locator('[data-area=trailers] [data-at^="figure:"]')).to_have_count(3)


def test_whoever_goes_on_sees_nothing_of_it_any_more(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={"speed": "normal", "opponents": "normal"}, reduced_motion="no-preference")
    dawdle(page)
    bring(page, address, last_shot().match.clone())
    settled(page)
    press(page, "act").click()
    page.locator(".stage .slate").wait_for()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".decide.mine .name")).to_have_text("Ben")
    expect(page.locator(".stage > *")).to_have_count(0)
    expect(page.get_by_role("log").first).to_contain_text("Day 2 of 3")


def test_with_animation_off_nothing_is_played_and_everything_is_true(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    bring(page, address, last_shot().match.clone())
    settled(page)
    page.evaluate(_WATCH)
    press(page, "act").click()
    expect(page.locator(".decide.mine .name")).to_have_text("Ben")
    assert not cues(page)
    expect(page.locator(".lot.face-down")).to_have_count(len(SETS))
