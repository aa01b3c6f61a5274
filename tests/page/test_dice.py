"""Dice, and what is said about them: not before they have landed, right with every card, lit by a hint."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import dicecup
from dicecup.table import Match
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, SMALL, Open
from tests.page.player import audit, bring, decision, fits, log_of, moved_on, settled
from tests.page.test_presses import king, yahtzee
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, monster, table

TABLET: Final = (768, 1024)

# Looks at every frame: do dice tumble, and what does the page say at that time?
_WATCH: Final = """() => {
    window.seen = [];
    const look = () => {
        const tumble = document.getAnimations().some(({ effect }) =>
            effect.target?.classList.contains('cube') && effect.getComputedTiming().progress < 0.9);
        const places = '.latest, [role=log], [aria-live], .tray .note';
        const said = [...document.querySelectorAll(places)].map((each) => each.textContent + (each.title ?? ''));
        said.push(...[...document.querySelectorAll('.tray [aria-label]')].map((each) => each.ariaLabel));
        window.seen.push({ tumble, said: said.join(' ') });
        requestAnimationFrame(look);
    };
    look();
}"""


def test_nothing_says_what_dice_show_before_they_have_landed(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={"speed": "normal"}, reduced_motion="no-preference")
    bring(page, address, yahtzee())
    page.evaluate(_WATCH)
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name=re.compile("^Roll all 5 again")).wait_for()
    seen = page.evaluate("seen")
    told = re.compile(r"rolls \d \d \d|Die \d: \d")
    tumbled = [at for at, frame in enumerate(seen) if frame["tumble"]]
    assert tumbled == list(range(tumbled[0], tumbled[-1] + 1)), "they tumble once"
    rolling = [frame["said"] for frame in seen if frame["tumble"]]
    assert rolling, "no die has tumbled"
    assert not [said for said in rolling if told.search(said)]
    assert "Die 1: rolling" in rolling[0]
    assert re.search(r"rolls \d \d \d \d \d\.", seen[-1]["said"])
    assert re.search(r"Die 1: \d", seen[-1]["said"])


def test_whoever_goes_on_sees_the_dice_lie_when_they_are_told(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={"speed": "normal"}, reduced_motion="no-preference")
    bring(page, address, yahtzee())
    page.evaluate(_WATCH)
    page.evaluate("""() => {
        window.skipped = false;
        const look = () => {
            const rolls = document.getAnimations().some(({ effect }) => effect.target?.matches('.cube'));
            const buttons = [...document.querySelectorAll('.decide button')];
            const skip = buttons.find((each) => /skip/i.test(each.innerText));
            if (rolls && skip) window.skipped = !skip.click();
            else requestAnimationFrame(look);
        };
        look();
    }""")
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name=re.compile("^Roll all 5 again")).wait_for()
    assert page.evaluate("skipped")
    seen = page.evaluate("seen")
    assert not [frame for frame in seen if frame["tumble"] and re.search(r"Die \d: \d", frame["said"])]
    assert page.evaluate("document.querySelectorAll('.cube .side').length") == 5, "a die that lies shows one side"


def test_camouflage_is_rolled_in_sight(visit: Open, address: str) -> None:
    """Whoever is attacked rolls while the dice of the attack lie there: those make room for a moment."""
    game = table(None, monster("camouflage", place=CITY), None)
    game.unused.insert(0, [CLAW, CLAW, CLAW, 1, 1, 2])
    game.do("roll")
    page = visit(NOWHERE, likes={"speed": "fast"}, reduced_motion="no-preference")
    bring(page, address, game.match.clone())
    page.evaluate("""() => {
        window.trays = [];
        new MutationObserver(() => {
            const dice = [...document.querySelectorAll('.tray .dice li')];
            const note = document.querySelector('.tray .note')?.textContent ?? '';
            window.trays.push({ count: dice.length, note, said: dice.map((die) =>
                die.querySelector('[aria-label]')?.ariaLabel ?? '').join(' ') });
        }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    }""")
    page.get_by_role("button", name=re.compile("^Keep ")).click()
    page.get_by_role("button", name="Stay", exact=False).or_(page.locator(".press")).first.wait_for()
    rolled = [each for each in page.evaluate("trays") if "Ben rolls for Camouflage" in each["note"]]
    assert rolled, "nobody has seen it"
    assert {each["count"] for each in rolled} == {3}, "a die for each claw"
    assert "Die 1: rolling" in rolled[0]["said"]
    assert re.search(r"Die 1: (\d|heart|energy|claw)", rolled[-1]["said"])
    expect(page.locator(".tray .note")).not_to_contain_text("Camouflage")
    roll = page.get_by_role("button", name=re.compile("^Roll 6 dice"))
    for _ in range(3):  # to stay, if anything is left to yield for; and to end the turn
        settled(page)
        if roll.is_visible():
            break
        before = decision(page)
        page.locator(".press").first.click()
        moved_on(page, before)
    expect(roll).to_be_visible()
    expect(page.locator(".tray .dice li")).to_have_count(6)  # of the attack still, and none of the card


def test_what_stopping_would_bring_comes_from_the_rules(visit: Open, address: str) -> None:
    game = table(monster("fire-breathing"), monster("armor-plating", place=CITY), None)
    game.unused.insert(0, [2, 3, 1, 1, 2, CLAW])
    game.do("roll")
    page = visit(NOWHERE)
    bring(page, address, game.match.clone())
    expect(page.locator(".forecast")).to_contain_text("2 damage to Ben (10 hearts), 1 damage to Cleo (10 hearts)")


# --- hints ---


def hint(page: Page) -> None:
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".hints li").first.wait_for(timeout=60_000)


def deadwood() -> Match[Any]:
    return dicecup.new("deadwood", seats=2, seed=3, start="seat-order")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "size",
    [DESKTOP, pytest.param(TABLET, marks=pytest.mark.soak), pytest.param(PHONE, marks=pytest.mark.soak), SMALL],
    ids=lambda size: f"{size[0]} pixels",
)
def test_a_hint_lies_over_nothing_that_can_be_pressed(visit: Open, address: str, size: tuple[int, int]) -> None:
    page = visit(NOWHERE, size=size)
    for match in (king(6, 6, 1, 2, 3, 4), yahtzee("roll"), deadwood()):
        bring(page, address, match)
        first = page.locator(".press").first
        expect(first).to_be_visible()
        before = first.bounding_box()
        hint(page)
        fits(page)
        covered = page.evaluate(
            """(phone) => [...document.querySelectorAll('button, a')].filter((each) => {
                const box = each.getBoundingClientRect();
                const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                const board = each.closest('main')?.getBoundingClientRect();
                const seen = !board || box.top + box.height / 2 < board.bottom; // not scrolled away
                const instead = phone && each.closest('.ask'); // there it lies where the choices are
                return seen && !instead && !each.closest('.hints') && there?.closest('.hints');
            }).map((each) => each.textContent)""",
            size in (PHONE, SMALL),
        )
        assert not covered
        assert first.bounding_box() == before, "what is to be pressed stays where it was"
        expect(page.locator(".hints button").first).to_be_in_viewport(ratio=0.9)


def test_one_choice_of_a_hint_is_the_best_and_others_may_be_as_good(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, king(1, 2, 3, 6, 6, 6))
    hint(page)
    lines = page.locator(".hints .worth").all_inner_texts()
    assert "(best)" in lines[0]
    assert not [line for line in lines[1:] if "best" in line]
    assert all(re.search(r"\((as good|−[\d.]+%)\)", line) for line in lines[1:])
    assert not [line for line in lines if "−0.0" in line]


@pytest.mark.thorough
def test_the_dice_of_a_hint_are_lifted_and_taking_it_keeps_just_those(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = bring(page, address, yahtzee("roll"))
    dice = page.get_by_role("group", name="Dice")
    hint(page)
    audit(page)
    best = page.locator(".hints button").first
    named = [int(place) for place in re.findall(r"\d", best.inner_text().split(":")[0])]
    lit = dice.get_by_role("button", name=re.compile("the hint$"))
    assert named
    expect(lit).to_have_count(len(named))
    for place in named:
        expect(dice.get_by_role("button", name=re.compile(f"^Die {place}:.*the hint$"))).to_be_visible()
    other = next(place for place in range(1, 6) if place not in named)
    dice.get_by_role("button", name=re.compile(f"^Die {other}:")).click()  # held, and then given up for the hint
    best.click()
    expect(page.locator(".tray .note")).to_have_text(re.compile("1 roll left$"))
    assert log_of(page, address, match)[-1] == ["keep", *(place - 1 for place in named)]
    for place in range(1, 6):
        held = str(place in named).lower()
        die = dice.get_by_role("button", name=re.compile(f"^Die {place}:"))
        expect(die).to_have_attribute("aria-pressed", held)
    expect(page.locator(".hints")).to_have_count(0)


def test_a_second_press_closes_the_hint(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, yahtzee("roll"))
    button = page.get_by_role("button", name="Hint", exact=True)
    hint(page)
    expect(button).to_have_attribute("aria-expanded", "true")
    button.click()
    expect(page.locator(".hints")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_have_count(0)
