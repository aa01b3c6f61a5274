"""Deadwood on the screen: every decision is shown and can be typed, everything can be looked at, and all fits."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, SCENES
from dicecup.table import Match
from dicecup.terminal.deadwood.map import NARROWEST
from dicecup.terminal.deadwood.words import PARTS, RULES, TOPICS
from dicecup.testing import Scripted
from tests.scenarios.deadwood.lot import HAT, NAMES, PAIL, actor, day_of, fresh, table
from tests.terminal.deadwood_positions import CARD, DECISIONS, SET, at_ranch, at_saloon, in_office, working
from tests.terminal.helpers import at, flat

LOOKING = ["map", "where", "scenes", "scenes unseen", "scenes saloon", "players", "prices", "why", "help", "log"]
LONG_NAMES = (
    "Wolfgang Amadeus Mozart-Smith",
    "Player 1",
    "Player 2",
    "夜の王",
    "Computer",
    "Computer 2",
    "Zoë",
    "X",
)


def seen(match: Match[Any]) -> DeadwoodView:
    view = match.view()
    assert isinstance(view, DeadwoodView)
    return view


def too_long(shown: str, columns: int) -> list[str]:
    """Lines that do not fit, without prompts and the words of farewell, which every game has."""
    others = re.compile(".* > |Your game is saved|For another game")
    return [line for line in shown.splitlines() if len(line) > columns and not others.match(line)]


@pytest.mark.parametrize("columns", [40, 60, NARROWEST, 80, 120])
@pytest.mark.parametrize("words", [False, True])
def test_other_widths(columns: int, words: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever can be looked at, in games of eight with names of every kind."""
    monkeypatch.setenv("COLUMNS", str(columns))
    match = dicecup.new("deadwood", names=LONG_NAMES, seed=columns)
    rng = random.Random(columns)
    while match.pending is not None:
        if len(match.log) % 200 < 2:
            person = at(tmp_path, match, words=words)
            shown = person.types(*[line for line in LOOKING if line != "help" or columns >= 80])
            assert not too_long(shown, columns)
        options = match.pending.options
        match.answer(rng.choice([o for o in options if o.verb in ("take", "act", "upgrade")] or options))
    shown = at(tmp_path, match, words=words).types("map", "where", "players")
    assert not too_long(shown, columns)


@pytest.mark.parametrize("name", DECISIONS)
def test_the_lot_can_be_looked_at_from_every_prompt(name: str, tmp_path: Path) -> None:
    match = DECISIONS[name].match()
    before = match.save()
    shown = flat(at(tmp_path, match).types(*LOOKING, "help wrap", "help shot in leg", "show", "why end"))
    assert match.save() == before
    assert "Casting Office" in shown
    assert "Next door to Ann:" in shown
    assert "Not seen yet: " in shown
    assert "rank dollars credits points" in shown
    assert flat(RULES)[:60] in shown
    assert flat(TOPICS["wrap"])[:60] in shown
    assert "{" not in shown
    assert shown.count("Shot in Leg, rank ") == 2


@pytest.mark.parametrize("name", DECISIONS)
def test_what_is_no_choice_gets_a_reason_and_changes_nothing(name: str, tmp_path: Path) -> None:
    match = DECISIONS[name].match()
    person = at(tmp_path, match)
    before = match.save()
    typed = [
        *(
            "banana",
            "99",
            "0",
            "-1",
            "²",
            "move",
            "move nowhere",
            "move casting offica",
            "take banana",
            "upgrade 9",
        ),
        *(
            "upgrade 4 bananas",
            "take one-eyed man",
            "don't act",
            "act later",
            "end of the day?",
            "do not move bank",
        ),
        *("not saloon", "jail", "film critic", "upgrade 6 dollars", "no"),
    ]
    shown = person.types(*typed)
    assert match.save() == before
    assert shown.count(" > ") >= len(typed) + 1


# --- looking around ---


