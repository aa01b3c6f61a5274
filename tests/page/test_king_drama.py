"""King of Tokyo to look at: blows are seen and leave nothing behind but ruins, and whoever is out hears why."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from dicecup import saves
from dicecup.testing import Scripted
from tests.page.conftest import NOWHERE, PHONE, Open
from tests.page.player import audit, bring, fits, known, press
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, ENERGY, monster, stop, table

# Writes down what comes up over the city, and what flies over the table.
_WATCH: Final = """() => {
    window.seen = new Set();
    const look = (nodes) => nodes.forEach((node) => {
        const one = node.closest?.('.over > .one, .flight');
        if (one) window.seen.add(one.className.split(' ').filter((name) => !name.startsWith('svelte')).join(' '));
    });
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => look(addedNodes)))
        .observe(document.body, { childList: true, subtree: true });
}"""
# Writes down what is drawn once where nobody sees it.
_REHEARSAL: Final = """window.rehearsed = new Set();
window.seenThere = 0;
new MutationObserver(() => document.querySelectorAll('.wings > .one').forEach((one) => {
    rehearsed.add(one.classList[1]);
    if (getComputedStyle(one).visibility !== 'hidden') seenThere += 1;
})).observe(document, { childList: true, subtree: true });"""
MOVING: Final = {"likes": {"speed": "fast", "opponents": "fast"}, "reduced_motion": "no-preference"}


def rolled(game: Scripted, *dice: int) -> Scripted:
    game.unused.insert(0, list(dice))
    game.do("roll")
    return game


def ruins(page: Page) -> int:
    return int(page.locator(".scene [data-ruins]").first.get_attribute("data-ruins") or 0)


def against_computers(page: Page, address: str, game: Scripted) -> str:
    """Put a match on the table in which Ann sits here, and the others are computer players."""
    page.goto(address)
    known(page)
    players = (saves.PERSON, *["easy"] * (len(game.match.names) - 1))
    text = saves.wrap(saves.Table(game.match.clone(), players))
    reply = page.request.post(f"{address}/api/v1/import", data={"text": text})
    assert reply.ok, reply.text()
    page.goto(f"{address}/#/match/{reply.json()['match']}")
    page.locator(".decide.mine").wait_for()
    return str(reply.json()["match"])


def attack() -> Scripted:
    """Ann is in Tokyo and has rolled five claws and an energy."""
    game = table(monster(place=CITY, energy=4), monster(hearts=8), monster(hearts=2), None)
    return rolled(game, CLAW, CLAW, CLAW, CLAW, CLAW, ENERGY)


def test_what_is_seen_over_the_city_was_drawn_before_where_nobody_sees_it(visit: Open, address: str) -> None:
    page = visit(NOWHERE, **MOVING)
    page.add_init_script(_REHEARSAL)
    bring(page, address, attack().match.clone())
    page.wait_for_function("() => rehearsed.size === 7")
    assert set(page.evaluate("[...rehearsed]")) == {"loss", "gain", "caption", "slash", "rubble", "dust", "card"}
    assert page.evaluate("seenThere") == 0
    expect(page.locator(".wings > *, .over > *")).to_have_count(0)  # and nothing is left of it
    page.evaluate("localStorage.setItem('dicecup.settings', JSON.stringify({speed: 'off', opponents: 'off'}))")
    page.reload()
    page.locator(".decide.mine").wait_for()
    page.evaluate("new Promise((go) => requestIdleCallback(() => requestIdleCallback(go)))")
    assert not page.evaluate("[...rehearsed]")  # where nothing moves nothing is rehearsed


def test_an_attack_is_seen_and_leaves_ruins_that_a_reload_an_undo_and_a_replay_know(
    visit: Open, address: str
) -> None:
    page = visit(NOWHERE, **MOVING)
    match = bring(page, address, attack().match.clone())
    assert ruins(page) == 0
    page.evaluate(_WATCH)
    press(page, "stop").click()
    page.locator(".decide.mine .press[data-press=done]").wait_for()
    expect(page.locator(".over > .one, .flight")).to_have_count(0)  # and nothing is left of it
    seen = set(page.evaluate("[...seen]"))
    assert {"one slash", "one loss", "one rubble", "one caption", "one gain", "flight"} <= seen
    broken = ruins(page)
    assert broken > 0
    page.reload()
    page.locator(".decide.mine").wait_for()
    assert ruins(page) == broken
    page.get_by_role("button", name="Undo").click()
    press(page, "stop").wait_for()
    assert ruins(page) == 0
    press(page, "stop").click()
    page.locator(".decide.mine .press[data-press=done]").wait_for()
    assert ruins(page) == broken
    page.goto(f"{address}/#/replay/{match}/99")
    expect(page.locator(f'.scene [data-ruins="{broken}"]')).to_be_attached()
    page.keyboard.press("Home")
    expect(page.locator('.scene [data-ruins="0"]')).to_be_attached()


def test_without_animation_nothing_moves_and_the_ruins_are_the_same(visit: Open, address: str) -> None:
    page = visit(NOWHERE, reduced_motion="no-preference")
    bring(page, address, attack().match.clone())
    page.evaluate(_WATCH)
    press(page, "stop").click()
    page.locator(".decide.mine .press[data-press=done]").wait_for()
    assert page.evaluate("[...seen]") == []
    assert ruins(page) > 0


def buying(first: str = "jet-fighters") -> Scripted:
    """Ann has 9 energy and the market before her."""
    market = (first, "corner-store", "evacuation-orders")
    game = table(monster(energy=9, hearts=4), monster(place=CITY), None, market=market)
    return stop(rolled(game, 1, 1, 2, 2, 3, 3))


def test_nothing_moves_when_dice_come_or_a_card_is_bought(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    bring(page, address, table(None, None).match.clone())
    before = _boxes(page, ".frame > *")
    page.get_by_role("button", name=re.compile("^Roll 6 dice")).click()
    expect(page.locator(".tray .note")).to_have_text("2 rolls left")
    assert _boxes(page, ".frame > *") == before
    page.set_viewport_size({"width": 1280, "height": 800})
    bring(page, address, buying("camouflage").match.clone())
    before = _boxes(page, ".plates > li")
    page.get_by_role("button", name=re.compile("^Buy Camouflage")).click()
    expect(page.locator(".plates .has").first).to_have_text("Camouflage")
    expect(page.locator(".plates .asked")).to_have_count(1)  # again, when the purchase is over
    assert _boxes(page, ".plates > li") == before


def _boxes(page: Page, where: str) -> Any:
    """Where things are; not the sign of a fast-forward, which is not seen."""
    return page.evaluate(
        """where => [...document.querySelectorAll(where)].filter((each) => !each.matches('.onward, .dots'))
            .map((each) => [each.className, ...Object.values(each.getBoundingClientRect().toJSON())])""",
        where,
    )


@pytest.mark.thorough
def test_a_digit_buys_the_card_of_the_market_that_shows_it(visit: Open, address: str) -> None:
    page = visit(**MOVING)
    against_computers(page, address, buying())
    keys = page.locator(".market kbd")
    expect(keys).to_have_text(["1", "2", "3"])
    expect(press(page, "sweep").locator("kbd")).to_have_text("4")  # no digit does two things
    page.evaluate(_WATCH)
    page.keyboard.press("2")
    plate = page.locator(".plates > li").filter(has_text="Ann")
    expect(plate.locator(".stars")).to_contain_text("1")
    page.locator(".decide.mine").wait_for()
    assert {"flight", "one card"} <= set(page.evaluate("[...seen]"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("buy a card")


@pytest.mark.thorough
def test_whoever_is_out_hears_by_whose_doing_and_can_begin_again_at_once(visit: Open, address: str) -> None:
    page = visit(size=PHONE)
    match = against_computers(page, address, buying())
    plate = page.locator(".plates > li").filter(has_text="Ann")
    expect(plate.locator(".you")).to_have_text("you")  # on a phone one finds oneself
    expect(page.locator(".plates .you")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Buy Jet Fighters")).click()
    out = page.get_by_role("dialog", name="You are out of the game")
    expect(out).to_contain_text("You did it yourself, with Jet Fighters.")
    expect(out.get_by_role("button", name="Watch the rest")).to_be_focused()  # what is marked, and not the way out
    fits(page)
    audit(page)
    out.get_by_role("button", name="New game at once").click()
    page.wait_for_url(re.compile(rf"#/match/(?!{re.escape(match)})"))
    expect(page.locator(".plates .hearts dd")).to_have_text(["10", "10", "10"])
    expect(page.locator(".plates strong")).to_have_text(["Ann", "Ben", "Cleo"])


def test_nobody_is_told_that_the_others_play_on_when_their_fall_ends_the_game(visit: Open, address: str) -> None:
    page = visit(**MOVING)
    game = table(monster(energy=9, hearts=4), monster(place=CITY), market=("jet-fighters", "corner-store", "jets"))
    against_computers(page, address, stop(rolled(game, 1, 1, 2, 2, 3, 3)))
    page.evaluate(
        """() => new MutationObserver(() => (window.asked ||= !!document.querySelector('dialog')))
            .observe(document.body, { childList: true, subtree: true })"""
    )
    page.get_by_role("button", name=re.compile("^Buy Jet Fighters")).click()
    expect(page.locator(".result")).to_contain_text("Ben wins")
    expect(page.locator(".result")).to_contain_text("You did it yourself, with Jet Fighters.")
    expect(page.locator(".result li").filter(has_text="Ann")).to_contain_text("you")
    assert not page.evaluate("window.asked")


@pytest.mark.thorough
def test_whoever_is_out_hears_it_before_anybody_plays_on(visit: Open, address: str) -> None:
    page = visit(**MOVING)
    against_computers(page, address, buying())
    page.get_by_role("button", name=re.compile("^Buy Jet Fighters")).click()
    out = page.get_by_role("dialog", name="You are out of the game")
    expect(out).to_be_visible()
    expect(page.locator(".logside .log p").last).to_have_text("Ann is out of the game.")
    out.get_by_role("button", name="Watch the rest").click()
    expect(page.locator(".logside")).to_contain_text("It is Ben’s turn.")


# Writes down whether what is said made room for a number over the same head.
_ROOM: Final = """() => {
    window.room = false;
    new MutationObserver(() => { window.room ||= !!document.querySelector('.scene .place.raised'); })
        .observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


# What the log says when the first card is seen over the city.
_AT_CARD: Final = """() => new MutationObserver(() => {
    if (!document.querySelector('.over > .card')) return;
    window.logged ??= document.querySelector('[role=log]').innerText;
}).observe(document.querySelector('.scene'), { childList: true, subtree: true })"""


def test_the_card_that_makes_a_die_roll_again_is_seen_before_the_die_lies(visit: Open, address: str) -> None:
    game = table(None, monster("psychic-probe", place=CITY))
    game.unused[:0] = [[1, 1, 2, 2, 3, ENERGY], [CLAW]]
    game.do("roll")
    page = visit(NOWHERE, **MOVING)
    bring(page, address, stop(game).match.clone())
    page.evaluate(_AT_CARD)
    press(page, "on psychic-probe").click()
    page.get_by_role("group", name="Dice").get_by_role("button", name=re.compile("^Die 6:")).click(
        force=True
    )  # it beckons
    expect(page.get_by_role("log")).to_contain_text("die 6 again")
    assert "Psychic Probe: Ben" not in page.evaluate("logged")


# Which numbers over the city lie beyond its edges, as they come up.
_CUT: Final = """() => {
    window.cut = [], window.numbers = 0;
    const look = () => {
        const scene = document.querySelector('.scene .over').getBoundingClientRect();
        document.querySelectorAll('.over > :is(.loss, .gain)').forEach((one) => {
            const { offsetLeft: middle, offsetWidth: wide } = one;  // as it will be, whatever it is scaled to
            window.numbers += 1;
            if (middle - wide / 2 < -1 || middle + wide / 2 > scene.width + 1) window.cut.push(one.textContent);
        });
    };
    new MutationObserver(look).observe(document.querySelector('.scene'), { childList: true, subtree: true });
}"""


def test_no_number_is_cut_off_at_the_edge_of_a_narrow_city(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=(320, 568), **MOVING)
    bring(page, address, attack().match.clone())
    page.evaluate(_CUT)
    press(page, "stop").click()
    page.locator(".decide.mine .press[data-press=done]").wait_for()
    assert page.evaluate("numbers") >= 3
    assert page.evaluate("cut") == []


@pytest.mark.thorough
def test_nothing_that_is_said_hides_a_number_or_who_is_out(visit: Open, address: str) -> None:
    page = visit(**MOVING)
    against_computers(page, address, attack())
    page.evaluate(_ROOM)
    press(page, "stop").click()
    page.locator(".scene .bubble").first.wait_for()
    layer = "(where) => Number(getComputedStyle(document.querySelector(where)).zIndex)"
    over, said = page.evaluate(layer, ".scene .over:not(.far)"), page.evaluate(layer, ".scene .place:has(.bubble)")
    assert over > said
    page.locator(".decide.mine .press[data-press=done]").wait_for()
    assert page.evaluate("room")


@pytest.mark.thorough
def test_whoever_wins_alone_comes_forward(visit: Open, address: str) -> None:
    page = visit(**MOVING)
    game = table(monster(stars=19), monster(hearts=4), None)
    against_computers(page, address, rolled(game, 1, 1, 1, 2, 2, 3))
    figure = page.locator('[data-at="figure:0"]')
    small = figure.evaluate("(node) => node.style.getPropertyValue('--size')")
    press(page, "stop").click()
    expect(page.locator(".result")).to_contain_text("You win!")
    assert (small, figure.evaluate("(node) => node.style.getPropertyValue('--size')")) == ("29cqh", "68cqh")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (375, 667), (360, 740), PHONE])
