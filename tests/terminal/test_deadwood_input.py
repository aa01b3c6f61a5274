"""What can be typed in Deadwood: every choice by its number and its words, and nothing else by accident."""

import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games.deadwood.data import AREAS
from dicecup.table import Match
from dicecup.terminal.commands import known
from dicecup.terminal.deadwood.input import COMMANDS, default, understand
from dicecup.terminal.questions import Unclear
from tests.scenarios.deadwood.lot import NAMES, actor, fresh, table
from tests.terminal.deadwood_positions import DECISIONS, at_ranch, at_saloon, in_office, working
from tests.terminal.helpers import asked, asks_back, at, drawn, meant

COW = "a-man-called-cow-16"  # Preacher 3, Amused Witness 6
LAW = "law-and-the-old-west-20"  # Rug Merchant 1, Banker 2, Talking Mule 5


def check_typing(match: Match[Any]) -> None:
    """Every choice can be typed by its number, its text and by name; Enter only takes what is the only one."""
    view, ask = asked(match)
    for number, option in enumerate(ask.options, start=1):
        assert tuple(understand(view, ask, str(number))) == option
        assert tuple(understand(view, ask, option.text)) == option
        if option.verb == "move":
            name = AREAS[str(option.args[0])].name
            for line in (name, f"move {name}", f"GO TO THE {name}"):
                assert tuple(understand(view, ask, line)) == option
        elif option.verb == "take":
            _, on, slot = option
            [role] = [r for r in view.roles(view.actors[ask.seat].area) if (r.on, r.slot) == (on, slot)]
            kind = "star" if on == "card" else "extra"
            for line in (f"{role.name} ({kind}, rank {role.rank})", f"take {role.name} {kind}"):
                assert tuple(understand(view, ask, line)) == option
        elif option.verb == "upgrade":
            assert tuple(understand(view, ask, f"upgrade {option.args[0]} {option.args[1]}")) == option
        else:
            assert tuple(understand(view, ask, option.verb)) == option
    enter = default(ask)
    assert (enter is not None) == (len(ask.options) == 1)
    if enter is not None:
        assert tuple(understand(view, ask, "")) == enter
    else:
        assert "Type a number from 1 to" in asks_back(match, " ")


@pytest.mark.parametrize("name", DECISIONS)
def test_every_choice_of_every_decision_can_be_typed(name: str) -> None:
    check_typing(DECISIONS[name].match())


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 8])
def test_every_choice_in_random_games_can_be_typed(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rng = random.Random(seats)
    match = dicecup.new("deadwood", names=NAMES[:seats], seed=seats)
    seen = set()
    while match.pending is not None:
        options = match.pending.options
        if len(match.log) % 4 == 0 or options[0].verb == "upgrade":
            check_typing(match)
            assert max(map(len, drawn(match).splitlines())) <= 80
            seen |= {option.verb for option in options}
        match.answer(rng.choice([o for o in options if o.verb in ("take", "upgrade")] or options))
    assert seen == {"move", "take", "upgrade", "act", "rehearse", "end"}


# --- places ---


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("", "Type a number from 1 to 4, a place or “end”"),
        ("move", "Where to: (1) Main Street, (2) the Saloon or (3) the Hotel?"),
        ("go to the", "Where to: (1) Main Street, (2) the Saloon or (3) the Hotel?"),
        ("5", "There is no choice 5; take 1 to 4."),
        ("0", "There is no choice 0"),
        ("9" * 5000, "There is no choice 999"),
        ("move 4", "Choice 4 is: end the turn. If you mean that, type the number alone."),
        ("move atlantis", "There is no place called “atlantis”. Here: (1) Main Street, (2) the Saloon"),
        ("banana", "not one of the choices"),
        ("-1", "not one of the choices"),
        ("move -1", "not one of the choices"),
        ("²", "not one of the choices"),
        *((letter, "“help” for more.") for letter in "bdghmopstu"),
        ("take", "There are no roles"),
        ("take faro player", "Faro Player is a role at the Hotel, and you are at the Trailers."),
        ("jailer", "Jailer is a role in “Humor at the Expense of Others”, scene 16. Nobody has seen it yet."),
        ("shot in leg", "Shot in Leg is a role at the Ranch, and you are at the Trailers."),
        ("man", "That can mean (1) Man in Overalls (extra, rank 1) or (2) Man Under Horse (extra, rank 3)."),
        ("take man with", "or 4 others. Which one?"),
        ("look", "not one of the choices"),
        ("drunk", "Sleeping Drunkard is a role at the Hotel"),
        ("act twice", "“twice” does not belong there. If you want to act, type “act” alone."),
        ("end game", "“game” does not belong there."),
        ("upgrade soon", "“soon” does not belong there."),
        *((line, "not one of the choices") for line in ("to", "the", "...", "\\", "🎬", "to the", "please", "at")),
        ("don't end", "not one of the choices"),
        ("not hotel", "not one of the choices"),
    ],
)
def test_what_is_unclear_in_the_morning_is_asked_back(line: str, question: str) -> None:
    match = fresh(2).match
    try:
        answer = match.why_not(meant(match, line)) or "done"
    except Unclear as back:
        answer = str(back)
    assert question in answer


