"""What can be typed in King of Tokyo: every choice by its words and its key, and nothing else by accident."""

import random
from typing import Any

import pytest

from dicecup.games.king_of_tokyo.state import CLAW, ENERGY, FACES, HEART
from dicecup.table import Checkpoint, Match, Secret
from dicecup.terminal.king_of_tokyo.input import WITH_DICE, default, lines, understand
from tests.games.king_of_tokyo.rich import RichTokyo
from tests.scenarios.king_of_tokyo.tokyo import NAMES, monster, roll, table
from tests.terminal.helpers import asked, asks_back, drawn, meant
from tests.terminal.king_of_tokyo_positions import DECISIONS, looked, rolled

NEVER_BY_ENTER = {
    "buy",
    "use",
    "yield",
    "stay",
    "take",
    "sweep",
    "copy",
    "stake",
    "heart",
    "extra-turn",
    "resolve",
}


def check_typing(match: Match[Any]) -> None:
    """Every choice can be typed by its words and by its key; Enter means nothing that could hurt."""
    view, ask = asked(match)
    for option in ask.options:
        if option.verb != "keep":
            same = [other for other in ask.options if other.text == option.text]
            assert tuple(understand(view, ask, option.text)) in same
    reached = set()
    for line in lines(view, ask):
        for choice in line.choices:
            typed = line.key
            if len(line.choices) > 1:
                slot = choice[2] if choice[0] == "use" else choice[1]
                typed += f" {int(slot) + 1}" + (f" {FACES[int(choice[3])]}" if len(choice) > 3 else "")
            assert tuple(understand(view, ask, typed)) == tuple(choice)
            reached.add(tuple(choice))
    enter = default(ask)
    if enter is not None:
        assert tuple(understand(view, ask, "")) == tuple(enter)
        reached.add(tuple(enter))
        assert enter.verb not in NEVER_BY_ENTER or len(ask.options) == 1
    missing = {tuple(option) for option in ask.options if option.verb != "keep"} - reached
    assert not missing
    keeps = [option for option in ask.options if option.verb == "keep"]
    for option in keeps[:: len(keeps) // 8 or 1]:
        places = "".join(str(int(slot) + 1) for slot in option.args)
        assert tuple(understand(view, ask, places or "roll all")) == tuple(option)


@pytest.mark.parametrize("name", DECISIONS)
def test_every_choice_of_every_decision_can_be_typed(name: str) -> None:
    check_typing(DECISIONS[name].match())


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_every_choice_in_random_games_with_many_cards_can_be_typed(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    game = RichTokyo()
    rng = random.Random(seats)
    seen = set()
    for number in range(2):
        names = tuple(f"{name}{number}" for name in NAMES[:seats])
        match = game_of(game, names, seed=number, **rng.choice(OPTIONS))
        while match.pending is not None:
            if len(match.pending.options) > 1 or match.pending.private:
                check_typing(match)
                shown = drawn(match)
                assert max(map(len, shown.splitlines())) <= 80
                seen.add(match.pending.kind)
            match.answer(rng.choice(match.pending.options))
    assert len(seen) >= 6


OPTIONS: list[dict[str, Any]] = [
    {},
    {"preset": "first-edition"},
    {"dice_order": "choose"},
    {"probe": "every-roll"},
]


def game_of(game: RichTokyo, names: tuple[str, ...], seed: int, **options: Any) -> Match[Any]:
    return Match(game, Checkpoint(game.setup(names, game.options.parse(options)), 0), Secret(seed=seed))


# --- dice ---


def dice(*faces: int, cards: tuple[str, ...] = (), energy: int = 0) -> Match[Any]:
    return rolled(table(monster(*cards, energy=energy), None), *faces).match


FACED = (1, 1, 3, HEART, ENERGY, CLAW)


@pytest.mark.parametrize(
    ("line", "slots"),
    [
        ("1s", (0, 1)),
        ("ones", (0, 1)),
        ("keep 1s", (0, 1)),
        ("h", (3,)),
        ("claws energy", (4, 5)),
        ("c e", (4, 5)),
        ("keep all claws", (5,)),
        ("keep the hearts and claws", (3, 5)),
        ("3s", (2,)),
        ("three", (2,)),
        ("6", (5,)),
        ("hold 6 5", (4, 5)),
        ("KEEP 1+2", (0, 1)),
        ("roll claws", (0, 1, 2, 3, 4)),
        ("r 1 2", (2, 3, 4, 5)),
        ("keep none", ()),
        ("everything", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_dice_to_keep(line: str, slots: tuple[int, ...]) -> None:
    assert meant(dice(*FACED), line) == ("keep", *slots)


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("", "Type the places"),
        ("roll", "Roll which dice?"),
        ("keep", "Keep which dice?"),
        ("11", "type “1s”"),
        ("keep 3 3 3", "type “3s”"),
        ("7", "places 1 to 6"),
        ("0", "places 1 to 6"),
        ("112", "name each once"),
        ("44", "name each once"),
        ("twos", "No die shows 2."),
        ("claws 2s", "No die shows 2."),
        ("2 claws", "places or faces"),
        ("banana", "not one of the choices"),
        ("keep bananas", "names no dice"),
        ("roll bananas", "names no dice"),
        ("1 2 x", "not one of the choices"),
        ("²", "not one of the choices"),
    ],
)
def test_what_is_unclear_about_dice_is_asked_back(line: str, question: str) -> None:
    assert question in asks_back(dice(*FACED), line)


def test_no_roll_is_left() -> None:
    match = DECISIONS["no rolls left"].match()
    assert match.why_not(meant(match, "12")) == "You have no rolls left."
    assert match.why_not(meant(match, "roll")) == "You have no rolls left."
    assert match.why_not(meant(match, "roll all")) == "You have no rolls left."


# --- cards on dice ---


def change(*cards: str, energy: int = 4) -> Match[Any]:
    return roll(table(monster(*cards, energy=energy), None), *FACED).match


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("p", "Plot Twist: which die, and to what?"),
        ("plot twist", "Plot Twist: which die, and to what?"),
        ("p 3", "Plot Twist: what should die 3 turn to?"),
        ("plot 3", "Plot Twist: what should die 3 turn to?"),
        ("p 9 claw", "Plot Twist can be used on die 1, 2, 3, 4, 5 or 6."),
        ("p 6 claw", "Plot Twist can turn die 6 to 1, 2, 3, heart or energy."),
        ("p 6 banana", "Plot Twist can turn die 6 to"),
        ("3 claw", "With (1) Plot Twist or (2) Stretchy?"),
        ("d", "Herd Culler: which die?"),
        ("herd culler 1", "Herd Culler can be used on die 3, 4, 5 or 6."),
        ("d 3 claw", "Herd Culler can turn die 3 to 1."),
        ("turn", "not one of the choices"),
        ("-3 claw", "not one of the choices"),
        ("z", "not one of the choices"),
    ],
)
def test_what_is_unclear_about_cards_is_asked_back(line: str, question: str) -> None:
    assert question in asks_back(change("plot-twist", "stretchy", "herd-culler"), line)


def test_a_die_that_is_rolled_cannot_be_wished() -> None:
    assert "nobody can say" in asks_back(DECISIONS["psychic probe"].match(), "o 3 claw")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("keep 1 2", "You have finished rolling."),
        ("roll", "You have finished rolling."),
        ("use wings", "You do not have Wings."),
        ("wings", "You do not have Wings."),
        ("plot twist 3 claw", "You do not have Plot Twist."),
        ("buy energize", "Cards can be bought only in the buying step of your turn."),
        ("energize", "Cards can be bought only in the buying step of your turn."),
        ("sweep", "The market can be swept only in the buying step of your turn."),
        ("yield", "Nobody has attacked you in Tokyo just now."),
        ("use energy drink", "You do not have Telepath."),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_the_reason(line: str, reason: str) -> None:
    match = roll(table(monster("stretchy", energy=4, place="city"), None), *FACED).match
    assert match.why_not(meant(match, line)) == reason


def test_words_that_fit_several_choices_are_asked_back() -> None:
    match = DECISIONS["parasitic tentacles"].match()
    assert "That can mean" in asks_back(match, "tentacles")
    assert meant(match, "tentacles jets") == ("use", "parasitic-tentacles", 1, "jets")
    many = table(
        monster("mimic", energy=1), monster("jets", "wings", "telepath", "stretchy", "metamorph", "gourmet"),
        phase="start",
    ).match  # fmt: skip
    assert asks_back(many, "copy").endswith("or (6) Mimic: copy Gourmet of Ben (1 energy). Which one?")


def test_a_whole_word_goes_before_a_beginning() -> None:
    match = roll(table(monster(energy=9), None, market=["jets", "jet-fighters", "heal"]), *FACED).match
    assert meant(match, "jet") == ("buy", "jet-fighters")
    assert meant(match, "jets") == ("buy", "jets")
    assert "That can mean" in asks_back(match, "buy")


# --- what must not happen by accident ---


WINGED = DECISIONS["wings"]  # nothing is proposed there: Ben must say what he wants


@pytest.mark.parametrize(
    "line", ["no", "n", "0", "none", "stop", "lose", "turn", "hearts", "rest", "this", "not wings"]
)
def test_no_and_stray_words_pay_for_no_wings(line: str) -> None:
    assert "not one of the choices" in asks_back(WINGED.match(), line)


@pytest.mark.parametrize("line", ["no", "heart", "hearts", "turn", "no wings", "dont yield", "rest of this turn"])
def test_no_and_stray_words_do_nothing_when_asked_to_stay_or_yield(line: str) -> None:
    match = roll(
        table(None, monster("wings", "rapid-healing", place="city", energy=4)), CLAW, CLAW, 1, 1, 2, 3
    ).match
    match.answer("take")
    assert match.pending is not None
    assert match.pending.kind == "yield"
    assert "not one of the choices" in asks_back(match, line)


@pytest.mark.parametrize("line", ["stop", "no", "n", "none", "nothing", "skip", "end", "0", "heart", "gain", "of"])
def test_only_enter_and_roll_roll_the_dice(line: str) -> None:
    match = table(monster("wings", "rapid-healing", hearts=5, energy=4), None).match
    assert "Press Enter for “roll the dice”" in asks_back(match, line)
    assert "Press Enter to roll the dice" in asks_back(DECISIONS["order"].match(), "no")
    assert meant(match, "roll") == meant(match, "") == ("roll",)


def shop() -> Match[Any]:
    """Numbers 1 to 3 are the market, 4 is the sweep, 5 a card of Ben."""
    market = ["fire-blast", "gourmet", "energize"]
    return roll(table(monster("parasitic-tentacles", energy=5), monster("jets"), market=market), *FACED).match


def test_a_number_behind_buy_or_use_is_the_number_in_the_list_and_not_a_price() -> None:
    assert meant(shop(), "buy 1") == ("buy", "fire-blast")
    assert meant(shop(), "buy 2") == ("buy", "gourmet")
    assert meant(shop(), "buy 3") == ("buy", "energize")  # too dear: the rules say so
    assert "Number 4 is “sweep the market (2 energy)”" in asks_back(shop(), "buy 4")
    assert meant(shop(), "buy 5") == meant(shop(), "use 5") == ("use", "parasitic-tentacles", 1, "jets")
    assert "Number 2 is “buy Gourmet for 4”" in asks_back(shop(), "use 2")
    assert asks_back(shop(), "buy 6") == "There is no choice 6; take 1 to 5."


@pytest.mark.parametrize(
    ("name", "line", "question"),
    [
        ("yield", "yield no", "“no” does not belong there. If you want that, type “yield” alone."),
        ("yield", "stay or go", "“or go” does not belong there. If you want that, type “stay” alone."),
        ("sweep", "sweep nothing", "“nothing” does not belong there. If you want that, type “sweep” alone."),
        ("roll", "roll 1 2", "All dice are rolled the first time. Press Enter to roll."),
        ("telepath", "use telepath 5", "“5” does not belong there. If you want that, type “use Telepath” alone."),
        ("buy", "jets 7", "“7” does not belong there. If you want that, type “buy Jets” alone."),
    ],
)
def test_more_words_than_a_choice_has_are_asked_back(name: str, line: str, question: str) -> None:
    assert asks_back(DECISIONS[name].match(), line) == question


def test_yes_buys_the_card_that_was_seen_and_nothing_else() -> None:
    seats = (monster("made-in-a-lab", "wings", energy=5), None)
    seen = looked(roll(table(*seats), *FACED), "jets").match
    assert meant(seen, "yes") == ("use", "made-in-a-lab", "buy", 0)
    too_dear = looked(roll(table(*seats), *FACED), "mimic").match
    assert "not one of the choices" in asks_back(too_dear, "yes")
    assert meant(too_dear, "no") == ("leave",)


def test_yes_to_several_cards_is_asked_back() -> None:
    seats = (monster(energy=2), monster("opportunist", energy=9))
    game = table(*seats, phase="buy", market=["jets"], chance=["wings", "omnivore", "tanks"])
    game.do("sweep")
    assert asks_back(game.match, "yes") == "Do you want to buy Wings for 6, buy Omnivore for 4 or buy Tanks for 4?"
    assert meant(game.match, "tanks") == ("buy", "tanks")


@pytest.mark.parametrize("line", ["go", "no", "it", "a"])
def test_little_words_are_no_cards(line: str) -> None:
    assert "not one of the choices" in asks_back(DECISIONS["heart for oneself"].match(), line)


def test_a_card_keeps_its_letter_when_others_are_used() -> None:
    match = change("herd-culler", "plot-twist", "stretchy")
    letters = {line.text.partition(":")[0]: line.key for line in lines(*asked(match))}
    assert letters == {"Herd Culler": "d", "Plot Twist": "p", "Stretchy": "s"}
    match.answer(meant(match, "d 3"))
    assert [line.key for line in lines(*asked(match))] == ["p", "s"]
    match.answer(meant(match, "p 4 claw"))
    assert [line.key for line in lines(*asked(match))] == ["s"]


def test_letters_are_never_commands_or_faces() -> None:
    for decision in DECISIONS.values():
        view, ask = asked(decision.match())
        keys = [line.key for line in lines(view, ask)]
        if ask.kind in WITH_DICE:
            assert all(key.isalpha() for key in keys)
        elif ask.kind != "stake":
            assert all(key.isdecimal() for key in keys)
        assert not {"c", "e", "h", "q", "k", "r", "y", "n"} & set(keys)
