"""Saves and records read out: replayed in words, verified, listed."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import dicecup
from dicecup import games, players, saves
from dicecup.saves import PERSON, Entry
from dicecup.table import Changed, Game, Options, SaveError, SetupError, Tampered, papers
from dicecup.table.words import listed
from dicecup.terminal.console import Console, NoMoreInput


class Story(NamedTuple):
    """A game as it can be told: its events in the form they have in a record."""

    title: str
    names: tuple[str, ...]
    events: list[dict[str, Any]]
    finished: bool
    remark: str = ""  # what has become of it since


def read_story(text: str, start: int = 1) -> Story:
    """The story in a record (as whoever it was written for saw it) or a save (as a spectator would).

    SaveError if there is none, or none that has an event number `start`.
    """
    story = _story(text)
    if start > max(1, len(story.events)):
        raise SaveError(f"This game has {len(story.events)} events; there is no number {start}.")
    return story


def _story(text: str) -> Story:
    kind, body = papers.unwrap(text, papers.RECORD, papers.SAVE)
    if kind == papers.SAVE:
        match = saves.unwrap(text).match
        events = [event.to_json() for event in match.events]
        return Story(match.game.title, match.names, events, match.outcome is not None, match.notice)
    match body:
        case {"title": str(title), "names": [*names], "events": [*told], "finished": bool(finished)}:
            if all(isinstance(event, dict) and isinstance(event.get("text", ""), str) for event in told):
                return Story(title, tuple(map(str, names)), told, finished, _remark(text))
    raise SaveError("The record cannot be read: it does not tell what happened.")


def replay(console: Console, story: Story, *, start: int, step: bool) -> None:
    """Tell a story line by line, from event number `start` on; `step` waits for Enter before each."""
    told = list(enumerate(story.events, start=1))
    console.head(f"{story.title} with {listed(story.names)}")
    if story.remark:
        console.note(story.remark)
    if step:
        console.note("Enter shows the next line, q stops.")
    width = len(str(len(told)))
    for number, event in told[start - 1 :]:
        if not event.get("text"):
            continue
        if step:
            try:
                if console.ask("").casefold() in ("q", "quit"):
                    return
            except NoMoreInput:
                return
        console.say(f"{number:{width}}  {event['text']}")
    if not story.finished:
        console.note("The game is not over yet.")


def replay_json(story: Story, start: int) -> Iterable[str]:
    """The events as JSON lines, each with its number."""
    for number, event in enumerate(story.events, start=1):
        if number >= start:
            yield json.dumps({"number": number, **event}, ensure_ascii=False)


class Finding(NamedTuple):
    """What came out of verifying a file."""

    facts: dict[str, Any]
    sentences: list[str]


def verify(text: str, seal: str | None = None, nonce: str | None = None) -> Finding:
    """Compute every result of a finished game again; SaveError, with what is wrong, if one does not fit."""
    verdict = dicecup.verify(text, commitment=seal, nonce=nonce)
    match = verdict.match
    outcome = match.outcome
    assert outcome is not None
    scores = [f"{name}: {score}" for name, score in zip(match.names, outcome.scores, strict=True)]
    sentences = [
        f"{match.game.title}. {', '.join(scores)}.",
        f"All {verdict.results} results of chance were worked out again from the secret, and all are right.",
    ]
    if verdict.committed and seal:
        sentences.append("The secret is random, and it is the one that was sealed when the game began.")
    elif verdict.committed:
        sentences += [
            "The secret is random and fits the seal. Compare it with the one shown when the game began:",
            str(match.commitment),
        ]
    else:
        sentences.append(
            "The dice come from a seed: reproducible but not verifiable, since a seed can be picked for its dice."
        )
    if verdict.nonces:
        who = listed([match.names[one.seat] for one in verdict.nonces])
        sentences.append(f"Numbers of their own were added to the dice, in this order, by {who}.")
    if nonce:
        sentences.append("Yours is among them, so nobody could choose the dice that fell after it.")
    if verdict.taken_over:
        sentences.append(
            f"The game branched off another one: {verdict.taken_over} earlier results were taken over from it, "
            "and only its own record can prove them."
        )
    sentences += verdict.remarks
    if not verdict.ordinary_start and not verdict.changed:
        sentences.append("The game did not begin as the rules say, but from a position set up by hand.")
    facts = {
        "verified": True,
        "game": match.game.name,
        "names": list(match.names),
        "scores": list(outcome.scores),
        "winners": [match.names[seat] for seat in outcome.winners],
        "results": verdict.results,
        "committed": verdict.committed,
        "commitment": match.commitment,
        "ordinary_start": verdict.ordinary_start,
        "taken_over": verdict.taken_over,
        "nonces": [one._asdict() for one in verdict.nonces],
        "words": list(verdict.words),
        "grown": list(verdict.grown),
    }
    return Finding(facts, sentences)


def _remark(text: str) -> str:
    """What is to be said of a record before it is told; nothing of one that cannot be verified, or not yet."""
    try:
        return " ".join(dicecup.verify(text).remarks)
    except (Changed, Tampered) as error:
        return str(error)
    except SaveError:
        return ""


def describe(entry: Entry) -> str:
    """A save in a few words, such as "Yahtzee, Ann and Computer, turn 5"."""
    try:
        title = games.find(entry.game).title
    except SetupError:
        title = entry.game
    where = "finished" if entry.finished else f"turn {entry.turn}" if entry.turn else "not begun"
    game = f", game {entry.number}" if entry.number > 1 else ""
    house = f" ({', '.join(entry.house)})" if entry.house else ""
    return f"{title}{house}, {_who(entry)}{game}, {where}"


def _who(entry: Entry) -> str:
    everybody = zip(entry.names, entry.players, strict=True)
    said = {player: " ".join(filter(None, players.parted(entry.game, player))) for player in entry.players}
    return listed([name if player == PERSON else f"{name} ({said[player]})" for name, player in everybody])


def list_saves(console: Console, entries: Sequence[Entry]) -> None:
    """Every save in a line or two."""
    for entry in entries:
        when = entry.saved.strftime("%Y-%m-%d %H:%M")
        console.head(f"{entry.name}  ({when})")
        console.paragraph(f"  {entry.problem or describe(entry)}")


def list_games(console: Console) -> None:
    """Every game in a line."""
    for name in games.names():
        game = games.find(name)
        console.say(f"{name:<16}{game.title}, {game.seats[0]} to {game.seats[-1]} players")
    for trouble in games.troubles():
        console.paragraph(trouble)


def list_options(console: Console, game: Game[Any]) -> None:
    """A game with its house rules."""
    console.head(f"{game.title}, {game.seats[0]} to {game.seats[-1]} players")
    console.say("House rules, each given to “dicecup play” as --option NAME=VALUE:")
    for line in option_lines(game):
        console.paragraph(line)
    for trouble in players.troubles(game.name):
        console.paragraph(trouble)


def option_lines(game: Game[Any]) -> list[str]:
    """Every house rule of a game, under its heading: its choices, the default, and what each choice means."""
    lines = []
    for heading, settings in game.options.grouped().items():
        lines += [heading] * bool(heading)
        for setting in settings:
            choices = " or ".join(map(str, setting.choices)) or "a whole number from 0"
            sentence = setting.sentence[:1].upper() + setting.sentence[1:].rstrip(".")
            lines.append(f"  {setting.name}: {choices}; normally {setting.default}. {sentence}.")
            for choice, says in zip(setting.choices, setting.says, strict=False):
                implied = [f"{name}={value}" for name, value in game.options.implied(setting.name, choice).items()]
                lines.append(
                    f"    {choice}: {says}{' These are ' * bool(implied)}{', '.join(implied)}{'.' * bool(implied)}"
                )
    return lines


def house_rules(options: Options) -> str:
    """What is not as usual at a table, such as "start=seat-order"; empty if all is."""
    return ", ".join(f"{name}={value}" for name, value in options.unusual().items())


def game_facts(game: Game[Any]) -> dict[str, Any]:
    """A game with its house rules, for programs."""
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats[0], game.seats[-1]],
        "options": [
            {
                "name": setting.name,
                "choices": list(setting.choices),
                "default": setting.default,
                "sentence": setting.sentence,
                "group": setting.group,
                "says": list(setting.says),
            }
            for setting in game.options.settings()
        ],
    }