def test_a_place_next_door_goes_before_others() -> None:
    match = table(actor("church"), None, scenes={"church": LAW}).match
    assert "not one of the choices" in asks_back(match, "se")
    assert meant(match, "sec") == ("move", "secret-hideout")
    assert meant(match, "move s") == ("move", "secret-hideout")
    assert "not one of the choices" in asks_back(match, "xy")


def test_an_exact_name_goes_before_a_beginning() -> None:
    """Banker is a role, the Bank is a place; Preacher is not Preacher with Bag."""
    match = table(actor("saloon", rank=2), None, scenes={"saloon": LAW}).match
    assert meant(match, "bank") == ("move", "bank")
    assert meant(match, "banker") == ("take", "card", 1)
    assert "That can mean (1) the Bank or (2) Banker (star, rank 2)" in asks_back(match, "ban")
    match = table(actor("train-station", rank=2), None, scenes={"train-station": COW}).match
    assert match.why_not(meant(match, "preacher")) == "Preacher is for rank 3 and higher; you have rank 2."
    assert meant(match, "preacher with") == ("take", "set", 2)
    assert meant(match, "take bag") == ("take", "set", 2)


# --- roles ---


def test_a_name_that_exists_twice_is_asked_back() -> None:
    """W15."""
    match = at_ranch().match
    both = "That can mean (1) Shot in Leg (star, rank 4) or (2) Shot in Leg (extra, rank 1). Which one?"
    assert asks_back(match, "shot in leg") == both
    assert asks_back(match, "take leg") == both
    assert meant(match, "Shot in Leg (extra, rank 1)") == ("take", "set", 0)
    assert "Which role: (1) Shot in Leg (star, rank 4), (2) Shot in Back (star, rank 2)" in asks_back(
        match, "take"
    )


ELVIS = "gun-the-musical-25"  # Looks like Elvis 4
PRAIRIE = "my-years-on-the-prairie-27"  # Startled Ox 5
PIONEERS = "trials-of-the-first-pioneers-5"  # Hit with Table 5


@pytest.mark.parametrize(
    ("place", "scene", "line", "question"),
    [
        *(
            (
                "secret-hideout",
                ELVIS,
                line,
                "If you mean Penny, who is Lost (extra, rank 4), type “take penny, who is lost”.",
            )
            for line in ("who", "lost", "pen")
        ),
        ("hotel", ELVIS, "look", "If you mean Looks like Elvis (star, rank 4), type “take looks like elvis”."),
        ("hotel", ELVIS, "elvis", "If you mean Looks like Elvis (star, rank 4), type “take looks like elvis”."),
        ("hotel", ELVIS, "player", "If you mean Faro Player (extra, rank 1), type “take faro player”."),
        ("hotel", PIONEERS, "hit", "If you mean Hit with Table (star, rank 5), type “take hit with table”."),
        *(
            ("hotel", PRAIRIE, line, "not one of the choices")
            for line in ["star", "card", "p", "h", "o", "d", "f", "fa"]
        ),
    ],
)
def test_words_that_need_not_be_a_name_take_no_role(place: str, scene: str, line: str, question: str) -> None:
    match = table(actor(place, rank=6), None, scenes={place: scene}).match
    assert question in asks_back(match, line)