def test_where(tmp_path: Path) -> None:
    shown = at(tmp_path, at_saloon()).types("where")
    assert "Ann is at the Saloon." in shown
    assert "Ben is playing Defrocked Priest (star, rank 2) at the Saloon with 2 practice chips." in flat(shown)
    assert "Next door to Ann:\n- Main Street: card face down, 3 shots." in shown
    assert "To the Casting Office it is 3 moves." in shown
    assert "Ann and Ben are at the Trailers." in at(tmp_path, fresh(2)).types("where")
    assert "To the Casting Office" not in at(tmp_path, in_office()).types("where").rpartition("where")[2]


def test_scenes(tmp_path: Path) -> None:
    shown = flat(at(tmp_path, at_saloon()).types("scenes"))
    assert "budget 4 (chance 50%), 1 of 2 shots left." in shown
    assert "One-Eyed Man, star, rank 4: about $7 at the wrap; free" in shown
    assert "Defrocked Priest, star, rank 2: about $3 at the wrap; Ben with 2 practice chips" in shown
    assert "Woman in Red Dress, extra, rank 2: $2 at the wrap; free" in shown
    assert (
        "Stars get 2 credits for a success, nothing for a failure; extras get $1 and 1 credit for a success, $1 "
        "for a failure." in shown
    )
    assert "Face down: the Train Station, the Jail, Main Street" in shown
    assert "Not seen yet: 39 scenes, 4 of budget 2" in shown
    assert "Wrapped: the Jail." in flat(at(tmp_path, table(None, None, wrapped=["jail"])).types("scenes"))


def test_one_scene_by_its_place_or_name(tmp_path: Path) -> None:
    person = at(tmp_path, at_saloon())
    here = flat(person.types("scenes sal").rpartition("scenes sal")[2])
    assert "Marshal Canfield, star, rank 3: about $4 at the wrap; free" in here
    assert "Not seen yet" not in here
    shown = flat(person.types("scenes jail", "scenes gum", "scenes banana"))
    assert "Jail, card face down, 1 shot." in shown
    assert 'Gum Commercial", scene 3, budget 2.' in shown
    assert 'There is no scene called "banana".' in shown


def test_a_bonus_for_those_who_play_only(tmp_path: Path) -> None:
    """With the house rule the dice go round the roles that are played, and this one."""
    scene = {"saloon": HAT}
    actors = [actor("saloon", rank=4), actor("saloon", (CARD, 0), rank=2)]
    shown = flat(at(tmp_path, table(*actors, scenes=scene, options={"bonus": "occupied"})).types("scenes"))
    assert "One-Eyed Man, star, rank 4: about $8 at the wrap; free" in shown
    assert "Defrocked Priest, star, rank 2: about $14 at the wrap; Ben" in shown


def test_scenes_unseen(tmp_path: Path) -> None:
    shown = flat(at(tmp_path, at_saloon()).types("scenes unseen"))
    assert "Evil Wears a Hat" not in shown.rpartition("scenes unseen")[2]
    for scene in SCENES.values():
        if scene.slug != HAT:
            title = scene.title.replace('"', "'")
            assert f'{title}", scene {scene.number}: ' in shown
    assert '6 "The Search for Maggie White", scene 12: Hobo with Bat 6, Film Critic 5' in shown


def test_players(tmp_path: Path) -> None:
    actors = [
        actor(rank=3, dollars=12, credits=7),
        actor("hotel", (SET, 2), rank=2, chips=1),
    ]
    game = table(*actors, scenes={"hotel": HAT})
    shown = at(tmp_path, game).types("players")
    assert "> Ann     3      $12        7      34\n      at the Trailers\n" in shown
    assert "  Ben     2       $0        0      10\n      playing Falls from Balcony" in shown
    shown = flat(at(tmp_path, game, words=True).types("players"))
    assert "Ann has rank 3, $12 and 7 credits, which is 34 points, and is at the Trailers." in shown


