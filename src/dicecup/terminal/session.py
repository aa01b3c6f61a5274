"""A person at the table: the loop that draws, asks, answers and saves, for every game."""

from collections.abc import Hashable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final

from dicecup.players import Advisor, Appraiser, Player, Seated, close, ended_by_itself, forks, is_open, parted
from dicecup.players.outside import BotFault
from dicecup.players.own import is_own
from dicecup.saves import PERSON, Slot, StorageError, Store, Table
from dicecup.table import Ask, DicecupError, Event, Match, Option
from dicecup.table.errors import said, short
from dicecup.table.words import listed
from dicecup.terminal.commands import Leave
from dicecup.terminal.console import Console, NoMoreInput
from dicecup.terminal.dialogue import Dialogue
from dicecup.terminal.program import command
from dicecup.terminal.reading import house_rules
from dicecup.terminal.screen import Choice, screen_for
from dicecup.terminal.seats import adviser, computer, like
from dicecup.terminal.seen import Fork

if TYPE_CHECKING:
    from dicecup.coach import Review

_ON: Final = ("", "end", "pass", "go on", "on", "next", "continue", "ok", "y", "yes")


class Session(Dialogue):
    """One table in the terminal, game after game, until the person leaves."""

    match: Match[Any]
    players: tuple[str, ...]

    def __init__(self, console: Console, store: Store, table: Table, slot: Slot | None = None) -> None:
        super().__init__(console)
        self.store = store
        self.slot = slot  # where this session saves
        self._warned: set[str] = set()
        self._alone: int | None = None  # who alone looks at the screen now
        self.reviewed: tuple[Match[Any], Review] | None = None  # the game that was gone through last
        self.safe = False  # what has been answered is on the disk
        self._minds: dict[int, Player] = {}
        self._seated: dict[int, Seated] = {}  # computer players, while they play
        self.sit_down(table)

    # --- the table ---

    @property
    def table(self) -> Table:
        """What a save file holds."""
        return Table(self.match, self.players)

    @property
    def viewer(self) -> int | None:
        """Whose eyes read the screen: with several persons nobody's, unless only one of them is looking."""
        people = [seat for seat, player in enumerate(self.players) if player == PERSON]
        return people[0] if len(people) == 1 else self._alone

    @property
    def turn(self) -> int:
        """The how many-th turn it is."""
        return int(self.match.state.turn)

    def fork(self, seat: int) -> Fork:
        """Copies of the match for whoever has to decide."""
        return forks(self.match, seat)

    def mark(self) -> Hashable:
        """The match, and how long its log is."""
        return self.match, len(self.match.log)

    def changed(self) -> None:
        """A command has changed the position."""
        self.autosave()

    def sit_down(self, table: Table) -> None:
        """Go on with this match and these players."""
        self._send_home()
        self._minds = {
            seat: computer(table.match.game.name, level, seat, self.console.note)
            for seat, level in enumerate(table.players)
            if level != PERSON
        }
        self.match, self.players = table.match, table.players
        self.screen = screen_for(self.match.game, self.console)
        self.screen.viewer = self.viewer
        self._turn = -1
        self._announced = False
        self._watching = False
        self._said: dict[int, str] = {}  # the last reason of each computer player
        self._shown: dict[int, int] = {}  # how many events each person has seen, with what is only for them
        self._recorded = self.match.outcome is not None  # in the session that saw its end
        if self.match.notice:
            self.console.paragraph(self.match.notice)

    def autosave(self) -> None:
        """Write the match to its slot; when the disk refuses, play goes on, and the person is told once."""
        if self.slot is None:
            self.slot = self.store.claim_any(self.match.game.name)
        try:
            self.store.write(self.slot.path, self.table)
            self.safe = True
        except StorageError as error:
            self.safe = False
            if str(error) not in self._warned:
                self._warned.add(str(error))
                self.console.paragraph(f"The game continues, but it is not being saved. {error}")

    def make_room(self) -> None:
        """Set aside what is in the slot, before this game takes it, and say so."""
        if self.slot is None:
            self.slot = self.store.claim_any(self.match.game.name)
        try:
            aside = self.store.make_room(self.slot)
        except StorageError as error:
            self.console.paragraph(str(error))
            return
        if aside is None:
            return
        if "-unreadable" in aside.stem:
            self.console.say(f"The saved game that cannot be read is kept: {aside.name}")
        else:
            self.console.note(f"The game before is kept: {command()} play --load {aside.stem}")

    def begin(self) -> None:
        """Open a new game."""
        match, console = self.match, self.console
        console.head(f"{match.game.title} with {self._everybody()}")
        self._tell_house()
        if match.commitment:
            console.note(f"The dice are sealed: {match.commitment[:16]}... (“dice” says more)")
        self._tell_slot()
        self.tell(match.events)

    def _tell_house(self) -> None:
        if house := house_rules(self.match.state.options):
            self.console.note(f"House rules: {house}.")

    def _tell_slot(self) -> None:
        if self.slot is not None and self.slot.path != self.store.autosave(self.match.game.name):
            self.console.note(f"This game is saved in {self.slot.path.name}.")

    def resume(self) -> None:
        """Go on with a game that was saved."""
        match, console = self.match, self.console
        console.head(f"{match.game.title} with {self._everybody()}. What happened last:")
        for event in match.events[-3:]:
            console.paragraph(f"  {event.text(self.viewer)}")
        self._tell_house()
        self._tell_slot()

    def _everybody(self) -> str:
        """Who sits at the table, computer players with what they are."""
        seats = [
            name if player == PERSON else f"{name} ({like(*parted(self.match.game.name, player))})"
            for name, player in zip(self.match.names, self.players, strict=True)
        ]
        return listed(seats)

    # --- the loop ---

    def play(self) -> None:
        """Play until the game is over and no other is wanted, or the person leaves."""
        try:
            self.autosave()
            while True:
                ask, self._question = self.match.pending, None
                if ask is None:
                    self._end()
                elif self.players[ask.seat] == PERSON:
                    self._person(ask)
                elif not self._watching and self._all_out():
                    self._ask_to_watch()
                else:
                    self._computer(ask)
        except Leave:
            self._farewell()
        except (NoMoreInput, KeyboardInterrupt):
            self.console.say()
            self._farewell()
        finally:
            try:
                self._send_home()
            finally:
                self._leave_slot()

    def _seat(self, seat: int) -> Seated:
        """The computer player in this seat of this match; all of them sit down when the first is asked."""
        if not self._seated:
            for number, mind in self._minds.items():
                with self._blamed(number):
                    self._seated[number] = Seated(mind, self.match, number, number)
        return self._seated[seat]

    def _stand_up(self) -> None:
        """The match is over for the computer players, or broken off."""
        seated, self._seated = self._seated, {}
        for number, each in seated.items():
            with self._blamed(number):
                each.over()

    def _send_home(self) -> None:
        """Nobody plays any more: let computer players put away what they hold."""
        try:
            self._stand_up()
        finally:
            minds, self._minds = self._minds, {}
            with ExitStack() as all_of_them:
                for mind in minds.values():
                    all_of_them.callback(close, mind)

    @contextmanager
    def _blamed(self, seat: int) -> Iterator[None]:
        """What goes wrong with somebody's own player is told with its name."""
        try:
            yield
        except Exception as error:
            if not is_own(self.players[seat]):
                raise
            why = str(error) if isinstance(error, BotFault) else said(error)
            raise DicecupError(f"{self.match.names[seat]} ({self.players[seat]}) failed: {why}") from error

    def _leave_slot(self) -> None:
        if self.slot is not None:
            self.slot.release()
            self.slot = None

    def move_to(self, table: Table) -> None:
        """Leave this match for another one; what was in the other one's slot is set aside."""
        elsewhere = table.match.game.name != self.match.game.name
        self.sit_down(table)
        if elsewhere:
            self._leave_slot()
        self.make_room()
        self.autosave()
        self.resume()

    def tell(self, events: list[Event]) -> None:
        """Read out what happened, once it is safely on the disk."""
        self.autosave()
        for event in events:
            if event.kind == "turn":  # a game that announces its turns: the free line belongs before that
                self.console.say()
                self._announced = True
            self.screen.tell(event)

    def _person(self, ask: Ask) -> None:
        """One decision of a person: the same prompt again until it is made, or something else changes."""
        self._begin_turn()
        alone = self.viewer is None and (ask.private or self._secrets(ask.seat))
        choice = self._choose_unseen(ask) if alone else self._choose(ask)
        if choice is None:
            return
        events = self.match.answer(tuple(choice), ask.seat)
        over = ended_by_itself(self.match, events) if self._computer_is_next() else 0
        if over:
            self.tell(events[:over])
        if not over or self._goes_on(ask.seat):
            self.tell(events[over:])

    def _computer_is_next(self) -> bool:
        ask = self.match.pending
        return ask is not None and self.players[ask.seat] != PERSON

    def _goes_on(self, seat: int) -> bool:
        """Whether the game shall go on after a turn that has ended by itself; not if the choice is taken back."""
        before = self.match, len(self.match.log)
        prompt = f"{self.match.names[seat]}, press Enter to continue, or type “undo” > "
        while (line := self.read(prompt)) is None or line.casefold() not in _ON:
            if before != (self.match, len(self.match.log)):
                return False
            if line is not None:
                self.console.say("Press Enter to continue, or type “undo” to take your choice back.")
        return True

    def _secrets(self, seat: int) -> list[str]:
        """What has happened that only this one of several persons may know, and has not been told yet."""
        if self.screen.shows_secrets:
            return []
        texts = [(event.text(seat), event.text()) for event in self.match.events[self._shown.get(seat, 0) :]]
        return [text for text, public in texts if text != public]

    def _choose_unseen(self, ask: Ask) -> Choice | None:
        """A decision whose options only one of several persons at this screen may see."""
        name = self.match.names[ask.seat]
        if self.read(f"Only {name} should look now; press Enter > ") is None:
            return None
        self._alone = self.screen.viewer = ask.seat
        for text in self._secrets(ask.seat):
            self.console.say(text)
        self._shown[ask.seat] = len(self.match.events)
        try:
            return self._choose(ask)
        finally:
            self._alone = None
            self.screen.viewer = self.viewer
            self.console.cover(f"{name} has finished looking; now everybody may look again.")

    def _computer(self, ask: Ask) -> None:
        """One decision of a computer player, or all that leave it no choice."""
        self._begin_turn(standings=False)
        match, seat = self.match, ask.seat
        if len(ask.options) == 1:
            self.tell(match.answer_forced([seat]))
            self._turn = match.state.turn  # several may have been answered, across the start of a turn
            return
        self.tell(match.answer(self._decide(ask), seat))

    def _decide(self, ask: Ask) -> Option:
        """What a computer player chooses. One of somebody's own may fail; the game is saved as it stood then."""
        match, seat = self.match, ask.seat
        self._seat(seat)
        if not is_own(self.players[seat]):
            return self._thought(ask)
        with self._blamed(seat):
            choice = self._thought(ask)
        if reason := match.why_not(choice, seat):
            who = f"{match.names[seat]} ({self.players[seat]})"
            raise DicecupError(f"{who} answered {short(choice)}: {reason}")
        return choice

    def _thought(self, ask: Ask) -> Option:
        """What a computer player chooses; it says why, unless that would tell a secret."""
        match, seat = self.match, ask.seat
        sitting, mind = self._seat(seat), self._minds[seat]
        if not (self.reasons and isinstance(mind, Advisor) and is_open(match, seat)):
            return sitting.decide(ask)
        sitting.tell()
        best = mind.advise(match.view(seat), ask, forks(match, seat))[0]
        said = best.aloud
        if said and said != self._said.get(seat):
            self._said[seat] = said
            self.console.note(f"{match.names[seat]}: “{said}”")
        return best.option

    def _all_out(self) -> bool:
        """Whether there were persons at the table and all are out of the game."""
        people = [seat for seat, player in enumerate(self.players) if player == PERSON]
        return bool(people) and set(people) <= set(self.screen.out(self.match))

    def _ask_to_watch(self) -> None:
        who = "You are" if self.viewer is not None else "All the human players are"
        self.console.say()
        while (line := self.read(f"{who} out. Watch the rest? [Enter: yes, q: leave] > ")) is not None:
            if line.casefold() in ("n", "no"):
                raise Leave
            if line.casefold() in ("", "y", "yes"):
                self._watching = True
                return
            self.console.say("Please press Enter, or type q.")

    # --- the end ---

    def _end(self) -> None:
        self.console.say()
        self.screen.result(self.match)
        self._write_record()
        if PERSON not in self.players:
            raise Leave
        if isinstance(adviser(self.match.game.name, self.console.note), Appraiser):
            self.console.note("Type “review” to see what your choices and the luck were worth.")
        while (line := self.read("Another game at this table? [Enter: yes, n: no] > ")) is not None:
            if line.casefold() in ("n", "no"):
                raise Leave
            if line.casefold() in ("", "y", "yes"):
                self._stand_up()
                self.match = self.match.rematch()
                self._turn, self._recorded, self._watching, self._shown = -1, False, False, {}
                self.tell(self.match.events)
                return
            self.console.say("Please type y or n.")

    def _write_record(self) -> None:
        """Keep the record of a game that has just ended, and say where."""
        if self._recorded:
            return
        try:
            path = self.store.write_record(self.match)
        except StorageError as error:
            self.console.paragraph(str(error))
            return
        self._recorded = True
        self.console.say("The record of this game, to replay, review or verify, is in")
        self.console.say(f"  {path}")

    def _farewell(self) -> None:
        name = self.match.game.name
        if PERSON not in self.players:
            return
        again = f"{name} --continue"
        if self.slot is not None and self.slot.path != self.store.autosave(name):
            again = f"--load {self.slot.path.stem}"
        if not self.safe:
            self.console.paragraph("This game could not be saved.")
        elif self.match.outcome is None:
            self.console.say(f"Your game is saved. Continue with: {command()} play {again}")
        else:
            self.console.say(f"For another game at this table: {command()} play {again}")
