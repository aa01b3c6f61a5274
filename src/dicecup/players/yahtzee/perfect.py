"""The best Yahtzee players: one that never loses a fraction of a point, and one that wins."""

from functools import lru_cache
from operator import mul
from typing import Any, Final, TypeAlias, get_args

from dicecup.games.yahtzee import YahtzeeView, solver
from dicecup.games.yahtzee.scoring import INDEX, TITLES, UPPER, UPPER_GOAL
from dicecup.games.yahtzee.solver.appraisal import first_turn
from dicecup.games.yahtzee.state import YahtzeeState
from dicecup.games.yahtzee.text import KEEPS
from dicecup.players.player import Advice, Fell, Fork, Progress, Unit, Values, forks, ranked
from dicecup.table import Ask, Match, Option, SetupError
from dicecup.table.words import listed

_LIKELY: Final = 0.15  # a chance worth a word
# With two seats chances move by so much (root mean square) from the end of a turn to the start of the next, where
# nothing falls: everybody is taken to go on for points, and then whoever's turn it is goes on to win. Nineteen of
# twenty moves are smaller, and with more seats they are smaller still. Points alone are exact, and so are the last
# rounds of a duel.
_NOISE: Final = 0.005
_TEMPTING: Final = {"win": 0.03, "points": 4.0}  # who is worse by more is no rival
_BONUS: Final = "the upper bonus"
_ALIKE: Final = {"win": 0.0005, "points": 0.05}  # less cannot be told
_CHANCE: Final = "chance"  # takes what is left over; nobody hopes for it

_Card: TypeAlias = tuple[tuple[tuple[str, int], ...], int]  # the filled boxes, and how many further Yahtzees


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
        advice = _weighed(view, _struck(view, ranked(values, reasons, self._unit(view))))
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
        return _thoughts(self._mind(view), _cards(view)[seat])

    def _mind(self, view: YahtzeeView) -> solver.Solver:
        for rules in get_args(solver.Rules):
            if rules == view.rules:
                return solver.load(rules, progress=self.progress)
        raise SetupError(f"Nobody has solved Yahtzee with the {view.rules!r} rules, so nothing can be said of it.")

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
    likely to be ahead in the end: risks when behind, none when ahead. In the last rounds of a duel it knows that
    chance exactly, the other playing to win as well.
    """

    noise: Final = _NOISE

    def __init__(self, progress: Progress | None = None, *, exact: bool = True) -> None:
        super().__init__(progress)
        self.exact: Final = exact

    def _unit(self, view: YahtzeeView) -> Unit:
        return "points" if len(view.sheets) == 1 else "win"

    def _think(self, view: YahtzeeView, seat: int) -> solver.Thoughts:
        cards = _cards(view)
        return _thoughts(self._mind(view), cards[seat], cards[:seat] + cards[seat + 1 :], self.exact)

    def unit(self, match: Match[Any]) -> Unit:
        """Points alone, the chance to win against others."""
        view = match.view()
        assert isinstance(view, YahtzeeView)
        self._mind(view)  # or it says that it does not know these rules
        return self._unit(view)

    def appraise(self, view: YahtzeeView, ask: Ask, fork: Fork) -> dict[Option, Values]:
        """What each option is worth to everybody, with the best of this player's own play in this turn."""
        if view.phase == "order":
            return dict.fromkeys(ask.options, self._before_the_first_turn(view, fork(0).state))
        thoughts = _appraisal(self._mind(view), _cards(view), ask.seat)
        if not view.dice:
            return dict.fromkeys(ask.options, thoughts.start)
        boxes = thoughts.boxes(view.dice)
        keeps = thoughts.keeps(view.dice, view.rolls_left) if view.rolls_left else {}
        return {
            option: boxes[str(option.args[0])] if option.verb == "fill" else keeps[_faces(view, option)]
            for option in ask.options
        }

    def fell(self, before: Match[Any], option: Option, after: Match[Any]) -> Fell | None:
        """The dice that were rolled; whoever fills a box or holds all dice rolls none."""
        if option.verb == "fill" or option == KEEPS[-1]:
            return None
        ask = before.pending
        assert ask is not None
        return Fell(self._appraised(before, ask)[option], self.chances(after))

    def chances(self, match: Match[Any]) -> Values:
        """Everybody's chance to win, or the points that whoever is alone can expect."""
        ask = match.pending
        if ask is None:
            assert match.outcome is not None
            alone = len(match.names) == 1
            return tuple(map(float, match.outcome.scores)) if alone else match.outcome.shares
        return max(self._appraised(match, ask).values(), key=lambda worths: worths[ask.seat])

    def _appraised(self, match: Match[Any], ask: Ask) -> dict[Option, Values]:
        view = match.view(ask.seat)
        assert isinstance(view, YahtzeeView)
        return self.appraise(view, ask, forks(match, ask.seat))

    def _before_the_first_turn(self, view: YahtzeeView, state: YahtzeeState) -> Values:
        """While the dice decide who begins."""
        begins = first_turn(state.sums, len(state.contenders))
        mind, cards = self._mind(view), _cards(view)
        starts = [_appraisal(mind, cards, seat).start for seat in state.contenders]
        return tuple(sum(map(mul, begins, worths)) for worths in zip(*starts, strict=True))


