"""A person at the table: the loop that draws, asks, answers and saves, for every game."""

from difflib import get_close_matches
from typing import Any, Final

from dicecup.players import Advisor, ended_by_itself, forks, is_open
from dicecup.players.own import is_own
from dicecup.saves import PERSON, Slot, StorageError, Store, Table
from dicecup.table import Ask, DicecupError, Event, Match, Option
from dicecup.table.errors import said, short
from dicecup.table.words import listed
from dicecup.terminal import commands
from dicecup.terminal.commands import Leave
from dicecup.terminal.console import Console, NoMoreInput
from dicecup.terminal.program import command
from dicecup.terminal.questions import NO, Question, Surely, Unclear, Unknown, is_number
from dicecup.terminal.reading import house_rules
from dicecup.terminal.screen import Choice, Screen, screen_for
from dicecup.terminal.seats import computer

_ON: Final = ("", "end", "pass", "go on", "on", "next", "continue", "ok", "y", "yes")


class Session:
    """One table in the terminal, game after game, until the person leaves."""

    match: Match[Any]
    players: tuple[str, ...]
    screen: Screen

    def __init__(self, console: Console, store: Store, table: Table, slot: Slot | None = None) -> None:
        self.console = console
        self.store = store
        self.slot = slot  # where this session saves
        self._warned: set[str] = set()
        self._alone: int | None = None  # who alone looks at the screen now
        self._question: Question | None = None  # asked back, and not answered yet
        self.reasons = True  # whether computer players say why they do what they do
        self.safe = False  # what has been answered is on the disk
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

    def sit_down(self, table: Table) -> None:
        """Go on with this match and these players."""
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
        seats = [
            name if player == PERSON else f"{name} ({player} computer player)"
            for name, player in zip(match.names, self.players, strict=True)
        ]
        console.head(f"{match.game.title} with {listed(seats)}")
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
        console.head(f"{match.game.title} with {listed(match.names)}. What happened last:")
        for event in match.events[-3:]:
            console.paragraph(f"  {event.text(self.viewer)}")
        self._tell_house()
        self._tell_slot()

    # --- the loop ---

    def play(self) -> None:
        """Play until the game is over and no other is wanted, or the person leaves."""
        self.autosave()
        try:
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
            self._leave_slot()

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

    def _choose(self, ask: Ask) -> Choice | None:
        """What the person chooses, a legal one; None if a command has changed the position."""
        match, screen = self.match, self.screen
        view = match.view(ask.seat)
        screen.draw(view, ask, forks(match, ask.seat))
        while True:
            line = self.read(screen.prompt(view, ask))
            if line is None:
                return None
            try:
                choice = screen.understand(view, ask, line)
            except Unclear as unclear:
                self._ask_back(self._near_miss(line, unclear))
                continue
            if reason := screen.refusal(match, choice, ask.seat):
                self.console.paragraph(reason)
                continue
            return choice

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

    def read(self, prompt: str) -> str | None:
        """A line that is no command, or what it answers; None if a command has changed the position."""
        known = commands.known(self)
        while True:
            line = self.console.ask(self._prompt(prompt))
            if self._question is not None and (line.casefold() in NO or self._command(line) not in known):
                answered = self._answered(self._question, line)
                if answered is None:
                    continue
                line, self._question = answered, None
            run = known.get(self._command(line))
            if run is None:
                return line
            before = self.match, len(self.match.log), self.console.words
            word, _, rest = line.partition(" ")
            still_open = self._question
            try:
                run(self, rest.strip())
            except Question as question:
                still_open = question.behind(word)
            except DicecupError as refusal:
                self.console.paragraph(str(refusal))
            if before[:2] != (self.match, len(self.match.log)):
                self.autosave()
            if run is commands.show or before != (self.match, len(self.match.log), self.console.words):
                return None
            if still_open is not None:
                self._ask_back(still_open)

    # --- questions asked back ---

    def _ask_back(self, unclear: Unclear) -> None:
        """Say what is unclear; a question stays open until it is answered."""
        self.console.paragraph(str(unclear))
        if isinstance(unclear, Question):
            self._question = unclear

    def _prompt(self, usual: str) -> str:
        """The usual prompt, or that of an open question, for then what is typed means something else."""
        if self._question is None:
            return usual
        ask = self.match.pending
        who = f"{self.match.names[ask.seat]}, your" if ask is not None else "Your"
        return f"{who} answer {self._question.ways_out} > "

    def _answered(self, question: Question, line: str) -> str | None:
        """The whole line that an answer stands for, or a line about something else; None if it is neither.

        A bare number is never about something else: whoever types one looks at what was asked last.
        """
        try:
            whole = question.whole(line) if line else None
        except Question as narrower:
            self._ask_back(narrower)
            return None
        unclear = self._unclear(whole) if whole is not None and question.anything else None
        if whole is not None and unclear is None:
            return whole
        if line.casefold() in ("", *NO):
            self._question = None
            self.console.say("Nothing was done.")
            return None
        if not is_number(line):
            otherwise = self._unclear(line)
            if otherwise is None and (not question.anything or not self._is_possible(line)):
                return line
            if otherwise is None:
                otherwise = Surely(f"That is not an answer. Do you mean “{line[:40]}”?", line)
            if isinstance(otherwise, Question):
                unclear = otherwise
        self._ask_back(unclear or Unclear(f"“{line[:40]}” does not answer that. {question}"))
        return None

    def _unclear(self, line: str) -> Unclear | None:
        """What is unclear about a line; None if it is a command, or means a choice, possible or not."""
        ask = self.match.pending
        if ask is None or self._command(line) in commands.known(self):
            return None
        try:
            self.screen.understand(self.match.view(ask.seat), ask, line)
        except Unclear as unclear:
            return self._near_miss(line, unclear)
        return None

    def _is_possible(self, line: str) -> bool:
        """Whether a line that is clear would do something."""
        ask = self.match.pending
        return (
            ask is not None and ask.find(self.screen.understand(self.match.view(ask.seat), ask, line)) is not None
        )

    @staticmethod
    def _command(line: str) -> str:
        return line.partition(" ")[0].casefold()

    def _near_miss(self, line: str, unclear: Unclear) -> Unclear:
        """Perhaps a command was meant."""
        if isinstance(unclear, Unknown | Surely) and line:
            words = [word for word in commands.known(self) if len(word) > 2]
            near = get_close_matches(self._command(line), words, 1, 0.75)
            if near:
                rest = line.partition(" ")[2]
                return Surely(f"Did you mean “{near[0]}”?", f"{near[0]} {rest}".rstrip())
        return unclear

    def _begin_turn(self, *, standings: bool = True) -> None:
        """Between two turns: a free line, and for a person where everybody stands."""
        if self._turn == self.match.state.turn:
            return
        self._turn = self.match.state.turn
        if not self._announced:
            self.console.say()
        self._announced = False
        if standings and len(self.players) > 1 and self._turn:
            for line in self.screen.standings(self.match):
                self.console.note(line)

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
        if not is_own(self.players[seat]):
            return self._thought(ask)
        who = f"{match.names[seat]} ({self.players[seat]})"
        try:
            choice = self._thought(ask)
        except Exception as error:
            raise DicecupError(f"{who} failed: {said(error)}") from error
        if reason := match.why_not(choice, seat):
            raise DicecupError(f"{who} answered {short(choice)}: {reason}")
        return choice

    def _thought(self, ask: Ask) -> Option:
        """What a computer player chooses; it says why, unless that would tell a secret."""
        match, seat = self.match, ask.seat
        mind, view, fork = self._minds[seat], match.view(seat), forks(match, seat)
        if not (self.reasons and isinstance(mind, Advisor) and is_open(match, seat)):
            return mind.decide(view, ask, fork)
        best = mind.advise(view, ask, fork)[0]
        if best.reason and best.reason != self._said.get(seat):
            self._said[seat] = best.reason
            self.console.note(f"{match.names[seat]}: “{best.reason}”")
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
        while (line := self.read("Another game at this table? [Enter: yes, n: no] > ")) is not None:
            if line.casefold() in ("n", "no"):
                raise Leave
            if line.casefold() in ("", "y", "yes"):
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
        self.console.say("The record of this game, to replay or verify, is in")
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
