"""The perfect Yahtzee player: it loses no fraction of a point, ever."""

from dicecup.games.yahtzee import YahtzeeView, solver
from dicecup.games.yahtzee.text import KEEPS
from dicecup.players.player import Advice, Fork, Progress, ranked
from dicecup.table import Ask, Option


class PerfectYahtzee:
    """Maximises its expected final score, whatever the others do."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress

    def decide(self, view: YahtzeeView, ask: Ask, fork: Fork) -> Option:
        """The option with the highest expected final score."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: YahtzeeView, ask: Ask, fork: Fork | None = None) -> list[Advice]:
        """Every option that differs from the others, best first, with the expected final score it leads to.

        Of several ways to hold the same faces only the first is named.
        """
        mind = solver.load("official" if view.rules == "official" else "standard", progress=self.progress)
        sheet = view.sheets[ask.seat]
        filled, extra = sheet.filled, sheet.extra_yahtzees
        if not view.dice:
            return [Advice(ask.options[0], mind.expected_final(filled, extra_yahtzees=extra), 0.0)]
        values: dict[Option, float] = {}
        for box in mind.ranked_boxes(filled, view.dice, extra_yahtzees=extra):
            values[_option(ask, "fill", box.choice)] = box.value
        if view.rolls_left:
            by_faces = {}
            for keep in reversed(KEEPS):
                by_faces[tuple(sorted(view.dice[int(slot)] for slot in keep.args))] = keep
            for kept in mind.ranked_keeps(filled, view.dice, view.rolls_left, extra_yahtzees=extra):
                values[by_faces[kept.choice]] = kept.value
        # Filling comes before holding all five dice, which is worth the same and only takes longer.
        return ranked(values)


def _option(ask: Ask, *words: str) -> Option:
    option = ask.find(words)
    assert option is not None, f"{words} should be possible"
    return option
