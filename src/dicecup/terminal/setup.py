"""Before the game: which one, who plays, by which house rules. Enter takes what is proposed."""

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import dicecup
from dicecup import games, players
from dicecup.players.own import split_players
from dicecup.saves import PERSON, Store, Table
from dicecup.table import DicecupError, Game, SaveError, SetupError
from dicecup.table.words import listed
from dicecup.terminal import commands
from dicecup.terminal.commands import Leave
from dicecup.terminal.console import Console, NoMoreInput
from dicecup.terminal.program import command
from dicecup.terminal.questions import is_number
from dicecup.terminal.reading import describe, option_lines
from dicecup.terminal.screen import screen_for
from dicecup.terminal.seats import COMPUTER, Seat, count_seats, leaves_open, read_level, read_seats, read_table
from dicecup.terminal.session import Session

_WHOLE: Final = re.compile(r"\+?\d+")
_ABOUT_LEVELS: Final = {
    "beginner": "beginner plays its first game",
    "easy": "easy follows a simple plan",
    "medium": "medium misjudges things",
    "hard": "hard plays as well as it can at once",
    "master": "master tries in its head how it would go on",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What was said on the command line; whatever is missing is asked for."""

    game: str | None = None
    seats: Sequence[str] = ()
    people: int | None = None
    computers: int | None = None
    level: str | None = None  # of computer players of which nothing else is said
    options: Sequence[str] | None = None
    seed: int | None = None
    go_on: bool = False
    load: str | None = None

    @property
    def new(self) -> bool:
        """Whether something was said that only a new game can have."""
        given = (self.people, self.computers, self.level, self.options, self.seed)
        return bool(self.seats) or any(value is not None for value in given)


def sit_down(console: Console, store: Store, wishes: Wishes) -> Session | None:
    """The table as wished, ready to be played; None if the person left before it was."""
    if wishes.game is not None:
        games.find(wishes.game)
    try:
        if wishes.go_on:
            return _last(console, store, wishes.game)
        if wishes.load is not None:
            return _loaded(console, store, wishes.load, wishes.game)
        if not wishes.new and (session := _offer_to_continue(console, store, wishes.game)):
            return session
        table = _new_table(console, wishes)
    except Leave:
        console.say("No game was started.")
        return None
    except (NoMoreInput, KeyboardInterrupt):
        console.say("\nNo game was started.")
        return None
    session = Session(console, store, table)
    session.make_room()
    session.begin()
    return session


def _last(console: Console, store: Store, game: str | None) -> Session:
    """The newest game that no other session is playing."""
    entries = store.autosaves(game)
    for entry in entries:
        if entry.problem:
            raise SaveError(f"The last game, in {entry.path.name}, cannot be used: {entry.problem}")
        if slot := store.claim(entry.path):
            return _resumed(Session(console, store, read_table(store, entry.path), slot))
    if entries:
        raise SaveError("That game is already being played, perhaps in another window.")
    what = f"game of {games.find(game).title}" if game else "game"
    raise SaveError(f"There is no {what} to continue. “{command()} play” starts one.")


def _loaded(console: Console, store: Store, name: str, wanted: str | None) -> Session:
    path = store.find(name)
    table = read_table(store, path)
    game = table.match.game
    if wanted not in (None, game.name):
        raise SaveError(f"That is a game of {game.title}, not of {games.find(wanted).title}.")
    slot = store.claim(path) if store.is_autosave(path, game.name) else None
    session = Session(console, store, read_table(store, path) if slot else table, slot)
    if slot is None:
        session.make_room()
    return _resumed(session)


def _resumed(session: Session) -> Session:
    session.resume()
    return session


def read_options(game: Game[Any], words: Sequence[str]) -> dict[str, Any]:
    """House rules as typed, such as `rules=official`; SetupError, with what would be right, for anything else."""
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not name or not value:
            raise SetupError(f"A house rule is written NAME=VALUE, such as start=seat-order; {word!r} is not.")
        given[name.replace("-", "_")] = _as_typed(game, name.replace("-", "_"), value)
    game.options.parse(given)
    return given


def _as_typed(game: Game[Any], name: str, value: str) -> Any:
    """The value that a word stands for: one of the choices, or a number."""
    for setting in game.options.settings():
        if setting.name == name:
            for choice in setting.choices:
                if str(choice).casefold() == value.casefold():
                    return choice
            if not setting.choices and value.isdecimal() and len(value) < 10:
                return int(value)
    return value


def _ask(console: Console, prompt: str, explain: Callable[[], None], own: Iterable[str] = ()) -> str:
    """A line that answers a question before the game; the commands of the table are understood here too.

    `own`: the words of the game, if it is known already.
    """
    while True:
        line = console.ask(prompt)
        word = line.partition(" ")[0].casefold()
        if "," in line or "=" in line or word not in {*commands.WORDS, *own}:
            return line
        if word in commands.QUIT:
            raise Leave
        if word in commands.HELP:
            explain()
            console.say("“quit” leaves. Once the game has begun, “help” says more.")
        else:
            console.say(f"“{word}” is for a game that has begun. Here: an answer, help or quit.")


def _choose_game(console: Console) -> str:
    """Ask which game."""
    known = games.names()

    def explain() -> None:
        console.say(f"Please type a number from 1 to {len(known)}, or a name.")

    console.head("Welcome to Dicecup. Which game?")
    for number, name in enumerate(known, start=1):
        game = games.find(name)
        console.say(f"  {number}  {game.title} ({game.seats[0]} to {game.seats[-1]} players)")
    for trouble in games.troubles():
        console.note(trouble)
    while True:
        line = _ask(console, "Number or name [Enter: 1] > ", explain).casefold() or "1"
        if line.isdecimal() and line.isascii() and 1 <= int(line[:9]) <= len(known):
            return known[int(line) - 1]
        found = [
            name for name in known if name.startswith(line) or games.find(name).title.casefold().startswith(line)
        ]
        if len(found) == 1:
            return found[0]
        explain()


def _offer_to_continue(console: Console, store: Store, game: str | None) -> Session | None:
    """If there is a game to go on with, or one that was the last at its table, ask whether to."""
    for last in store.autosaves(game):
        if slot := store.claim(last.path):
            break
    else:
        return None
    try:
        if last.problem:
            raise SaveError(last.problem)
        if PERSON not in last.players:
            return None
        table = read_table(store, last.path)
    except DicecupError as error:
        console.say(f"Your last game, in {last.path.name}, cannot be used.")
        console.paragraph(str(error))
        return None
    if table.match.outcome is None:
        console.say(f"You left a game: {describe(last)}.")
        if _yes(console, "Continue it? [Enter: yes, n: a new game] > "):
            return _resumed(Session(console, store, table, slot))
        return None
    following = screen_for(table.match.game, console).next_game(table.match)
    console.say(f"You finished a game at this table: {describe(last)}.")
    if _yes(console, f"Play the next one ({following})? [Enter: yes, n: a new table] > "):
        session = Session(console, store, Table(table.match.rematch(), table.players), slot)
        session.begin()
        return session
    return None


def _yes(console: Console, prompt: str) -> bool:
    def explain() -> None:
        console.say("Enter continues at that table; n starts a new one, and the old one is kept.")

    while True:
        answer = _ask(console, prompt, explain).casefold()
        if answer in ("n", "no", "new"):
            return False
        if answer in ("", "y", "yes"):
            return True
        console.say("Please type y or n.")


def _new_table(console: Console, wishes: Wishes) -> Table:
    """A fresh match as wished; what was not said is asked for."""
    game = games.find(wishes.game or _choose_game(console))
    options = None if wishes.options is None else read_options(game, wishes.options)
    level = None if wishes.level is None else read_level(game.name, wishes.level)
    if wishes.seats:
        seats = read_seats(game.name, wishes.seats, level)
    elif wishes.people is not None or wishes.computers is not None:
        seats = count_seats(game.name, wishes.people, wishes.computers, level)
    else:
        seats = _ask_seats(console, game, level)
        options = _ask_options(console, game) if options is None else options
    names = [seat.name for seat in seats]
    match = dicecup.new(game.name, seats=len(seats), names=names, seed=wishes.seed, **(options or {}))
    draw = secrets.choice if wishes.seed is None else Random(wishes.seed).choice
    sitting = (players.at_table(game.name, match.state, at, seat.player, draw) for at, seat in enumerate(seats))
    return Table(match, tuple(sitting))


def _ask_seats(console: Console, game: Game[Any], level: str | None) -> list[Seat]:
    default = ["Player 1", COMPUTER] if 2 in game.seats else [f"Player {n + 1}" for n in range(game.seats[0])]
    screen = screen_for(game, console)
    own = screen.commands()

    def explain() -> None:
        level = f", “{there[-1]}” a {there[-1]} one" if len(there := players.offered(game.name)) > 1 else ""
        who = (
            f"Who plays? Type {game.seats[0]} to {game.seats[-1]} names separated by commas; “computer” is a "
            f"computer player{level}. A number alone means you and computer players, that many in all. "
            f"{screen.about_names}"
        )
        console.paragraph(who.rstrip())

    explain()
    while True:
        line = _ask(console, f"Players [Enter: {', '.join(default)}] > ", explain, own)
        words = [word for word in split_players(line) if word.strip()] or default
        try:
            if is_number(line):
                number = _how_many(game, line)
                dicecup.new(game.name, seats=number)
                words = ["Player 1"] + [COMPUTER] * (number - 1)
            for word in words:
                if (name := word.partition("=")[0].strip()).casefold() in {*commands.WORDS, *own}:
                    raise SetupError(f"“{name}” is a command. Please choose another name.")
            seats = read_seats(game.name, words, level)
            dicecup.new(game.name, names=[seat.name for seat in seats])
        except SetupError as error:
            console.paragraph(str(error))
            continue
        if level is None and leaves_open(words) and len(players.offered(game.name)) > 1:
            return read_seats(game.name, words, _ask_level(console, game))
        return seats


def _how_many(game: Game[Any], typed: str) -> int:
    """The number of players that was typed; SetupError for a number that can be none."""
    if not _WHOLE.fullmatch(typed):
        there = f"{game.seats[0]} to {game.seats[-1]}"
        raise SetupError(f"{game.title} is for {there} players; {typed[:20]} is not possible.")
    return int(typed[:9])


def _ask_level(console: Console, game: Game[Any]) -> str:
    there_are, usual = listed(players.offered(game.name), "or"), players.usual(game.name)

    def explain() -> None:
        known = [_ABOUT_LEVELS[level] for level in players.offered(game.name) if level in _ABOUT_LEVELS]
        sentence = ", ".join(known) or f"Type {there_are}"
        console.say(f"{sentence[:1].upper()}{sentence[1:]}.")

    while True:
        line = _ask(console, f"How good is the computer, {there_are}? [Enter: {usual}] > ", explain)
        try:
            return read_level(game.name, line or usual)
        except SetupError as error:
            console.paragraph(str(error))


def _ask_options(console: Console, game: Game[Any]) -> dict[str, Any]:
    settings = game.options.settings()
    usual = ", ".join(f"{setting.name}={setting.default}" for setting in settings)
    if len(settings) > 3:
        usual = "the usual ones"

    def explain() -> None:
        for sentence in option_lines(game):
            console.paragraph(sentence)
        console.say("Type NAME=VALUE for each one you want to change, such as start=seat-order.")

    while True:
        line = _ask(console, f"House rules [Enter: {usual}; ? explains] > ", explain)
        try:
            return read_options(game, line.replace(",", " ").split())
        except SetupError as error:
            console.paragraph(str(error))