def _cards(view: YahtzeeView) -> tuple[_Card, ...]:
    return tuple((tuple(sheet.filled.items()), sheet.extra_yahtzees) for sheet in view.sheets)


@lru_cache(maxsize=16)  # a turn has up to three decisions, and a review asks again and again
def _thoughts(
    mind: solver.Solver, mine: _Card, others: tuple[_Card, ...] = (), exact: bool = True
) -> solver.Thoughts:
    rivals = [(dict(filled), extra) for filled, extra in others]
    return mind.think(dict(mine[0]), extra_yahtzees=mine[1], rivals=rivals, exact=exact)


@lru_cache(maxsize=16)
def _appraisal(mind: solver.Solver, cards: tuple[_Card, ...], seat: int) -> solver.Appraisal:
    return mind.appraise([(dict(filled), extra) for filled, extra in cards], seat)


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


def _weighed(view: YahtzeeView, advice: list[Advice]) -> list[Advice]:
    """The best choice with what there is instead, if that tempts: another box, a box now, or rolling on."""
    best, verb = advice[0], advice[0].option.verb
    if not view.rolls_left:
        return _beside(view, advice)
    other = next((one for one in advice if one.option.verb != verb and one.option != KEEPS[-1]), None)
    if other is None or other.loss > _TEMPTING[best.unit]:
        return advice
    name = str((best if verb == "fill" else other).option.args[0])
    points, sure = view.preview()[name], f"{TITLES[INDEX[name]]} (100%)"
    if not points or sure in other.reason:  # to have it later is no other choice
        return advice
    now = f"{_points(points)} in {TITLES[INDEX[name]]} now"
    words = f"rolling on: {other.reason}" if verb == "fill" else now
    return [best._replace(reason=f"{best.reason or now}; {words}"), *advice[1:]]


def _struck(view: YahtzeeView, advice: list[Advice]) -> list[Advice]:
    """Only the best choice is a box that one will miss least: of any other without points that is not true."""
    best, *others = advice
    if best.option.verb == "fill" and not view.preview()[str(best.option.args[0])]:
        best = best._replace(reason="the box you will miss least")
    return [best, *others]


def _beside(view: YahtzeeView, advice: list[Advice]) -> list[Advice]:
    """The best box with the one that would bring most now, or, where it brings most itself, with the next best."""
    now = {one.option: view.preview()[str(one.option.args[0])] for one in advice}
    best, *others = advice
    close = [one for one in others if one.loss <= _TEMPTING[best.unit]]
    rival = max(others, key=lambda one: (now[one.option], one.value), default=best)
    if now[rival.option] <= now[best.option]:
        rival = close[0] if close else best
    if rival.loss < _ALIKE[best.unit]:
        return advice
    less = f"{_gap(rival.loss)} less to win" if best.unit == "win" else f"{rival.loss:.1f} less in the end"
    here = best.reason
    if now[best.option]:
        and_so = " and " if here == _BONUS else ", " if here else ""
        here = f"{_points(now[best.option])}{and_so}{here}"
    there = f"in {TITLES[INDEX[str(rival.option.args[0])]]}: {_points(now[rival.option])}, {less}"
    return [best._replace(reason=f"{here}; {there}"), *others]


def _points(many: int) -> str:
    return f"{many} {'point' if many == 1 else 'points'}"


def _gap(by: float) -> str:
    """Of chances to win: such as "0.4%", "12%"."""
    return f"{100 * by:.1f}%" if by < 0.0095 else f"{100 * by:.0f}%"


def _hope(chances: dict[str, float]) -> str:
    """Such as "for Fours (45%) or Full house (18%)"."""
    likely = sorted(chances, key=chances.__getitem__, reverse=True)
    named = [box for box in likely if chances[box] >= _LIKELY and box != _CHANCE][:2] or likely[:1]
    return f"for {listed([f'{TITLES[INDEX[box]]} ({_percent(chances[box])})' for box in named], 'or')}"


def _percent(chance: float) -> str:
    """Such as "50%"; of what may still happen never that it does not."""
    return "under 1%" if 0 < chance < 0.005 else f"{100 * chance:.0f}%"


def _filling(view: YahtzeeView, seat: int, box: str) -> str:
    """Such as "on course for the upper bonus"; nothing where the points speak for themselves."""
    sheet = view.sheets[seat]
    points, upper = view.preview()[box], sheet.upper
    if points and INDEX[box] in UPPER and upper < UPPER_GOAL:
        if upper + points >= UPPER_GOAL:
            return _BONUS
        to_come = sum(
            3 * (face + 1) for name, face in INDEX.items() if face in UPPER and name not in {*sheet.filled, box}
        )
        if points >= 3 * (INDEX[box] + 1) and upper + points + to_come >= UPPER_GOAL:
            return "on course for the upper bonus"
    return ""