def test_prices(tmp_path: Path) -> None:
    shown = at(tmp_path, in_office(10, 15, rank=2)).types("prices")
    assert "Ann has rank 2, $10 and 15 credits." in shown
    assert "     2       $4        5  yours already\n" in shown
    assert "     3      $10       10  you can pay in dollars or in credits\n" in shown
    assert "     4      $18       15  you can pay in credits\n" in shown
    assert "     5      $28       20\n" in shown


@pytest.mark.parametrize(
    ("position", "line", "reason"),
    [
        (lambda: fresh(2), "why upgrade 4", "Ranks are sold at the Casting Office, and you are at the Trailers."),
        (lambda: in_office(7, 3), "why upgrade 4", "Rank 4 costs $18 or 15 credits, not a mix of both; you"),
        (lambda: in_office(7, 3), "why not upgrade 2 credits", "Rank 2 costs 5 credits and you have 3"),
        (lambda: in_office(7, 3), "why upgrade 2", "You can: buy rank 2 for $4."),
        (lambda: fresh(2), "why move bank", "It is more than one step from the Trailers to the Bank; you"),
        (lambda: fresh(2), "why can't i bank", "It is more than one step from the Trailers to the Bank"),
        (lambda: fresh(2), "why saloon", "You can: move to the Saloon."),
        (lambda: fresh(2), "why rehearse", "You have no role to rehearse. Take one first."),
        (lambda: fresh(2), "why act", "You have no role to act in. Take one first."),
        (lambda: fresh(2), "why take", "There are no roles at the Trailers."),
        (lambda: fresh(2), "why faro player", "Faro Player is a role at the Hotel, and you are at the Trailers."),
        (lambda: fresh(2), "why film critic", "Film Critic is a role in “The Search for Maggie White”, scene 12. "
         "Nobody has seen it yet."),
        (at_ranch, "why leaps", "Leaps into Cake is for rank 5 and higher; you have rank 4."),
        (at_saloon, "why take defrocked priest", "Ben is already playing Defrocked Priest."),
        (at_saloon, "why not one-eyed man", "One-Eyed Man is for rank 4 and higher; you have rank 2."),
        (working, "why end", "You are working on a role, Faro Player: you have to act or rehearse."),
        (working, "why bank", "You are working on a role, Faro Player: you cannot leave it until the scene wraps"),
        (working, "why take film critic", "You are working on a role, Faro Player: you cannot leave it"),
        (working, "why take shooter", "You are working on a role, Faro Player: you cannot leave it"),
        (working, "why sleeping drunkard", "You are working on a role, Faro Player: you cannot leave it"),
        (lambda: working(3), "why rehearse", "With 3 practice chips even a 1 meets the budget of 4"),
        (lambda: table(actor("jail"), None, wrapped=["jail"]), "why feller in irons",
         "The scene at the Jail has wrapped: there are no roles for the rest of the day."),
    ],
)  # fmt: skip
def test_why(position: Any, line: str, reason: str, tmp_path: Path) -> None:
    """002: every branch in which something cannot be done has a message that says why."""
    match = position().match.clone()
    before = match.save()
    shown = flat(at(tmp_path, match).types(line).rpartition(line)[2])
    assert reason.translate(str.maketrans("“”", '""')) in shown
    assert match.save() == before


def test_why_alone_goes_through_everything(tmp_path: Path) -> None:
    shown = at(tmp_path, working()).types("why")
    assert "- act: possible now." in shown
    assert "- rehearse: possible now." in shown
    assert "- move: You are working on a role" in shown
    assert "- end: You are working on a role, Faro Player: you have to act or rehearse." in flat(shown)


# --- help ---