def test_on_a_phone_everybody_in_the_city_is_in_sight(visit: Open, address: str, size: tuple[int, int]) -> None:
    page = visit(NOWHERE, size=size)
    bring(page, address, table(monster(place=CITY), None, None, None).match.clone())
    foot = "(where) => document.querySelector(where).getBoundingClientRect().bottom"
    assert page.evaluate(foot, ".scene") <= page.evaluate(foot, "main.board") + 0.5
    page.goto(address)
    page.get_by_role("button", name="Teach me King of Tokyo").click()
    page.locator(".lesson").wait_for()
    assert page.evaluate(foot, ".scene") <= page.evaluate(foot, "main.board") + 0.5


@pytest.mark.thorough
def test_what_somebody_says_to_their_choice_lies_over_nothing_on_a_phone(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE, likes={"speed": "normal", "opponents": "normal"})
    game = table(monster(energy=9), monster(place=CITY), None, None)
    against_computers(page, address, stop(rolled(game, 1, 1, 2, 2, 3, CLAW)))
    page.locator(".press.main").click()
    quote = page.locator(".decide .quote")
    quote.wait_for()
    expect(page.locator(".decide .way + .fine")).to_have_css("visibility", "hidden")


# Which numbers of the plates are covered by what hangs on a plate, or stick out of theirs.
_NUMBERS: Final = """() => [...document.querySelectorAll('.plates > li')].flatMap((plate) => {
    const box = plate.getBoundingClientRect();
    const over = [...document.querySelectorAll('.plates :is(.mark, .you)')].map((e) => e.getBoundingClientRect());
    return [...plate.querySelectorAll('dd')].flatMap((number) => {
        const { left, right, top, bottom } = number.getBoundingClientRect();
        const hidden = over.some((o) => o.width && Math.min(right, o.right) - Math.max(left, o.left) > 1
            && Math.min(bottom, o.bottom) - Math.max(top, o.top) > 3);
        const next = number.parentElement.nextElementSibling?.getBoundingClientRect().left ?? box.right;
        return hidden || right > next + 0.5 ? [`${plate.innerText}: ${number.innerText}`] : [];
    });
})"""


@pytest.mark.parametrize("players", [4, 6])
def test_no_number_of_a_plate_is_hidden_however_long_it_is(visit: Open, address: str, players: int) -> None:
    much = monster(hearts=10, stars=18, energy=19, poison=2, shrink=1)
    page = visit(NOWHERE)
    bring(page, address, table(*[much] * (players - 1), monster(place=CITY, energy=12)).match.clone())
    for width, height in ((1280, 800), (768, 1024), PHONE, (360, 640), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_NUMBERS) == [], width
