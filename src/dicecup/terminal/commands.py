"""The words a person may type at any prompt: help, hint, save, load, undo, log and so on."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dicecup.players import hints
from dicecup.saves import PERSON
from dicecup.table import NotAllowed, SaveError
from dicecup.terminal.program import command
from dicecup.terminal.questions import Answer, Which
from dicecup.terminal.seats import adviser, read_table

if TYPE_CHECKING:
    from dicecup.terminal.dialogue import Dialogue
    from dicecup.terminal.session import Session

Run = Callable[[Any, str], None]
"""Gets whoever has typed it, and what stands behind the word."""


class Leave(Exception):  # noqa: N818 - not an error
    """The person has had enough."""


class Command(NamedTuple):
    """A word, others that mean the same, what it does in a few words, and the doing."""

    words: tuple[str, ...]
    shown: str
    sentence: str
    run: Run


def known(session: "Dialogue") -> dict[str, Run]:
    """Every word that is a command now, the game's own included."""
    found = {word: each.run for each in session.vocabulary for word in each.words}
    for word, (_, show) in session.screen.commands().items():
        found[word] = lambda session, rest, show=show: show(session.match, rest)  # type: ignore[misc]
    return found


def show_help(session: "Dialogue", topic: str) -> None:
    """The rules and the commands, or one topic."""
    console, screen = session.console, session.screen
    text = screen.rules(session.match.view(session.viewer), topic.casefold())
    if topic:
        console.paragraph(text or f"There is no help about {topic[:30]!r}. “help” alone shows everything.")
        return
    if text:
        console.head(f"The rules of {session.match.game.title}")
        console.paragraph(text)
        console.say()
    console.head("What you can type")
    own = [(word, sentence) for word, (sentence, _) in screen.commands().items()]
    hints = session.hints()
    everywhere = [(each.shown, each.sentence) for each in session.vocabulary if hints or "hint" not in each.words]
    for typed, sentence in (*screen.examples(), *own, *everywhere):
        console.say(f"  {typed:<25} {sentence}")


def hint(session: "Session", rest: str) -> None:
    """What the best computer player thinks of the choices."""
    match = session.match
    ask = match.pending
    if ask is None:
        raise NotAllowed("The game is over; there is nothing to decide.")
    if session.players[ask.seat] != PERSON:
        raise NotAllowed(f"It is {match.names[ask.seat]}'s decision now; hints are for yours.")
    mind = adviser(match.game.name, session.console.note)
    if mind is None:
        raise NotAllowed("There are no hints for this game.")
    session.screen.advice(match.view(ask.seat), hints(mind, match), everything=rest.casefold() == "all")


def review(session: "Session", rest: str) -> None:
    """What choices and luck were worth, when the game is over."""
    from dicecup.terminal import reviewing  # whoever only plays has no need of it

    console, match = session.console, session.match
    if session.reviewed is None or session.reviewed[0] is not match:
        session.reviewed = match, reviewing.go_through(match, console.note)
    reviewing.Report(console, session.reviewed[1], session.viewer).show(everything=rest.casefold() == "all")


def reasons(session: "Dialogue", rest: str) -> None:
    """Whether computer players say why."""
    if rest.casefold() not in ("", "on", "off"):
        raise Which("Computer players say why: ", [Answer("on", "on"), Answer("off", "off")], "?")
    session.reasons = rest.casefold() == "on" if rest else not session.reasons
    session.console.say(
        "Computer players say why they do what they do." if session.reasons else "Computer players keep quiet."
    )


def undo(session: "Session", _rest: str) -> None:
    """Take back the last choice of a person."""
    if session.match.outcome is not None:
        raise NotAllowed("The game is over and its record written; nothing can be taken back.")
    trial = session.match.clone()
    trial.undo()
    seat = trial.pending.seat if trial.pending else 0
    if session.players[seat] != PERSON:
        raise NotAllowed(f"That cannot be taken back: {session.match.names[seat]} has made a move since.")
    session.tell(session.match.undo())


def save(session: "Session", name: str) -> None:
    """Into the quick-save slot, or under a name."""
    store = session.store
    path = store.named(name) if name else store.quick(session.match.game.name)
    replaced = " It replaces the older save of that name." if name and path.exists() else ""
    store.write(path, session.table)
    session.console.say(
        f"Saved as {path.stem}.{replaced}"
        if name
        else f"Saved in {path.name}. “load” brings you back to this point."
    )


def load(session: "Session", name: str) -> None:
    """The quick save, or the save with this name."""
    store = session.store
    game = session.match.game
    path = store.find(name) if name else store.quick(game.name)
    if not path.exists():
        raise SaveError(
            f"There is no quick save of {game.title} yet. “save” makes one, “load NAME” loads another."
        )
    session.move_to(read_table(store, path))


def log(session: "Dialogue", rest: str) -> None:
    """What has happened so far."""
    texts = [text for event in session.match.events if (text := event.text(session.viewer))]
    shown = texts if rest.casefold() == "all" else texts[-15:]
    if len(shown) < len(texts):
        session.console.note(f"The last {len(shown)} of {len(texts)} lines; “log all” shows them all.")
    for text in shown:
        session.console.paragraph(text)


def show(_session: "Dialogue", _rest: str) -> None:
    """Draw the decision again: the session does it."""


def dice(session: "Session", _rest: str) -> None:
    """How the dice of this game can be checked."""
    if session.match.commitment is None:
        session.console.paragraph(
            "The dice of this game come from a seed: the same seed gives the same dice. That is good for trying "
            "things out, but nobody can verify that the seed was not picked for its dice."
        )
        return
    session.console.paragraph(
        "All the dice of this game follow from a secret that was drawn before the first roll. Its SHA-256 is\n"
        f"{session.match.commitment}\n"
        "The secret is in the record that you get at the end; “"
        f"{command()} verify” works out every roll from it again."
    )


def words(session: "Dialogue", _rest: str) -> None:
    """Switch between drawings and sentences."""
    session.console.words = not session.console.words
    session.console.say("Words only." if session.console.words else "Drawings are back.")


def leave(_session: "Dialogue", _rest: str) -> None:
    """Stop for now."""
    raise Leave


HELP: Final = ("help", "?")
QUIT: Final = ("quit", "q", "exit", "bye")
COMMANDS: Final = (
    Command(("hint",), "hint, hint all", "what the best player would do, and what choices cost", hint),
    Command(("reasons",), "reasons on, reasons off", "let computer players say why, or keep quiet", reasons),
    Command(("undo",), "undo", "take back the last choice, before any new roll", undo),
    Command(("save",), "save, save NAME", "save the game here; it is saved anyway as you play", save),
    Command(("load",), "load, load NAME", "go back to a save", load),
    Command(("log",), "log, log all", "what has happened so far", log),
    Command(("show",), "show", "draw this decision again", show),
    Command(("review",), "review, review all", "after the game: what choices and luck were worth", review),
    Command(("dice",), "dice", "how you can check that the dice are fair", dice),
    Command(("words",), "words", "say everything in sentences, or draw it again", words),
    Command(HELP, "help, help TOPIC", "this page, or a few words about one thing", show_help),
    Command(QUIT, "quit", "stop for now; the game is kept", leave),
)
WORDS: Final = frozenset(word for each in COMMANDS for word in each.words)
