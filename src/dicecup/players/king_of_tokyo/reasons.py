"""Why: what an option is for, in a few words; of the best one also what it is better than, behind a semicolon.

What a keep may bring comes from the turn program: beside the chance to win, by which it chooses, it carries what
else happens on the way, such as a monster knocked out.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import FACES
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.position import ENERGY, HEARTS, STARS, Position, position
from dicecup.players.king_of_tokyo.program import turn_of
from dicecup.players.king_of_tokyo.turn import Dice, Floats, Turn
from dicecup.table import Ask, Option
from dicecup.table.marks import Worded, dice, player, raw, thing
from dicecup.table.words import listed

if TYPE_CHECKING:
    from dicecup.players.king_of_tokyo.stakes import Stakes  # which knows us

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SURE: Final = 1 - 1e-6
_DANGER: Final = 0.01  # what is nearer to the other danger is no reason
_THEN: Final = "rolling again"  # "your next turn" is somebody else's when a monster says it
TEMPTING: Final = 0.05  # of the chance to win: who is worse by more is no rival
WIN, STARS_WON, HEARTS_WON, ENERGY_WON, DAMAGE, DEATHS = range(1, 7)
"""Columns of a prospect; the first is the chance to win in the end, and from the last on there is one for each
other monster: whether it is knocked out."""


def prospects(judge: Judge, state: KingState) -> Turn:
    """The program of the running turn with all that may come of it."""

    def worth(here: Position, dice: Dice) -> Floats:
        found, values = judge.dice(here, dice.finals)
        after, before = found.numbers[0], here.numbers
        gained = after[:, 0] - before[0]
        lost = np.maximum(before[1:, HEARTS] - after[:, 1:, HEARTS], 0)
        columns = [
            *(gained[:, STARS], np.maximum(gained[:, HEARTS], 0), np.maximum(gained[:, ENERGY], 0)),
            *(lost.max(axis=1), *(after[:, 1:, HEARTS] <= 0).T),
        ]
        events = np.column_stack(columns)[found.case]
        return np.column_stack([values[:, 0], values[:, 0] >= _SURE, events])

    return turn_of(state, worth)


def rows_of(turn: Turn, state: KingState, keeps: Sequence[Option]) -> dict[Option, Floats]:
    """What each keep brings on average, if the dice are then rolled as well as can be."""
    final = turn.dice.final(state.dice)
    if not state.rolls_left:
        return dict.fromkeys(keeps, turn.stopped[final])
    places = turn.dice.kept(state.dice, [option[1:] for option in keeps])
    return dict(zip(keeps, turn.kept(state.rolls_left)[places], strict=True))


def for_dice(state: KingState, turn: Turn, values: Mapping[Option, float]) -> dict[Option, str]:
    """Reasons for the options between two rolls."""
    table, shown, rolls = turn.dice, state.dice, state.rolls_left
    final = table.final(shown)
    others = [player(state.names, seat) for seat in position(state).seats[1:]]
    found = {}
    keeps = [value for option, value in values.items() if option[0] == "keep"]
    for option, value in values.items():
        if option[0] != "keep":
            found[option] = f"{option.text}{_gain(value - max(keeps))}"
        elif len(option) > len(shown):
            found[option] = Worded(f"stop: {_brought(turn.stopped[final], others)}")
        else:
            kept = [shown[int(slot)] for slot in option[1:]]
            hope = _hope(turn.kept(rolls)[table.keep(kept)], kept, others)
            found[option] = Worded(f"keep {_kept(kept)}: {hope}" if kept else f"roll everything: {hope}")
    best, *rivals = sorted((one for one in values if one[0] == "keep"), key=lambda one: -values[one])
    tempting = [one for one in rivals if values[best] - values[one] <= TEMPTING]
    if tempting and values[best] == max(values.values()):
        rows = rows_of(turn, state, (best, *tempting))
        trades = {one: _traded(rows[best] - rows[one], others) for one in tempting}
        rival = tempting[0]
        if len(rival) <= len(shown):  # to stop tempts as it is, any other way by what it brings more
            rival = next((one for one in tempting if all(trades[one])), rival)
        if traded := ", ".join(filter(None, trades[rival])):
            found[best] = Worded(f"{raw(found[best])}; {_instead(shown, rival)}: {traded}")
    return found


def _instead(shown: Sequence[int], rival: Option) -> str:
    kept = [shown[int(slot)] for slot in rival[1:]]
    if len(kept) == len(shown):
        return "instead of stopping"
    return f"instead of {_kept(kept)}" if kept else "instead of rolling everything"


def _traded(gap: Floats, others: Sequence[str]) -> tuple[str, str]:
    """What one keep brings more than another, on average, and what it brings less: the most telling of each."""
    fates = ["to win now", *(f"to knock out {one}" for one in others)]
    told = list(zip([float(gap[WIN]), *gap[DEATHS:].tolist()], fates, strict=True))
    told = [(much, words) for much, words in told if abs(much) >= 0.005]
    if not told:
        columns = ((STARS_WON, "stars"), (HEARTS_WON, "hearts"), (ENERGY_WON, "energy"), (DAMAGE, "damage"))
        means = [(float(gap[column]), words) for column, words in columns]
        said = [(much, f"{much:+.1f} {words}") for much, words in means if abs(much) >= 0.05]
    else:
        said = [(much, f"{100 * much:+.0f}% {words}") for much, words in told]
    more, less = max(said, default=(0.0, "")), min(said, default=(0.0, ""))
    return more[1] if more[0] > 0 else "", less[1] if less[0] < 0 else ""


def _hope(row: Floats, kept: Sequence[int], others: Sequence[str]) -> str:
    """The most telling of what may come."""
    if row[WIN] >= 0.03:
        return f"{percent(row[WIN])} to win now"
    deaths = row[DEATHS:]
    if deaths.max() >= 0.08:
        return f"{percent(deaths.max())} to knock out {others[int(deaths.argmax())]}"
    means = {"damage": row[DAMAGE], "stars": row[STARS_WON], "hearts": row[HEARTS_WON], "energy": row[ENERGY_WON]}
    aims = {
        "damage": kept.count(6),
        "stars": max(kept.count(face) for face in (1, 2, 3)),
        "hearts": kept.count(4),
        "energy": kept.count(5),
    }
    wanted = [aim for aim in aims if means[aim] > 0.05] or ["stars"]
    aim = max(wanted, key=lambda each: (aims[each], means[each]))
    return f"about {means[aim]:.1f} {aim}"


def _brought(row: Floats, others: Sequence[str]) -> str:
    if row[WIN] >= _SURE:
        return "that wins"
    dead = [name for name, gone in zip(others, row[DEATHS:], strict=True) if gone]
    found = [f"{listed(dead)} knocked out"] if dead else []
    if row[DAMAGE] and not dead:
        found.append(f"{row[DAMAGE]:.0f} damage")
    for column, one, many in (
        (STARS_WON, "star", "stars"),
        (HEARTS_WON, "heart", "hearts"),
        (ENERGY_WON, "energy", "energy"),
    ):
        if row[column]:
            found.append(f"{row[column]:.0f} {one if row[column] == 1 else many}")
    return listed(found) if found else "rolling again promises less"


def _kept(kept: Sequence[int]) -> str:
    """Such as "the three claws", "two 2s and a heart"."""
    order, parts = (6, 3, 2, 1, 4, 5), []
    for face in order:
        count = kept.count(face)
        if count:
            several = "energy" if face == 5 else f"{FACES[face]}s"
            parts.append(f"the {FACES[face]}" if count == 1 else f"the {_NUMBERS[count]} {several}")
    return dice(sorted(kept, key=order.index), listed(parts))


def for_yielding(
    state: KingState, found: Mapping[Option, "Stakes"], values: Mapping[Option, float]
) -> dict[Option, str]:
    """Reasons for staying in Tokyo and leaving it: what is left, who may take it, and what each brings."""
    falls = [each.in_all for each in found.values()]
    apart = max(falls) - min(falls) >= _DANGER
    said = {option: _risk(state, each, apart) for option, each in found.items()}
    told = {}
    for option, each in found.items():
        left = many(each.hearts, "heart") + " left"
        words = [f"stay: {left}" if option[0] == "stay" else f"leave Tokyo: {left}", *said[option]]
        told[option] = ", ".join(words[:-1]) + (", and " if len(words) > 1 else "") + words[-1]
    best = max(values, key=lambda option: values[option])
    for option in found if best in found else ():
        verb = "staying" if option[0] == "stay" else "leaving"
        less = values[best] - values[option]
        there = [_by_then(words) if _THEN in told[best] else words for words in said[option]]
        if option != best and not apart and less >= 0.0005:
            told[best] += f"; {verb}: {', '.join([*there, f'{_gap(less)} less to win'])}"
        elif option != best and said[option]:
            told[best] += f"; {verb}: {', '.join(there)}"
    return {option: Worded(words) for option, words in told.items()}


def _danger(state: KingState, each: "Stakes") -> str:
    """How likely one falls before one's own next turn, by all who roll until then."""
    assert each.roller is not None
    if not each.in_all:
        return f"safe until {_THEN}"
    name, falls = player(state.names, each.roller), percent(each.in_all)
    if each.rollers == 1:
        return f"{falls} to fall to {name} next"
    apart = each.falls >= _DANGER and percent(each.falls) != falls
    return f"{falls} to fall before {_THEN}{f' ({percent(each.falls)} to {name} next)' if apart else ''}"


