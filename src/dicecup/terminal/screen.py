"""What a game looks like in the terminal. This one serves every game; a game may bring a better one."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from dicecup import games
from dicecup.players import Advice, Unit
from dicecup.table import Ask, Event, Game, Option, SetupError, View
from dicecup.table.errors import said, shown
from dicecup.terminal.console import Console
from dicecup.terminal.questions import Answer, Unclear, Unknown, Which
from dicecup.terminal.seen import Fork, Seen
from dicecup.terminal.table import on_the_table

Choice = Sequence[int | str]
"""What a line means: an option, or something like one that the rules will refuse with a reason."""

_ABOUT_COSTS: Final[dict[Unit, str]] = {
    "win": "A minus shows how much of your chance to win it costs.",
    "points": "A minus shows how many points it costs.",
}


def screen_for(game: Game[Any], console: Console) -> "Screen":
    """The screen of a game: its own, or the one for every game, which says why if its own cannot be used."""
    manifest = games.manifest_of(game)
    try:
        own = manifest.part("screen") or Screen
        if not (isinstance(own, type) and issubclass(own, Screen)):
            raise manifest.unusable("screen", f"{shown(own)} is not a Screen.")
        try:
            return own(console)
        except Exception as error:
            raise manifest.unusable("screen", said(error)) from error
    except SetupError as error:
        console.note(str(error))
        return Screen(console)


class Screen:
    """Draws the table, understands what is typed, knows the rules in words.

    This base lists the options of each decision with numbers, and takes a number or the beginning of a text.
    """

    shows_secrets = False
    """Whether `draw` itself shows players what only they know; else the session tells them."""

    about_names = ""
    """What the name of a player can mean in this game, for those who sit down."""

    def __init__(self, console: Console) -> None:
        self.console: Final = console
        self.viewer: int | None = None  # whose eyes read the screen; None: anybody's, so nothing private is shown

    def tell(self, event: Event) -> None:
        """Read out what happened."""
        if text := event.text(self.viewer):
            self.console.paragraph(text)

    def draw(self, view: Any, ask: Ask, fork: Fork) -> None:
        """Show what the player needs for this decision; `fork` is to try out what a choice would bring."""
        console = self.console
        width = 0 if console.words else console.width
        for piece in on_the_table(fork(0).game, view, width=width, unicode=console.unicode):
            (console.say if "\n" in piece else console.paragraph)(piece)
        for number, option in enumerate(ask.options, start=1):
            console.say(f"{number:4}  {option.text}")

    def prompt(self, view: Any, ask: Ask) -> str:
        """The words before the cursor."""
        what = ask.prompt or "Choose."
        default = " [Enter: 1]" if len(ask.options) == 1 else ""
        return f"{view.names[ask.seat]}: {what}{default} > "

    def understand(self, view: Any, ask: Ask, line: str) -> Choice:
        """The choice that a typed line means; Unclear if it needs asking back."""
        if not line and len(ask.options) == 1:
            return ask.options[0]
        if not line:
            raise Unclear(f"Type a number from 1 to {len(ask.options)}, or “help”.")
        if line.isdecimal() and line.isascii():
            if not 1 <= int(line[:9]) <= len(ask.options):
                raise Unclear(f"There is no choice {line[:20]}; take 1 to {len(ask.options)}.")
            return ask.options[int(line) - 1]
        found = [option for option in ask.options if option.text.casefold().startswith(line.casefold())]
        exact = [option for option in found if option.text.casefold() == line.casefold()]
        if len(exact or found) == 1:
            return (exact or found)[0]
        if found:
            numbers = {option: str(number) for number, option in enumerate(ask.options, start=1)}
            raise Which("That can mean ", [Answer(numbers[option], option.text) for option in found])
        raise Unknown(f"“{line[:40]}” is not one of the choices. Type a number from 1 to {len(ask.options)}.")

    def refusal(self, match: Seen, choice: Choice, seat: int) -> str | None:
        """Why the choice cannot be made now; None if it can."""
        return match.why_not(tuple(choice), seat)

    def rules(self, view: Any, topic: str) -> str | None:
        """The rules in our own words; about `topic` alone if there is one. None: nothing is known about it."""
        return None if topic else "Each decision lists what you can do. Type the number of your choice."

    def examples(self) -> Sequence[tuple[str, str]]:
        """How choices are typed, for the list of commands."""
        return [("1, 2, 3 ...", "take the choice with that number")]

    def commands(self) -> Mapping[str, tuple[str, Callable[[Seen, str], None]]]:
        """The game's own words that only look at something, each with a sentence and what it does."""
        return {}

    def standings(self, match: Seen) -> Sequence[str]:
        """Where everybody stands, in a line or a few."""
        return ()

    def advice(self, view: View, advice: Sequence[Advice], *, everything: bool) -> None:
        """Show what the best computer player thinks of the choices."""
        console, best = self.console, advice[0]
        expected = self.expected(view, best)
        if len(advice) == 1:
            console.paragraph(f"{self.advised(view, best.option).capitalize()}. {expected}")
            return
        rest = "Best choices first" if self.cost(best) == "best" else "After it come the others, the best first"
        console.paragraph(f"{expected} {rest}:")
        shown = list(advice if everything else advice[:5])
        for one in advice:  # and the best of each other kind, such as to stop now
            if one.option.verb not in {other.option.verb for other in shown}:
                shown.append(one)
        for one in shown:
            text = self.advised(view, one.option)
            why = one.reason.removeprefix(f"{text.partition(' ')[0]} ")  # not: keep dice 1, keep the claw
            console.hanging(f"  {self.cost(one):>7}  {text}{' – ' if why else ''}{why}", 11)
        if len(shown) < len(advice):
            console.note(f"{_ABOUT_COSTS[best.unit]} All {len(advice)} choices: hint all.")

    def expected(self, view: Any, best: Advice) -> str:
        """What the first choice leads to, in a sentence. Some players keep to a plan that looks a little worse."""
        which = "best" if self.cost(best) == "best" else "advised"
        if best.unit == "points":
            return f"With the {which} choice you can expect {best.value:.2f} points."
        return f"With the {which} choice your chance to win is {_percent(best.value)}."

    def cost(self, advice: Advice) -> str:
        """What a choice costs, in a few signs."""
        if advice.unit == "points":
            return "best" if advice.loss < 0.005 else f"-{advice.loss:.2f}"
        return "best" if advice.loss < 0.0005 else f"-{100 * advice.loss:.1f}%"

    def advised(self, view: Any, option: Option) -> str:
        """An option with what it is about."""
        return option.text

    def next_game(self, match: Seen) -> str:
        """What the game after this one would be at the same table."""
        return f"game {match.number + 1}"

    def out(self, match: Seen) -> Collection[int]:
        """The seats that are out of the game and will not be asked any more."""
        return ()

    def result(self, match: Seen) -> None:
        """Show how the game ended; the events have said it in one sentence."""


def _percent(chance: float) -> str:
    """A chance to win: never quite 0 or 100% unless it is."""
    if 0 < chance < 0.005 or 0.995 < chance < 1:
        return "less than 1%" if chance < 0.5 else "more than 99%"
    return f"{100 * min(max(chance, 0.0), 1.0):.0f}%"