def test_the_first_word_of_a_role_or_its_name_takes_it() -> None:
    for place, scene, lines in (
        ("secret-hideout", ELVIS, ("penny", "Penny, who is Lost", "penny who", "take lost", "take penny please")),
        ("hotel", ELVIS, ("looks", "looks like", "take elvis", "take elvis please", "please take elvis")),
        ("hotel", PIONEERS, ("hit with", "Hit with Table", "take hit", "hit with table star")),
    ):
        match = table(actor(place, rank=6), None, scenes={place: scene}).match
        taken = {meant(match, line) for line in lines}
        assert len(taken) == 1
        assert taken <= set(match.pending.options if match.pending else ())


def test_a_word_that_is_nearly_a_command_is_taken_for_it(tmp_path: Path) -> None:
    position = table(actor("hotel", rank=6), None, scenes={"hotel": PIONEERS})
    shown = at(tmp_path, position).types("player", "hit", "h")
    assert 'Did you mean "players"?' in shown
    assert 'Did you mean "hint"?' in shown
    assert '"help" for more.' in shown


def test_every_command_is_known_as_one(tmp_path: Path) -> None:
    assert set(known(at(tmp_path, fresh(2)).session)) == set(COMMANDS)


def test_a_role_by_its_kind_or_rank_alone() -> None:
    match = table(actor("hotel", rank=5), None, scenes={"hotel": PRAIRIE}, moved=True).match
    assert "Startled Ox (star, rank 5)" in asks_back(match, "take star")
    assert "Faro Player (extra" in asks_back(match, "take extra")
    assert "Startled Ox" not in asks_back(match, "take extra")
    assert meant(match, "take rank 5") == meant(match, "startled ox")


def test_of_two_roles_the_one_that_can_be_had_is_meant() -> None:
    match = table(actor("ranch", rank=2), None, scenes={"ranch": "jesse-james-man-of-action-8"}, moved=True).match
    assert meant(match, "shot in leg") == ("take", "set", 0)
    assert (
        match.why_not(meant(match, "shot in leg star")) == "Shot in Leg is for rank 4 and higher; you have rank 2."
    )


def test_roles_of_others_and_elsewhere_are_refused_with_the_reason() -> None:
    match = at_saloon().match
    assert match.why_not(meant(match, "farmer")) == "Cleo is already playing Reluctant Farmer."
    assert (
        asks_back(match, "take crying woman") == "Crying Woman is a role at the Church, and you are at the Saloon."
    )
    assert "There is no role called “nobody”. Here: (1) One-Eyed Man (star, rank 4)" in asks_back(
        match, "take nobody"
    )


# --- ranks ---


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("upgrade", "That can mean rank 2 for $4, rank 2 for 5 credits or rank 3 for $10. Which one?"),
        ("upgrade 2", "That can mean rank 2 for $4 or rank 2 for 5 credits. Which one?"),
        ("upgrade 2 dollars credits", "A rank is bought all in dollars or all in credits, one at a time. "
         "Type it like “upgrade 3 credits”."),
        ("upgrade to 2 to 3", "A rank is bought all in dollars or all in credits, one at a time. "
         "Type it like “upgrade 3 credits”."),
        ("$", "That can mean rank 2 for $4 or rank 3 for $10. Which one?"),
        ("dollars", "That can mean rank 2 for $4 or rank 3 for $10. Which one?"),
        ("buy 2 for $5", "Rank 2 costs $4 or 5 credits, not $5."),
        ("buy rank 3 for 9 credits", "Rank 3 costs $10 or 10 credits, not 9 credits."),
        ("upgrade 3 for 7", "Rank 3 costs $10 or 10 credits, not 7."),
        ("$7", "No rank costs $7; “prices” shows what they cost."),
        ("2 credits", "No rank costs 2 credits; “prices” shows what they cost. "
         "If you mean rank 2, type “upgrade 2”."),
        ("pay 1", "No rank costs 1; “prices” shows what they cost."),
        ("buy bananas", "“bananas” does not belong there. Type it like “upgrade 3 credits”."),
        ("upgrade $", "That can mean rank 2 for $4 or rank 3 for $10. Which one?"),
    ],
)  # fmt: skip
def test_what_is_unclear_about_ranks_is_asked_back(line: str, question: str) -> None:
    assert asks_back(in_office(12, 6).match, line) == question