def _by_then(words: str) -> str:
    """The same, where it has been said until when."""
    return words.replace(f"before {_THEN}", "by then").replace(f"until {_THEN}", "until then")


def _risk(state: KingState, each: "Stakes", apart: bool) -> list[str]:
    """How likely one falls and by whom, where that is a difference, and who gets what."""
    found = []
    if each.roller is not None and apart:
        found.append(_danger(state, each))
    if each.pays:
        found.append(f"{many(each.pays, 'star')} from Tokyo next turn")
    if each.entering is not None:
        who, stars = each.entering
        gain = f"gets {many(stars, 'star')}" if stars > 0 else "takes Tokyo"
        found.append(f"{player(state.names, who)} {gain}")
    return found


def for_others(state: KingState, ask: Ask, values: Mapping[Option, float]) -> dict[Option, str]:
    """Reasons for the options of any decision that is not about keeping dice."""
    idle = next((option for option in values if option[0] in _IDLE), None)
    best_use = max((value for option, value in values.items() if option != idle), default=0.0)
    found: dict[Option, str] = {}
    for option, value in values.items():
        words = _plain(state, ask, option)
        if option[0] == "roll":
            words = f"{percent(value)} to win from here"
        elif option == idle and ask.kind != "yield":
            words += _gain(value - best_use)
        elif idle is not None and ask.kind != "yield":
            words += _gain(value - values[idle])
        found[option] = Worded(words)
    if ask.kind == "buy" and idle is not None and len(values) > 1:
        best, second = sorted(values, key=lambda option: -values[option])[:2]
        if second != idle and values[best] - values[second] <= TEMPTING:
            other = _plain(state, ask, second) + _gain(values[second] - values[idle])
            found[best] = Worded(f"{raw(found[best])}; the next best: {other}")
    return found


