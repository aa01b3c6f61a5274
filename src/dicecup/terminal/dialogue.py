"""Somebody at a prompt: what is typed is a command, a choice, or the answer to a question that was asked back."""

from collections.abc import Hashable, Sequence
from difflib import get_close_matches

from dicecup.table import Ask, DicecupError
from dicecup.terminal import commands
from dicecup.terminal.console import Console
from dicecup.terminal.questions import NO, Question, Surely, Unclear, Unknown, is_number
from dicecup.terminal.screen import Choice, Screen
from dicecup.terminal.seats import adviser
from dicecup.terminal.seen import Fork, Seen


class Dialogue:
    """What everybody who plays in a terminal has: a console, the screen of a game, and a match to look at."""

    vocabulary: Sequence[commands.Command] = commands.COMMANDS
    match: Seen
    screen: Screen

    def __init__(self, console: Console) -> None:
        self.console = console
        self._question: Question | None = None  # asked back, and not answered yet
        self._turn = -1
        self._announced = False
        self.reasons = True  # whether computer players say why they do what they do

    @property
    def viewer(self) -> int | None:
        """Whose eyes read the screen."""
        raise NotImplementedError

    @property
    def turn(self) -> int:
        """The how many-th turn it is."""
        raise NotImplementedError

    def name(self) -> str:
        """Of whoever types; nothing, where nobody is asked."""
        ask = self.match.pending
        return self.match.names[ask.seat] if ask is not None else ""

    def fork(self, seat: int) -> Fork:
        """Copies of the match for whoever has to decide, as far as there are any."""
        raise NotImplementedError

    def listen(self, prompt: str) -> str | None:
        """The next line that is typed; None if the position changes before there is one."""
        return self.console.ask(prompt)

    def mark(self) -> Hashable:
        """What tells one position from the next."""
        raise NotImplementedError

    def changed(self) -> None:
        """A command has changed the position."""

    def hints(self) -> bool:
        """Whether there are any in this game."""
        return adviser(self.match.game.name, self.console.note) is not None

    # --- a decision ---

    def _choose(self, ask: Ask) -> Choice | None:
        """What the person chooses, a legal one; None if a command has changed the position."""
        match, screen = self.match, self.screen
        view = match.view(ask.seat)
        screen.draw(view, ask, self.fork(ask.seat))
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

    def _begin_turn(self, *, standings: bool = True) -> None:
        """Between two turns: a free line, and for a person where everybody stands."""
        if self._turn == self.turn:
            return
        self._turn = self.turn
        if not self._announced:
            self.console.say()
        self._announced = False
        if standings and len(self.match.names) > 1 and self._turn:
            for line in self.screen.standings(self.match):
                self.console.note(line)

    # --- lines ---

    def read(self, prompt: str) -> str | None:
        """A line that is no command, or what it answers; None if a command has changed the position."""
        while True:
            known = commands.known(self)
            line = self.listen(self._prompt(prompt))
            if line is None:
                return None
            if self._question is not None and (line.casefold() in NO or self._command(line) not in known):
                answered = self._answered(self._question, line)
                if answered is None:
                    continue
                line, self._question = answered, None
            run = known.get(self._command(line))
            if run is None:
                return line
            before, words = self.mark(), self.console.words
            word, _, rest = line.partition(" ")
            still_open = self._question
            try:
                run(self, rest.strip())
            except Question as question:
                still_open = question.behind(word)
            except DicecupError as refusal:
                self.console.paragraph(str(refusal))
            if before != self.mark():
                self.changed()
            if run is commands.show or (before, words) != (self.mark(), self.console.words):
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
        name = self.name()
        return (
            f"{name}, your answer {self._question.ways_out} > "
            if name
            else f"Your answer {self._question.ways_out} > "
        )

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