FOUR_DOLLARS = """$4, 4$, $ 4, pay $4, upgrade $4, upgrade for $4, for $4, 4 dollars, pay 4 dollars, buy for 4,
pay 4, 2 for $4, upgrade 2 4 dollars, rank 2 for $4, buy rank 2 for 4"""
FIVE_CREDITS = """5 credits, pay 5 credits, buy for 5 credits, credits, in credits, with credits, pay 5,
with 5 credits, 5 credits please, buy with 5 credits, rank 2 for 5 credits"""
TEN_DOLLARS = "$10, 10 dollars, buy for $10, pay 10 dollars for rank 3"


@pytest.mark.parametrize(
    ("line", "bought"),
    [
        *((line, (2, "dollars")) for line in FOUR_DOLLARS.split(",")),
        *((line, (2, "credits")) for line in FIVE_CREDITS.split(",")),
        *((line, (3, "dollars")) for line in TEN_DOLLARS.split(",")),
    ],
)
def test_an_amount_is_what_is_paid(line: str, bought: tuple[int, str]) -> None:
    """Never the number of a choice, and never a rank that costs something else."""
    assert meant(in_office(40, 9).match, line) == ("upgrade", *bought)


@pytest.mark.parametrize(
    "line", ["$4", "4$", "€4", "£ 4", "move $4", "move €1", "take $1", "end $", "4%", "4?", "$1", "4 €"]
)
@pytest.mark.parametrize("position", [lambda: fresh(2), at_saloon, lambda: working(1)])
def test_an_amount_where_nothing_is_sold_does_nothing(line: str, position: Any) -> None:
    match = position().match
    with contextlib.suppress(Unclear):
        assert match.why_not(meant(match, line)) is not None


def test_a_rank_and_a_currency_are_no_amount() -> None:
    """As the page about the terminal says it: the number behind “upgrade” is the rank."""
    assert meant(in_office(40, 25).match, "upgrade 5 credits") == ("upgrade", 5, "credits")
    assert meant(in_office(40, 25).match, "u 3 $") == ("upgrade", 3, "dollars")
    assert "rank 3 for $10 or rank 3 for 10 credits" in asks_back(in_office(40, 25).match, "buy rank 3 for 10")
    assert meant(fresh(2).match, "(1)") == meant(fresh(2).match, "#1") == meant(fresh(2).match, "1.")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("upgrade 4", "Rank 4 costs $18 or 15 credits, not a mix of both; you have $12 and 6 credits."),
        ("upgrade 3 credits", "Rank 3 costs 10 credits and you have 6; you could pay $10."),
        ("upgrade 0", "There is no rank 0; ranks go from 1 to 6."),
        ("upgrade 1", "You already have rank 1; you can only buy a higher one."),
        ("upgrade 7", "There is no rank 7; ranks go from 1 to 6."),
        ("rank 99999999999999999999", "There is no rank 999999999; ranks go from 1 to 6."),
    ],
)
def test_what_cannot_be_bought_is_refused_with_the_reason(line: str, reason: str) -> None:
    match = in_office(12, 6).match
    assert match.why_not(meant(match, line)) == reason


def test_while_working() -> None:
    match = working().match
    for line in ("end", "bank", "move", "take", "take shooter", "one-eyed man", "upgrade 2", "sleeping drunkard"):
        reason = match.why_not(meant(match, line))
        assert reason is not None
        assert reason.startswith("You are working on a role, Faro Player")
    assert "Type a number from 1 to 2, “act” or “rehearse”" in asks_back(match, "")
    assert "Press Enter to act" in asks_back(working(3).match, "banana")
    assert asks_back(working(3).match, "2") == "There is no choice 2; there is only 1."


@pytest.mark.parametrize("name", DECISIONS)
def test_no_does_nothing(name: str) -> None:
    """Whoever says no to something does not want it."""
    match = DECISIONS[name].match()
    _, ask = asked(match)
    for option in ask.options:
        for line in (f"don't {option.text}", f"do not {option.text}", f"no {option.text}", f"not {option.verb}"):
            with pytest.raises(Unclear):
                meant(match, line)