def _plain(state: KingState, ask: Ask, option: Option) -> str:
    """What an option does, whatever it is worth."""
    monster = state.monsters[ask.seat]
    hearts = many(monster.hearts, "heart") + " left"
    verb, args = str(option[0]), option[1:]
    if verb == "done" and ask.kind == "change":
        return "leave the dice as they are"
    if verb == "done" and monster.energy:
        return f"save {monster.energy} energy"
    if verb == "heart" and args:
        return _HEART.get(str(args[0]), "hearts do nothing in Tokyo")
    if verb in _WORDS:
        return _WORDS[verb].format(hearts=hearts)
    if verb in ("buy", "copy") and args and args[-1] in DECK:
        return f"{verb} {thing(DECK[args[-1]].name)}"
    if verb == "stake" and args and isinstance(args[0], int):
        return f"{2 * args[0]} energy will come back"
    return option.text


_IDLE: Final = ("done", "pass", "take", "go-on", "leave", "stay")
_WORDS: Final = {
    "sweep": "new cards for 2 energy",
    "done": "nothing to do here",
    "pass": "better left alone",
    "take": "take it: {hearts}",
    "go-on": "the cards are right as they are",
    "leave": "leave the card where it is",
    "stay": "stay: {hearts}, and Tokyo pays next turn",
    "yield": "leave Tokyo: {hearts}",
    "extra-turn": "a turn with one die fewer is still a turn",
}
_HEART: Final = {
    "heal": "a heart back",
    "poison": "poison costs a heart each turn",
    "shrink": "shrunk, you roll fewer dice",
}


def many(number: int, what: str) -> str:
    """Such as "1 star", "3 stars", "2 energy"."""
    return f"{number} {what}" if number == 1 or what == "energy" else f"{number} {what}s"


def percent(share: float) -> str:
    """Such as "50%"; of what may still happen never that it does not."""
    return "under 1%" if 0 < share < 0.005 else f"{100 * share:.0f}%"


def _gap(by: float) -> str:
    """Of what options differ by: such as "0.4%", "12%"."""
    return f"{100 * by:.1f}%" if by < 0.0095 else f"{100 * by:.0f}%"


def _gain(by: float) -> str:
    """What an option is better by than doing without; nothing if it is not."""
    return f": +{_gap(by)} to win" if by >= 0.0005 else ""