def test_help_about_every_place_scene_and_role(tmp_path: Path) -> None:
    person = at(tmp_path, at_saloon())
    for things, check in (
        ([area.name for area in AREAS.values()], [area.neighbours[0] for area in AREAS.values()]),
        ([scene.title for scene in SCENES.values()], [scene.text for scene in SCENES.values()]),
        ([part.role.name for part in PARTS], [part.role.line for part in PARTS]),
    ):
        shown = flat(person.types(*[f"help {thing}" for thing in things]))
        assert "There is no help" not in shown
        if check[0] in shown:
            for text in check:
                assert text in shown
    shown = flat(person.types("help evil", "help gum", "help man", "help zzz", "help trailers", "help bank"))
    assert "It is being shot at the Saloon." in shown
    assert "Nobody has seen it yet." in shown
    assert "Many things have a name like that: " in shown
    assert "There is no help about 'zzz'." in shown
    assert "Everybody starts the day here" in shown
    assert "Bank, card face down, 1 shot. For extras, with their ranks: Suspicious Gentleman (2)" in shown
    gone = table(actor("jail"), None, wrapped=["jail"])
    title = SCENES[gone.state.out[0]].title
    assert "It is out of the game." in flat(at(tmp_path, gone).types(f"help {title}"))


def test_topics_of_help_are_there(tmp_path: Path) -> None:
    named = re.findall(r"help (\w+)", RULES)
    assert set(named) <= TOPICS.keys()
    shown = flat(at(tmp_path, fresh(2)).types(*[f"help {topic}" for topic in TOPICS]))
    assert "There is no help" not in shown


def test_help_goes_by_the_house_rules_of_the_table(tmp_path: Path) -> None:
    usual = flat(at(tmp_path, fresh(2)).types("help wrap", "help day", "help house"))
    assert usual.count("Empty roles get dice as well, and those are lost.") == 2
    assert usual.count("A day also ends after 200 turns in a row") == 2
    other = flat(at(tmp_path, fresh(2, bonus="occupied", stall_turns=0)).types("help bonus", "help house rules"))
    assert other.count("Only roles that are taken get dice.") == 2
    assert "A day never ends just because nobody does anything." in other
    assert flat(at(tmp_path, fresh(2)).types("help stall", "help occupied")).count("The house rules of this") == 2


# --- the game goes on ---


def test_a_wrap_tells_who_gets_which_dice(tmp_path: Path) -> None:
    game = table(
        actor("saloon", (CARD, 2), rank=4, chips=3),
        actor("saloon", (SET, 1), rank=2),
        scenes={"saloon": HAT},
        shots={"saloon": 1},
    )
    shown = flat(at(tmp_path, game).types(""))
    assert 'Hat", scene 7, at the Saloon, has wrapped.' in shown
    dice = re.search(r"Ann rolls the bonus dice: (\d) (\d) (\d) (\d)\.", shown)
    assert dice is not None
    assert f"One-Eyed Man: {dice[1]} + {dice[4]}, so Ann gets ${int(dice[1]) + int(dice[4])}." in shown
    assert f"Marshal Canfield: {dice[2]}, lost because nobody is playing it." in shown
    assert "Ben gets $2, the rank of the role Woman in Red Dress." in shown


def test_a_new_day_cannot_be_overlooked(tmp_path: Path) -> None:
    game = table(
        actor("bank", (SET, 1), rank=3, chips=1), None, scenes={"bank": PAIL}, wrapped=day_of("bank", "jail")
    )
    person = at(tmp_path, game)
    shown = person.types("act")
    assert "Day 2 of 3: a new card lies face down on each of the 10 sets" in flat(shown)
    assert "------ Day 2 of 3 ------" in shown
    told = ("is over, and everybody", "- Day 2 of 3 -", "Day 2 of 3: a new", "It is Ben")
    assert sorted(told, key=flat(shown).index) == list(told), "the line stands where the day begins"
    assert "Day 2 of 3. Ann: " in shown
    assert "Ben is at the Trailers: rank 1" in shown


