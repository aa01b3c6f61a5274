"""Mimic: a card that is another card. It passes on whatever it is asked; nobody else knows about it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dicecup.games.king_of_tokyo.cards.base import (
    DECK,
    HOOKS,
    Card,
    KingPlay,
    Moment,
    bit,
    keep_cards,
    refresh,
)
from dicecup.games.king_of_tokyo.gains import alive, pay
from dicecup.games.king_of_tokyo.offers import decide
from dicecup.games.king_of_tokyo.possession import find
from dicecup.games.king_of_tokyo.state import Held, KingState
from dicecup.table import Away, Option, Pick
from dicecup.table.actions import Words


class Mimic(Card):
    name, cost = "Mimic", 8
    text = "A copy of any monster's keep card. At the start of your turn, you may pay 1 energy to copy another."
    moments = ("start",)
    fee = 1

    def hooks_for(self, held: Held) -> int:
        copied = DECK.get(held.acts_as)
        return self.hooks | (copied.hooks if copied else 0)

    async def gained(self, play: KingPlay, seat: int, held: Held) -> None:
        choice = await decide(
            play,
            seat,
            "other",
            "copy",
            lambda: tuple(
                Option("copy", owner, card, text=words)
                for owner, card, words in self._targets(play.state, seat, held)
            ),
            lambda: f"{self.name}: which card does it copy?",
        )
        if choice is not None:
            await self._copy(play, seat, held, int(choice[1]), str(choice[2]))

    def lost(self, play: KingPlay, seat: int, held: Held) -> None:
        self._stop(play, seat, held)

    def card_gone(self, play: KingPlay, seat: int, held: Held, gone: str) -> None:
        if held.acts_as == gone:
            play.tell("copy_ends", seat=seat, card=self.name)
            self._stop(play, seat, held)

    def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
        options: list[Option] = []
        if moment == "start":
            if held.moved or not state.monsters[seat].energy:
                return []
            options += [
                self.option(held, "copy", owner, card, text=f"{words} ({self.fee} energy)")
                for owner, card, words in self._targets(state, seat, held)
            ]
            if not options:
                return []  # what the copied card can do at any time is no reason to be asked now
        copied = DECK.get(held.acts_as)
        hooks = bit(f"offers:{moment}") | bit("any_time")
        if copied and copied.hooks & hooks and not self._idle(state, seat, held):
            options += copied.offers(state, seat, held, moment)
        return options

    def ways(self, seats: int) -> Iterable[Words]:
        return [("copy", Away(step), card) for step in range(seats) for card in keep_cards()]

    async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
        targets = [("copy", owner, card) for owner, card, _ in self._targets(play.state, seat, held)]
        if args in targets:  # and not a way to use the copied card
            pay(play, seat, self.fee, self.name)
            held.moved = True
            self._stop(play, seat, held)
            await self._copy(play, seat, held, args[1], args[2])
        else:
            await DECK[held.acts_as].use(play, seat, held, args)

    def pick(self, state: KingState, seat: int, held: Held, args: tuple[Any, ...]) -> Pick:
        if args[:1] == ("copy",):
            return replace(super().pick(state, seat, held, args), seat=args[1], card=args[2])
        copied = DECK.get(held.acts_as)
        return copied.pick(state, seat, held, args) if copied else Pick(by=held.card)

    def unusable(self, state: KingState, seat: int, held: Held) -> str:
        copied = DECK.get(held.acts_as)
        if copied and self._idle(state, seat, held):
            return f"{copied.name} itself does the same"
        if copied and state.phase != "start":
            return copied.unusable(state, seat, held)
        if held.moved:
            return "it has already switched to another card this turn"
        return "" if state.monsters[seat].energy else "it costs 1 energy, and you have none"

    def _idle(self, state: KingState, seat: int, held: Held) -> bool:
        """Whether the owner has the copied card itself, and can do no more with two."""
        mine = [own.card for own in state.monsters[seat].cards]
        return DECK[held.acts_as].one_is_enough and held.acts_as in mine

    def _targets(self, state: KingState, seat: int, held: Held) -> list[tuple[int, str, str]]:
        """Whose card it can copy, which, and that in words."""
        names = state.names
        whose = [f" of {name}" if owner != seat else "" for owner, name in enumerate(names)]
        return [
            (owner, theirs.card, f"copy {'' if whose[owner] else 'your '}{DECK[theirs.card].name}{whose[owner]}")
            for owner in alive(state)
            for theirs in state.monsters[owner].cards
            if theirs.card not in (held.card, held.acts_as)
        ]

    async def _copy(self, play: KingPlay, seat: int, held: Held, owner: int, card: str) -> None:
        _, copied = find(play, owner, card)
        held.acts_as = card
        refresh(play.state.monsters[seat])
        play.tell("copies", seat=seat, card=self.name, copied=copied.name, owner=owner)
        await copied.gained(play, seat, held)

    def _stop(self, play: KingPlay, seat: int, held: Held) -> None:
        copied = DECK.get(held.acts_as)
        held.acts_as, held.counters, held.used = "", 0, False
        refresh(play.state.monsters[seat])
        if copied:
            copied.lost(play, seat, held)


def _passed_on(hook: str) -> Any:
    usual = getattr(Card, hook)

    def pass_on(self: Mimic, *args: Any) -> Any:
        held = next(arg for arg in args if isinstance(arg, Held))
        copied = DECK.get(held.acts_as)
        return getattr(copied, hook)(*args) if copied else usual(self, *args)

    return pass_on


for _hook in (*HOOKS, "would_absorb", "called"):
    if _hook not in vars(Mimic):
        setattr(Mimic, _hook, _passed_on(_hook))
