"""A referee: listens to a game of King of Tokyo, keeps a record of its own, and objects.

It knows what everybody sees: the events and the questions, and what lay on the table when the dice were kept. So
it finds what the rules forget between an attack and its consequences.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.state import BAY, CITY, GOAL, ONE, OUTSIDE
from dicecup.table import Ask, Event, Match

MARKING: Final = {"poison": "poison-spit", "shrink": "shrink-ray"}
ROLLING: Final = ("start", "roll", "dice", "probe", "change", "resolve")


def has(state: KingState, seat: int, card: str) -> int:
    """How many of a card somebody has, copies included."""
    return sum(card in (held.acts_as, held.card) for held in state.monsters[seat].cards)


@dataclass
class Attack:
    """What is to be remembered of one."""

    seat: int
    claws: int
    place: str  # of the attacker
    targets: tuple[int, ...]
    there: dict[int, str]  # targets in Tokyo, and where
    marks: dict[str, int]  # counters that come with it
    hurt: list[int] = field(default_factory=list)
    to_mark: list[int] = field(default_factory=list)
    decided: list[int] = field(default_factory=list)
    reborn: list[int] = field(default_factory=list)  # outside Tokyo, whatever they may enter later
    burrowed: list[int] = field(default_factory=list)  # whose Burrowing has hurt the attacker
    left: dict[int, str] = field(default_factory=dict)  # who has yielded, and what place


class Referee:
    """One game's; `state` is that before anything has happened."""

    def __init__(self, state: KingState, match: Match[KingState]) -> None:
        self.match = match
        self.place = [monster.place for monster in state.monsters]
        self.alive = [monster.alive for monster in state.monsters]
        self.attack: Attack | None = None
        self.entered: int | None = None
        self.frozen = ""  # who has earned another turn: turn and seat
        self.before = state
        self.seen: Counter[str] = Counter()
        self.follow(match.events)

    # --- what happens ---

    def follow(self, events: Sequence[Event]) -> None:
        """Look at what an answer has led to."""
        for event in events:
            look = getattr(self, f"_{event.kind}", None)
            if self.entered is not None and event.kind not in ("stars", "energy"):
                self.entered = None
            if look is not None:
                look(event.data)
        self._scored()
        state = self.match.state
        assert [monster.place for monster in state.monsters] == self.place
        if BAY in self.place:
            assert sum(self.alive) >= 5, "the Bay is closed"
        pending = self.match.pending
        if pending is None:
            self.attack = None  # somebody has won in the middle of it
        elif self.attack and pending.kind not in ("yield", "react", "again", "resolve", "hearts"):
            self._attack_over(self.attack)
        self._nobody_is_forgotten(pending)
        self.before = state.clone()

    def _attacks(self, data: dict[str, object]) -> None:
        if self.attack:
            self._attack_over(self.attack)
        seat, targets = int(str(data["seat"])), data["targets"]
        assert isinstance(targets, tuple)
        there = {target: self.place[target] for target in targets if self.place[target] != OUTSIDE}
        marks = {}
        # Where nothing was asked since, a copy may have been set in the same breath.
        if (self.before.active, self.before.turn) == (
            seat,
            self.match.state.turn,
        ) and self.before.phase != "start":
            marks = {counter: has(self.before, seat, card) for counter, card in MARKING.items()}
        self.attack = Attack(seat, int(str(data["claws"])), self.place[seat], targets, there, marks)
        self.seen["attacks"] += 1

    def _hurt(self, data: dict[str, object]) -> None:
        attack = self.attack
        if attack and data["source"] == "Burrowing":
            dealer = int(str(data["dealer"]))
            assert data["seat"] == attack.seat
            assert dealer in attack.left, "only who has yielded leaves something behind"
            attack.burrowed.append(dealer)
            self.seen["burrows"] += 1
        if attack and data["source"] == "claws":
            assert data["dealer"] == attack.seat
            seat = int(str(data["seat"]))
            assert seat in attack.targets, "only those who were attacked are hurt by claws"
            assert seat not in attack.hurt, "and only once"
            assert seat not in attack.left, "who has left is not hurt after that"
            attack.hurt.append(seat)
            if data["now"] and any(attack.marks.values()):
                attack.to_mark.append(seat)

    def _marked(self, data: dict[str, object]) -> None:
        attack = self.attack
        assert data["cards"], "a card has done it"
        if attack and data["seat"] in attack.to_mark:
            for counter, many in attack.marks.items():
                assert data[counter] == many, "as many counters as there were cards when the dice were kept"
            attack.to_mark.remove(int(str(data["seat"])))
            self.seen["marked"] += 1

    def _stays(self, data: dict[str, object]) -> None:
        self._decides(int(str(data["seat"])))

    def _leaves(self, data: dict[str, object]) -> None:
        seat = int(str(data["seat"]))
        assert self.place[seat] == data["place"] != OUTSIDE
        if data["why"] == "yields":
            self._decides(seat)
            assert self.attack is not None
            self.attack.left[seat] = self.place[seat]
            self.seen["yields"] += 1
        self.place[seat] = OUTSIDE

    def _decides(self, seat: int) -> None:
        assert self.attack is not None, "nobody leaves without an attack"
        assert seat in self.attack.there, "only who was hit in Tokyo is asked"
        assert seat not in self.attack.decided, "and only once"
        self.attack.decided.append(seat)

    def _enters(self, data: dict[str, object]) -> None:
        seat, place = int(str(data["seat"])), str(data["place"])
        assert self.place[seat] == OUTSIDE, "only who is outside enters"
        assert place not in self.place
        assert place == CITY or CITY in self.place, "the City fills first"
        self.place[seat], self.entered = place, seat

    def _stars(self, data: dict[str, object]) -> None:
        if data["source"] == "entering Tokyo":
            assert data["seat"] == self.entered, "nobody is paid for entering who did not"
            self.entered = None

    def _moves(self, data: dict[str, object]) -> None:
        seat = int(str(data["seat"]))
        assert (self.place[seat], data["place"]) == (BAY, CITY)
        assert CITY not in self.place
        self.place[seat] = CITY
        self.seen["moves"] += 1

    def _moves_up(self, data: dict[str, object]) -> None:
        self._moves({**data, "place": CITY})

    def _eliminated(self, data: dict[str, object]) -> None:
        seat = int(str(data["seat"]))
        self.place[seat], self.alive[seat] = OUTSIDE, False
        self.seen["dead"] += 1

    def _rescued(self, data: dict[str, object]) -> None:
        if self.attack:
            self.attack.reborn.append(int(str(data["seat"])))

    # --- what has to follow ---

    def _attack_over(self, attack: Attack) -> None:
        """Everybody who was hit in Tokyo, lives and has not been moved out has decided; and the place is taken."""
        self.attack = None
        assert not attack.to_mark, "counters that were on the damage have come with it"
        for seat in attack.there:
            stands = self.alive[seat] and self.place[seat] != OUTSIDE and seat not in attack.reborn
            if seat in attack.hurt and stands:
                assert seat in attack.decided, f"seat {seat} was hit in Tokyo and is asked"
        options, state = self.match.state.options, self.match.state
        taker = self.alive[attack.seat] and attack.seat not in attack.reborn and state.active == attack.seat
        here = self.place[attack.seat]
        if taker and options.burrowing_yields == "place-taken":
            assert all(attack.left[seat] == here for seat in attack.burrowed), "only the place taken burrows"
        if CITY in attack.left.values() and taker:
            if attack.place == OUTSIDE or options.bay_attacker == "to-city":
                assert here == CITY or state.unresolved or state.phase == "over", (
                    "who makes it leave takes the City"
                )
            else:
                assert here in (attack.place, CITY)  # the Bay may have closed since

    def _scored(self) -> None:
        """Whoever has Freeze Time when three 1s score has earned a turn."""
        before, state = self.before, self.match.state
        if before.options.dice_order != "fixed" or before.phase not in ROLLING or before.turn != state.turn:
            return
        if state.phase not in ROLLING and state.dice.count(ONE) >= 3 and has(before, state.active, "freeze-time"):
            self.frozen = f"{state.turn}/{state.active}"
            self.seen["freezes"] += 1

    def _nobody_is_forgotten(self, pending: Ask | None) -> None:
        """Another turn that was earned is offered before the next begins."""
        if not self.frozen:
            return
        turn, seat = (int(part) for part in self.frozen.split("/"))
        state = self.match.state
        if pending is None or not self.alive[seat]:
            self.frozen = ""
        elif state.turn != turn:
            raise AssertionError("another turn was earned and not offered")
        elif pending.kind == "extra turn":
            self.seen["offered"] += 1
            self.frozen = ""
            assert state.monsters[seat].stars < GOAL