def test_the_result_with_its_sums(tmp_path: Path) -> None:
    """W47 and W48."""

    def ending() -> Scripted:
        return table(
            actor("bank", (SET, 1), rank=3, chips=1, dollars=11, credits=6),
            actor("bank", rank=2, dollars=24),
            actor(dollars=3, credits=4),
            scenes={"bank": PAIL},
            wrapped=day_of("bank", "jail"),
            day=3,
        )

    shown = at(tmp_path, ending()).types("", "players", "n")
    assert shown.count("The game is over.\n") == 1
    assert "$12 + 7 credits" not in shown, "the points are listed once"
    assert "      dollars  credits    5 x rank  points\n" in shown
    assert "Ann       $12        7  5 x 3 = 15      34  wins\n" in shown
    assert "Ben       $24        0  5 x 2 = 10      34  wins\n" in shown
    assert "Cleo       $3        4  5 x 1 =  5      12\n" in shown
    shown = flat(at(tmp_path, ending(), words=True).types("", "n"))
    assert "Ann has $12 and 7 credits, and 15 for rank 3: 34 points. This wins." in shown
    assert "Cleo has $3 and 4 credits, and 5 for rank 1: 12 points." in shown


def test_after_the_end_there_is_still_something_to_look_at(tmp_path: Path) -> None:
    match = dicecup.new("deadwood", names=NAMES[:2], seed=5)
    rng = random.Random(5)
    while match.pending is not None:
        match.answer(rng.choice(match.pending.options))
    person = at(tmp_path, match)
    shown = flat(person.types(*LOOKING, "why act"))
    assert shown.count("The game is over.") == 3  # above the points, for “why” and for “why act”
    shown = flat(person.types("map", "where", "scenes"))
    assert "wrapped" not in shown.casefold()
    assert "Closed: the Train Station, the Jail" in shown
    assert "closed, because the game is over" in shown
    assert "> Ann" not in shown


def test_play_again(tmp_path: Path) -> None:
    """002-8: after scoring the players are asked to play again."""
    match = dicecup.new("deadwood", names=NAMES[:2], seed=5)
    rng = random.Random(5)
    while match.pending is not None:
        match.answer(rng.choice(match.pending.options))
    person = at(tmp_path, match)
    shown = person.types("", "hotel")
    assert "Another game at this table?" in shown
    assert person.match.number == 2
    assert seen(person.match).day == 1


def test_a_title_with_quotation_marks_stands_in_others(tmp_path: Path) -> None:
    shown = flat(at(tmp_path, fresh(2)).types("help a man called", "scenes unseen"))
    assert shown.count("\"A Man Called 'Cow'\", scene 16") == 2


def test_what_can_be_drawn_again_in_mid_turn(tmp_path: Path) -> None:
    """After coming back and for “show”: also where one is, with what, and the lot."""
    head = "Ann is at the Ranch: rank 4, $0 and 0 credits."
    person = at(tmp_path, at_ranch())
    assert head in person.types()
    shown = person.types("show")
    assert head in shown
    assert "Casting Office" in shown
    moving = at(tmp_path, fresh(2)).types("hotel", "undo", "where")
    assert moving.count("Ann is at the Trailers: rank 1") == 1
    assert "Ann is at the Hotel: rank" not in moving


def test_turns_are_separated_by_a_free_line(tmp_path: Path) -> None:
    shown = at(tmp_path, dicecup.new("deadwood", names=NAMES[:4], seed=2), people=1).types("end", "end")
    assert shown.count("\n\nIt is ") == shown.count("It is ") >= 5


def test_a_role_speaks_once(tmp_path: Path) -> None:
    shown = at(tmp_path, working(role=(SET, 1)), people=1).types("rehearse", "rehearse")
    assert shown.count("I have a system. It has me too.") == 1


def test_what_a_newcomer_needs_is_said_once(tmp_path: Path) -> None:
    shown = at(tmp_path, fresh(2)).types("end", "hotel", "show")
    assert shown.count("To look around: map") == 1
    assert shown.count("o a shot to do, . done") == 1
    assert shown.count("Stars get 2 credits") == 1
