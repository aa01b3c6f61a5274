"""The best Yahtzee players: one that never loses a fraction of a point, and one that wins."""

from typing import Final

from dicecup.games.yahtzee import YahtzeeView, solver
from dicecup.games.yahtzee.scoring import INDEX, TITLES, UPPER, UPPER_GOAL
from dicecup.games.yahtzee.text import KEEPS
from dicecup.players.player import Advice, Fork, Progress, Unit, ranked
from dicecup.table import Ask, Option
from dicecup.table.words import listed

_LIKELY: Final = 0.15  # a chance worth a word
_CHANCE: Final = "chance"  # takes what is left over; nobody hopes for it


class PerfectYahtzee:
    """Maximises its expected final score, whatever the others do."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress

    def decide(self, view: YahtzeeView, ask: Ask, fork: Fork) -> Option:
        """The option with the highest value."""
        if not view.dice:
            return ask.options[0]
        return max((values := self._values(view, ask, self._think(view, ask.seat))), key=values.__getitem__)

    def advise(self, view: YahtzeeView, ask: Ask, fork: Fork | None = None) -> list[Advice]:
        """Every option that differs from the others, best first.

        Of several ways to hold the same faces only the first is named.
        """
        thoughts = self._think(view, ask.seat)
        if not view.dice:
            return [Advice(ask.options[0], thoughts.start + thoughts.base, 0.0, unit=self._unit(view))]
        values = self._values(view, ask, thoughts)
        reasons = _reasons(view, ask.seat, thoughts, list(values))
        # Compared without what is on the card already, as the solver does: close values might round to the same.
        advice = ranked(values, reasons, self._unit(view))
        return [one._replace(value=one.value + thoughts.base) for one in advice]

    def expected(self, view: YahtzeeView, seat: int) -> float:
        """The expected final score of a seat whose turn it is not."""
        sheet = view.sheets[seat]
        return self._mind(view).expected_final(sheet.filled, extra_yahtzees=sheet.extra_yahtzees)

    def loss(self, view: YahtzeeView, ask: Ask, option: Option) -> float:
        """What a choice costs in points."""
        if not view.dice:
            return 0.0
        values = self._values(view, ask, self._think(view, ask.seat))
        same = option if option in values else next(keep for keep in values if _same(view, keep, option))
        return max(values.values()) - values[same]

    def _unit(self, view: YahtzeeView) -> Unit:
        return "points"

    def _think(self, view: YahtzeeView, seat: int) -> solver.Thoughts:
        sheet = view.sheets[seat]
        return self._mind(view).think(sheet.filled, extra_yahtzees=sheet.extra_yahtzees)

    def _mind(self, view: YahtzeeView) -> solver.Solver:
        return solver.load("official" if view.rules == "official" else "standard", progress=self.progress)

    def _values(self, view: YahtzeeView, ask: Ask, thoughts: solver.Thoughts) -> dict[Option, float]:
        """Boxes first: to fill one is as good as to hold all five dice, which only takes longer."""
        values: dict[Option, float] = {}
        for box, value in thoughts.boxes(view.dice).items():
            option = ask.find(("fill", box))
            assert option is not None, f"{box} should be possible"
            values[option] = value
        if view.rolls_left:
            by_faces = {_faces(view, keep): keep for keep in reversed(KEEPS)}
            for faces, value in thoughts.keeps(view.dice, view.rolls_left).items():
                values[by_faces[faces]] = value
        return values


class HardYahtzee(PerfectYahtzee):
    """Maximises its chance to win; alone at the table, its score.

    It knows how everybody's final score is spread if all go on like perfect players, and takes what makes it most
    likely to be ahead in the end: risks when behind, none when ahead.
    """

    def _unit(self, view: YahtzeeView) -> Unit:
        return "points" if len(view.sheets) == 1 else "win"

    def _think(self, view: YahtzeeView, seat: int) -> solver.Thoughts:
        if len(view.sheets) == 1:
            return super()._think(view, seat)
        mine = view.sheets[seat]
        rivals = [(sheet.filled, sheet.extra_yahtzees) for other, sheet in enumerate(view.sheets) if other != seat]
        return self._mind(view).think(mine.filled, extra_yahtzees=mine.extra_yahtzees, rivals=rivals)


def _faces(view: YahtzeeView, keep: Option) -> tuple[int, ...]:
    return tuple(sorted(view.dice[int(slot)] for slot in keep.args))


def _same(view: YahtzeeView, keep: Option, other: Option) -> bool:
    return keep.verb == other.verb == "keep" and _faces(view, keep) == _faces(view, other)


def _reasons(view: YahtzeeView, seat: int, thoughts: solver.Thoughts, options: list[Option]) -> dict[Option, str]:
    keeps = {option: _faces(view, option) for option in options if option.verb == "keep"}
    hopes = thoughts.hopes(list(keeps.values()), view.rolls_left) if keeps else {}
    return {
        option: _hope(hopes[keeps[option]]) if option in keeps else _filling(view, seat, str(option.args[0]))
        for option in options
    }


def _hope(chances: dict[str, float]) -> str:
    """Such as "for Fours (45%) or Full house (18%)"."""
    likely = sorted(chances, key=chances.__getitem__, reverse=True)
    named = [box for box in likely if chances[box] >= _LIKELY and box != _CHANCE][:2] or likely[:1]
    return f"for {listed([f'{TITLES[INDEX[box]]} ({100 * chances[box]:.0f}%)' for box in named], 'or')}"


def _filling(view: YahtzeeView, seat: int, box: str) -> str:
    """Such as "on course for the upper bonus"; nothing where the points speak for themselves."""
    points, upper = view.preview()[box], view.sheets[seat].upper
    if not points:
        return "the box you will miss least"
    if INDEX[box] in UPPER and upper < UPPER_GOAL:
        if upper + points >= UPPER_GOAL:
            return "the upper bonus"
        if points >= 3 * (INDEX[box] + 1):
            return "on course for the upper bonus"
    return ""
