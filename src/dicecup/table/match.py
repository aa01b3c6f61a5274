"""The match: everything one may ask of a game under way, and do in it."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from dicecup.table import papers, picture
from dicecup.table.arranged import Left
from dicecup.table.ask import Ask, Atom, Option, as_choice
from dicecup.table.chance import Chance
from dicecup.table.driver import Checkpoint, Contradiction, Trail, push
from dicecup.table.errors import IllegalChoice, NoSuchSeat, NotAllowed, RulesError, SaveError, SetupError, shown
from dicecup.table.event import Event
from dicecup.table.game import Game
from dicecup.table.log import Choice, Entry, Luck, TakenBack
from dicecup.table.pick import Price
from dicecup.table.public_chance import PublicChance
from dicecup.table.secret import Nonce, Secret, check_seed
from dicecup.table.state import State, View
from dicecup.table.whole import whole
from dicecup.table.words import listed

S = TypeVar("S", bound=State)
SeatT = TypeVar("SeatT", int, int | None)

_LONGEST = 100  # words of a choice, characters of a word; no game has choices like that
_MOST_TRIES = 1_000  # to find hidden things that fit all a seat has seen


class Origin(NamedTuple, Generic[S]):
    """What a match comes from: the earliest state there is, its secret, and what the game before it left."""

    start: Checkpoint[S]
    secret: Secret
    carry: Any


class Match(PublicChance[S], Generic[S]):
    """One game being played. `dicecup.new` makes one."""

    # --- what one can know ---

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.state.names

    @property
    def number(self) -> int:
        """The how many-th game of this table it is."""
        return self._secret.number

    @property
    def commitment(self) -> str | None:
        """What pins the dice down before the first roll: SHA-256 of the secret. None: not verifiable."""
        return self._secret.commitment

    @property
    def older(self) -> int:
        """So many answers are older than the secret: they were taken over from another match, or from a save."""
        return self._secret.since

    @property
    def resumed(self) -> bool:
        """Whether it goes on from a saved position, because the rules have changed since it began."""
        return self._base.at > 0

    @property
    def ordinary_start(self) -> bool:
        """Whether it began as the rules say, and not from a position that somebody set up."""
        start = self._base
        return start.at == 0 and start.state == self.game.begun_like(start.state, self._carry)

    @property
    def origin(self) -> Origin[S]:
        """All that the match comes from, but its log. It is the host's: the secret is in it."""
        return Origin(self._base, self._secret, self._carry)

    @property
    def lesson(self) -> str:
        """The mark of the lesson it is, or began as; such a game counts for nothing. Empty: an ordinary match."""
        return self._secret.arranged.lesson if self._secret.arranged is not None else ""

    @property
    def teaching(self) -> bool:
        """Whether it is a lesson that nobody has left yet."""
        return bool(self.lesson) and self.left is None

    @property
    def left(self) -> Left | None:
        """Where its lesson was left; None if it was not, or if there is none."""
        arranged = self._secret.arranged
        return Left(arranged.until) if arranged is not None and arranged.until is not None else None

    @property
    def nonces(self) -> tuple[Nonce, ...]:
        """What players have added to the dice, in the order they did."""
        return self._secret.nonces

    def view(self, seat: int | None = None) -> View:
        """What a seat (None: a spectator) may see now."""
        seat = self._checked(seat)
        return self.game.view(self.state, seat)

    def describe(self, seat: int | None = None) -> str:
        """What a seat (None: a spectator) may see now, and what is asked, in words."""
        words = self.game.describe(self.view(seat), self.pending)
        if self.outcome is None:
            return words
        winners = listed([self.names[winner] for winner in self.outcome.winners])
        won = f" Won by: {winners or 'nobody'}." if len(self.names) > 1 else ""  # alone nobody wins or loses
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.outcome.scores, strict=True))
        return f"{words}\nThe game is over ({self.outcome.reason}).{won} Scores: {scores}."

    def _repr_html_(self) -> str:
        """For a notebook: what a spectator sees, and what is asked."""
        view, ask, end = self.view(None), self.pending, self.outcome
        below: list[object] = []
        if ask is not None:
            asked = [picture.player(self.names, ask.seat), f"is asked to {ask.kind}."]
            below = [picture.line(*asked, "" if ask.private else ask.prompt)]
        elif end is not None and len(self.names) > 1:
            won: list[object] = [picture.player(self.names, winner) for winner in end.winners]
            below = [picture.line("Won by", *won or ["nobody"])]
        return picture.frame(self.game.title, [*view.drawn(), *below])

    def prices(self, seat: int) -> Mapping[str, Price]:
        """What the things on show would cost a seat, by name."""
        seat = self._checked(seat)
        return self.game.prices(self.state, seat)

    def forecast(self) -> str:
        """What it would bring whoever is asked to leave things as they lie; "" where nothing is foreseen."""
        ask = self.pending
        return "" if ask is None else self.game.forecast(self.fork(ask.seat, seed=len(self.log)), ask)

    def why_not(self, choice: object, seat: int | None = None) -> str | None:
        """None if `choice` can be made now (by `seat`, if given), else the reason in a player's words."""
        seat = self._checked(seat)
        ask = self.pending
        if ask is None:
            return (
                "The game is over." if self.pending_chance is None else "Chance decides now, and nobody is asked."
            )
        if seat is not None and seat != ask.seat:
            return f"It is {self.names[ask.seat]}'s decision now."
        if (ask.find(choice) or self._by_name(ask, choice)) is not None:
            return None
        words = as_choice(choice)
        if not words:
            return f"{shown(choice)} is not a choice. Take one of the options."
        if len(words) > _LONGEST or any(map(_is_huge, words)):  # games need not expect such
            return self.game.no_such_choice(ask, words)
        return self.game.why_not(self.state, ask, self.game.by_name(words))

    # --- what one can do ---

    def _meant(self, choice: object, seat: Any) -> Option:
        """The option that is meant by words which are not its own; IllegalChoice, with the reason, if none is."""
        ask = self.pending
        if ask is not None and (seat is None or seat == ask.seat) and (option := self._by_name(ask, choice)):
            return option
        raise IllegalChoice(choice, self.why_not(choice, seat) or "That is not possible.")

    def _by_name(self, ask: Ask, choice: object) -> Option | None:
        """The option that is meant by what its words are called."""
        words = as_choice(choice)
        return self.game.find_by_name(ask, words) if words else None

    def answer_forced(self, seats: Sequence[int] | None = None) -> list[Event]:
        """Answer for `seats` (None: for all) as long as there is only one option."""
        events: list[Event] = []
        while (ask := self.pending) is not None and len(ask.options) == 1 and (seats is None or ask.seat in seats):
            events += self._answer_for(ask)
            events += self._decline()
        return events

    def never_ask(self, seat: int, kind: str, *, never: bool = True) -> list[Event]:
        """From now on let the questions of this kind, one of the game's `interrupts`, pass without asking `seat`.

        `never=False`: ask again. Returns what happens if such a question is pending right now.
        """
        seat = self._checked(seat)
        if kind not in self.game.interrupts:
            known = ", ".join(self.game.interrupts) or "none"
            raise NotAllowed(
                f"There is no optional question of that kind in {self.game.title}; the kinds are: {known}."
            )
        kinds = self._never.get(seat, frozenset())
        self._never[seat] = kinds | {kind} if never else kinds - {kind}
        return self._decline()

    def never_asked(self, seat: int) -> frozenset[str]:
        """The kinds of questions that `seat` is not asked."""
        seat = self._checked(seat)
        return self._never.get(seat, frozenset())

    def _answer_for(self, ask: Ask) -> list[Event]:
        """Take the first option in the name of a seat that is not asked."""
        option = ask.options[0]
        return push(self, Choice(ask.seat, option, forced=True, private=ask.private), option)

    def _decline(self) -> list[Event]:
        """Decline for seats what they do not want to be asked; such answers are no bar to an undo."""
        events: list[Event] = []
        while (ask := self.pending) is not None and ask.kind in self._never.get(ask.seat, ()):
            events += self._answer_for(ask)
        return events

    def undo(self, seat: int | None = None) -> list[Event]:
        """Take back the last choice of `seat` (None: of whoever made the last one).

        Not past dice, something revealed, or a choice of another player since: NotAllowed, with the reason.
        """
        return self._take_back(*self._last_choice(seat))

    def why_no_undo(self, seat: int | None = None) -> str | None:
        """None if `undo` is possible now, else the reason."""
        try:
            self._last_choice(seat)
        except NotAllowed as refusal:
            return str(refusal)
        return None

    def _last_choice(self, seat: int | None) -> tuple[int, int]:
        """Who made the choice that would be taken back, and how many answers ago."""
        seat = self._checked(seat)
        if self.outcome is not None:  # by now the record tells the secret, and with it the dice to come
            raise NotAllowed("That cannot be taken back: the game is over.")
        if self.pending_chance is not None:  # so that no log is one that another match could not have
            raise NotAllowed("That cannot be taken back: chance is about to decide.")
        first = max(self._base.at, self._secret.since)
        for count in range(1, len(self._answers) - first + 1):
            entry = self._answers[-count]
            if isinstance(entry, Luck):
                raise NotAllowed("That cannot be taken back: dice have been rolled or a card turned up since.")
            if len(self._answers) - count < self._barrier:
                raise NotAllowed("That cannot be taken back: something hidden has been shown since.")
            if entry.forced:
                continue
            if seat is not None and entry.seat != seat:
                raise NotAllowed(f"That cannot be taken back: {self.names[entry.seat]} has made a choice since.")
            return entry.seat, count
        raise NotAllowed("There is nothing to take back.")

    def follow(self, entry: Entry, *, strictly: bool = False) -> None:
        """Do what an entry of a log says was done; SaveError if that is not possible, and then nothing changes.

        `strictly`: nobody was passed over who had a choice.
        """
        if isinstance(entry, TakenBack):
            try:
                fits = self._last_choice(entry.seat)[1] == entry.count
            except (NotAllowed, ValueError):
                fits = False
            if not fits:
                raise SaveError("The log does not fit the rules: it takes back what could not be taken back.")
            self.undo(entry.seat)
            return
        ask = self.pending
        if isinstance(entry, Luck) or ask is None or ask.seat != entry.seat:
            raise SaveError("The log does not fit the rules: its answers are not those that were asked for.")
        option = ask.find(entry.option)
        if option is None:
            raise SaveError(f"The log does not fit the rules: {list(entry.option)} was not possible.")
        # Nobody was asked where there was no choice, or where the seat had said that it did not want to be.
        unasked = len(ask.options) == 1 or (ask.kind in self.game.interrupts and option == ask.options[0])
        if strictly and entry.forced and not unasked:
            raise SaveError(f"The log does not fit the rules: {list(entry.option)} was not the only choice.")
        push(self, Choice(ask.seat, option, entry.forced, ask.private), option)

    def resume(self, never: Mapping[int, frozenset[str]]) -> None:
        """The log that was followed is over: from here on dice fall.

        `never`: what seats do not want to be asked. That declines nothing now: what it declined is in the log,
        and a question that was taken back to after the wish is still open.
        """
        self._settle, self._never = self._usual, dict(never)

    def stir(self, seat: int, nonce: str) -> None:
        """Add a random number of this seat to the dice to come: 64 hex digits, once in a game.

        The secret was sealed before, so whoever adds one need not trust whoever drew it: docs/fair-dice.md.
        """
        seat = self._checked(seat)
        if self.outcome is not None:
            raise NotAllowed("The game is over; nothing can be added to its dice.")
        self._secret = self._secret.stirred(seat, nonce, self._after_last_result())

    def leave_lesson(self) -> None:
        """From here on no dice are arranged any more: the secret decides, which was sealed before the lesson."""
        self._secret = self._secret.left(self._after_last_result())

    def _after_last_result(self) -> int:
        """From there on something counts, and not from here: what was chosen since may be taken back."""
        at = len(self._answers)
        while at > max(self._base.at, self._secret.since) and not isinstance(self._answers[at - 1], Luck):
            at -= 1
        return at

    def rematch(self, secret: Secret | None = None, order: Sequence[int] | None = None) -> "Match[S]":
        """The next game at the same table: same players, same options, new dice (those of `secret`, if given).

        `order`: they change seats; seat n of the next game is that of `order[n]` in this one.
        """
        if self.outcome is None:
            raise NotAllowed("This game is not over yet. You can have a rematch when it is.")
        seats = range(len(self.names))
        order = list(seats if order is None else order)
        if sorted(order) != list(seats):
            raise SetupError(f"The order of seats names each of them once, not {shown(order)}.")
        carry = self.game.carry_over(self.state, order)
        names = tuple(self.names[seat] for seat in order)
        state = self.game.setup(names, self.state.options, carry)
        following = Match(self.game, Checkpoint(state, 0), secret or self._secret.next(), carry=carry)
        following._never = {n: self._never[seat] for n, seat in enumerate(order) if seat in self._never}
        return following

    # --- copies ---

    def checkpoint(self) -> Checkpoint[S]:
        """The state at the start of the running phase. It is not to be changed."""
        if self._trail.checkpoint.at != self._trail.phase_at:
            self.clone()
        return self._trail.checkpoint

    def clone(self) -> "Match[S]":
        """An exact copy that goes on independently, with the same dice to come."""
        twin = self._twin(self._secret)
        twin._base = self._base
        trail = self._trail
        start = trail.checkpoint
        mark = trail.phase_at if trail.phase_at > start.at else -1
        twin._replay(start, self._answers, self.events[:], trail=Trail(start, start.at, mark))
        if self._history is not None:
            twin._history = self._history[:]
        twin._barrier = self._barrier
        trail.hurry(twin._trail.checkpoint)  # the next clone has less to replay
        return twin

    def __copy__(self) -> "Match[S]":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "Match[S]":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _match, (self.game, self.brief(), self.notice)

    def fork(self, seat: int | None, seed: int | None = None) -> "Match[S]":
        """A copy in which everything that `seat` cannot know, dice to come included, is drawn anew.

        It has no past, neither log nor events. The same `seed` gives the same fork; None a new one each time.
        """
        seat = self._checked(seat)
        seed = check_seed(seed)
        start = self.checkpoint()
        answers = self._answers[start.at :]
        for _ in range(_MOST_TRIES):
            secret = Secret.of_fork(seed, self.number)
            state = start.state.clone()
            self.game.redraw(state, seat, secret)
            twin = self._twin(secret)
            twin._base = Checkpoint(state, 0)
            try:
                twin._replay(twin._base, answers, [], unseen_by=(seat,))
                if _key(twin.pending_chance) != _key(self.pending_chance):
                    raise Contradiction
            except Contradiction:  # a card turned up since was given to somebody's hand: draw again
                if seed is not None:
                    seed = int.from_bytes(secret.digest("another fork")[:8], "big")
                continue
            return twin
        raise RulesError(f"The rules of {self.game.title} find nothing hidden that fits what was seen.")

    # --- the two papers ---

    def save(self) -> str:
        """The host's paper: all that is needed to go on, the secret included. `dicecup.load` reads it."""
        body = {**self.brief(), "snapshot": _checkpoint_to_json(self.checkpoint())}
        return papers.wrap(papers.SAVE, body)

    def brief(self) -> dict[str, Any]:
        """The same as JSON, for another process of the same program: nothing in it has to survive a release."""
        return {
            "game": self.game.name,
            "number": self.number,
            "never_ask": {str(seat): sorted(kinds) for seat, kinds in self._never.items() if kinds},
            "secret": self._secret.reveal(),
            "carry": self._carry,
            "start": _checkpoint_to_json(self._base),
            "log": [entry.to_json() for entry in self.log],
            **({"chance": "open"} if self._open else {}),
        }

    def record(self, seat: int | None = None) -> str:
        """The paper that may be shown to `seat` (None: to anybody). After the end it is complete."""
        seat = self._checked(seat)
        log = [entry.to_json() if self.outcome is not None else _shown(entry, seat) for entry in self.log]
        body = {
            "game": self.game.name,
            "title": self.game.title,
            "names": list(self.names),
            "options": self.state.options.to_json(),
            "number": self.number,
            "seat": seat,
            "finished": self.outcome is not None,
            "commitment": self.commitment,
            "log": log,
            "events": [event.to_json(seat) for event in self.events],
        }
        if self.lesson:
            body["lesson"] = self.lesson
        if self.nonces:
            body["nonces"] = [one._asdict() for one in self.nonces]
        if self.outcome is not None:
            body["outcome"] = self.outcome.to_json()
            body["secret"] = self._secret.reveal()
            body["carry"] = self._carry
            body["start"] = _checkpoint_to_json(self._base)
            body["turns"] = self.turn_hashes()
        return papers.wrap(papers.RECORD, body)

    def turn_hashes(self) -> list[dict[str, Any]]:
        """For each turn after how many answers it began, and a hash of what a spectator saw then."""
        hashes: list[dict[str, Any]] = []
        for past in self.walk():
            if not hashes or hashes[-1]["turn"] != past.state.turn:
                seen = papers.digest(past.view(None).to_json())
                hashes.append({"turn": past.state.turn, "at": len(past.log), "view": seen})
        return hashes

    # --- inside ---

    def _checked(self, seat: SeatT) -> SeatT:
        if seat is None:
            return seat
        found = whole(seat)
        if found is None or not 0 <= found < len(self.state.names):
            raise NoSuchSeat(f"There is no seat {shown(seat)}: the seats are 0 to {len(self.names) - 1}.")
        return found

    def __repr__(self) -> str:
        what = f"{self.names[self.pending.seat]} to {self.pending.kind}" if self.pending else "over"
        what = f"chance to decide {self.pending_chance.key}" if self.pending_chance else what
        return f"<Match {self.game.name}, {len(self.names)} seats: {what}>"


def _match(game: Game[Any], brief: dict[str, Any], notice: str) -> Match[Any]:
    """The match that was sent to this process."""
    from dicecup.table.retrace import recall  # it knows Match

    match = recall(brief, lambda name: game)
    match.notice = notice
    return match


def _key(point: Chance[Any] | None) -> str | None:
    return None if point is None else point.key


def _is_huge(word: Atom) -> bool:
    return len(word) > _LONGEST if isinstance(word, str) else abs(word) >= 10**_LONGEST


def _shown(entry: Entry, viewer: int | None) -> dict[str, Any]:
    """An entry of a running game's log as `viewer` may read it: what is not theirs to know is a placeholder."""
    if isinstance(entry, TakenBack) or entry.known_to(viewer):
        return entry.to_json()
    return {"chance": "hidden"} if isinstance(entry, Luck) else {"seat": entry.seat, "choice": "hidden"}


def _checkpoint_to_json(checkpoint: Checkpoint[Any]) -> dict[str, Any]:
    return {"at": checkpoint.at, "state": checkpoint.state.to_json()}
