"""One seat at one table, for somebody who reads and writes words: all that can be done there answers with text."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import dicecup
from dicecup import games, players
from dicecup.players import Advice, Advisor, Player, forks
from dicecup.players.seated import close
from dicecup.table import Ask, Event, Match, NotAllowed, Option, SetupError, telling
from dicecup.table.ask import as_choice
from dicecup.table.errors import shown
from dicecup.table.words import listed

ME: Final = 0  # the seat of whoever sits down
NAME: Final = "Guest"  # not "You", which would roll as nobody says it
_MOST_ADVICE: Final = 8


class Table:
    """What a language model sits at. Whatever is refused is a DicecupError in a sentence, and changes nothing."""

    def __init__(self) -> None:
        self._match: Match[Any] | None = None
        self._others: dict[int, Player] = {}

    # --- before a game ---

    def list_games(self) -> str:
        """The games, with who can play them and against whom."""
        return "\n".join(
            f"{name}: {game.title}, {game.seats[0]} to {game.seats[-1]} players. "
            f"Opponents: {', '.join(_opponents(name))}. House rules: {_house_rules(name)}."
            for name in games.names()
            for game in (games.find(name),)
        )

    def rules(self, game: object = None, topic: object = None) -> str:
        """The rules of a game, as they are played at the table; of one section alone if a topic is named."""
        if game is None and self._match is None:
            raise SetupError(f"Say which game; there are {listed(games.names())}.")
        here = self._match is not None and (game is None or game == self._match.game.name)
        found = self._match.game if here and self._match is not None else games.find(_text("game", game))
        rules = self._match.state.options if here and self._match is not None else None
        if topic is not None:
            word, book = _text("topic", topic).casefold(), found.handbook(rules)
            sections = [
                each for each in book["sections"] if word in (each["id"].casefold(), each["title"].casefold())
            ]
            if not sections:
                there_are = ", ".join(each["id"] for each in book["sections"])
                raise SetupError(f"There is no section {shown(topic)} in these rules; there are: {there_are}.")
            return telling.rules(sections)
        return f"The rules of {found.title}.\n\n{found.rules_in_words(rules)}"

    def sit_down(
        self, game: object = None, opponents: object = None, house_rules: object = None, seed: object = None
    ) -> str:
        """Begin a game against computer players; one that is under way is left."""
        found = games.find(_text("game", game))
        named = self._named(found.name, found.seats, opponents)
        names = [NAME, *(f"{name.capitalize()} {number}" for number, name in enumerate(named, start=1))]
        if house_rules is not None and not isinstance(house_rules, Mapping):
            raise SetupError(
                f'House rules are an object, such as {{"start": "seat-order"}}, not {shown(house_rules)}.'
            )
        rules = {str(name).replace("-", "_"): value for name, value in (house_rules or {}).items()}
        parsed = found.options.parse(rules)  # SetupError, before anything is called with names of its own
        match = dicecup.new(found.name, names=names, seed=seed, **parsed.to_json())  # type: ignore[arg-type]
        others: dict[int, Player] = {}
        for seat, name in enumerate(named, start=1):
            others[seat] = players.make(found.name, name, seat)
        left = "The game before is left.\n" if self._match is not None and self._match.outcome is None else ""
        self.leave()
        self._match, self._others = match, others
        return left + self._told(self._go_on(list(match.events)))

    def _named(self, game: str, seats: range, opponents: object) -> list[str]:
        if opponents is None:
            return [players.usual(game)] * max(0, max(2, seats[0]) - 1)
        if isinstance(opponents, str):
            opponents = [word.strip() for word in opponents.split(",") if word.strip()]
        if not isinstance(opponents, Sequence) or not all(isinstance(each, str) for each in opponents):
            raise SetupError(f'Opponents are a list of players, such as ["easy", "hard"], not {shown(opponents)}.')
        if len(opponents) + 1 not in seats:
            raise SetupError(
                f"{games.find(game).title} is for {seats[0]} to {seats[-1]} players; "
                f"with you these would be {len(opponents) + 1}."
            )
        for each in opponents:
            if each not in _opponents(game):  # and never somebody's own: that would run a program
                raise SetupError(f"There is no opponent {shown(each)}. There are: {', '.join(_opponents(game))}.")
        return list(opponents)

    def leave(self) -> None:
        """Put away what the opponents hold."""
        others, self._others, self._match = self._others, {}, None
        for each in others.values():
            close(each)

    # --- in a game ---

    def look(self) -> str:
        """What the seat may see, in words, and what is asked."""
        match = self._playing()
        if match.pending is None:
            return match.describe(ME)
        return f"{match.game.seen(match.view(ME))}\n{self.options()}"

    def options(self) -> str:
        """What can be answered now, by number."""
        ask = self._asked()
        lines = [
            f"{number}. {option.text} ({_words(option)})" for number, option in enumerate(ask.options, start=1)
        ]
        return "\n".join([f"You are asked: {ask.prompt}", *lines])

    def answer(self, choice: object = None) -> str:
        """Take an option, by its number or in words; then what happened until the next question."""
        match, ask = self._playing(), self._asked()
        option = self._meant(match, ask, choice)
        return self._told(self._go_on(match.answer(option, ME)))

    def hint(self) -> str:
        """What the best computer player thinks of the options."""
        match, ask = self._playing(), self._asked()
        levels = players.levels(match.game.name)
        mind = players.make(match.game.name, players.best(match.game.name)) if levels else None
        if not isinstance(mind, Advisor):
            raise NotAllowed("There are no hints for this game.")
        numbers = {option: number for number, option in enumerate(ask.options, start=1)}
        advice = players.hints(mind, match)[:_MOST_ADVICE]
        lines = [f"{numbers[one.option]}. {one.option.text}: {_worth(one)}" for one in advice]
        return "\n".join(["The best computer player advises the first of these:", *lines])

    def undo(self) -> str:
        """Take back the last answer, where nothing was rolled, shown or chosen by others since."""
        match = self._playing()
        return self._told(match.undo(ME))

    # --- inside ---

    def _playing(self) -> Match[Any]:
        if self._match is None:
            raise NotAllowed("You do not sit at a table yet: call sit_down first.")
        return self._match

    def _asked(self) -> Ask:
        ask = self._playing().pending
        if ask is None:
            raise NotAllowed("The game is over: call look for the result, or sit_down for another one.")
        return ask

    def _meant(self, match: Match[Any], ask: Ask, choice: object) -> Option:
        """The option that is meant; IllegalChoice or SetupError, with the reason, if none is."""
        if isinstance(choice, str):
            choice = choice.strip()
            if re.fullmatch(r"[0-9]{1,9}\.?", choice):
                choice = int(choice.rstrip("."))
        if isinstance(choice, int) and not isinstance(choice, bool):
            if not 1 <= choice <= len(ask.options):
                raise NotAllowed(f"There is no option {shown(choice)}; they are numbered 1 to {len(ask.options)}.")
            return ask.options[choice - 1]
        if choice is None or choice == "":
            raise NotAllowed("Say which option: its number, or its words, such as those that options lists.")
        if isinstance(choice, str):
            for option in ask.options:
                if choice.casefold() in (str(option.text).casefold(), _words(option).casefold()):
                    return option
            choice = [int(word) if re.fullmatch(r"[0-9]{1,9}", word) else word for word in choice.split()]
        found = ask.find(choice)
        if found is not None:
            return found
        words = as_choice(choice)
        named = match.game.find_by_name(ask, words) if words else None
        if named is not None:
            return named
        raise NotAllowed(match.why_not(choice, ME) or "That is not possible.")

    def _go_on(self, events: list[Event]) -> list[Event]:
        """Let everybody else answer until the model is asked, with a choice, or the game is over."""
        match = self._playing()
        while (ask := match.pending) is not None:
            if len(ask.options) == 1:
                events += match.answer_forced([ask.seat])
            elif ask.seat == ME:
                break
            else:
                mind = self._others[ask.seat]
                choice = mind.decide(match.view(ask.seat), ask, forks(match, ask.seat))
                events += match.answer(choice, ask.seat)
        return events

    def _told(self, events: Sequence[Event]) -> str:
        """What happened, as the seat may know it, and what is there now."""
        lines = [text for event in events if (text := event.text(ME))]
        return "\n".join([*lines, "", self.look()]).strip()


def _opponents(game: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*players.offered(game), *players.references(game))))


def _house_rules(game: str) -> str:
    told = []
    for setting in games.find(game).options.settings():
        choices = " or ".join(map(str, setting.choices)) or "a whole number"
        told.append(f"{setting.name} ({choices}; normally {setting.default})")
    return ", ".join(told) or "none"


def _words(option: Option) -> str:
    return " ".join(map(str, option))


def _worth(one: Advice) -> str:
    value = f"{one.value:.2f} points to expect" if one.unit == "points" else f"{one.value:.1%} to win"
    return f"{value}; {one.reason}" if one.reason else value


def _text(name: str, value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value.strip()
    if value is None:
        there_are = f"; there are {listed(games.names())}" if name == "game" else ""
        raise SetupError(f"Say which {name}{there_are}.")
    raise SetupError(f"The {name} is a text, not {shown(value)}.")
