"""The people at a server's table, in words: who is there, what changes, what is said."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from dicecup.table.words import listed
from dicecup.terminal.seats import like

Party = Mapping[str, Any]
"""A `party` of docs/protocol.md."""

PHRASES: Final = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "ouch": "Ouch!",
    "your_turn": "Your turn!",
    "one_moment": "One moment, please.",
    "thanks": "Thank you!",
    "good_game": "Good game!",
}
FACES: Final = {
    "laugh": "laughs",
    "cheer": "cheers",
    "gasp": "gasps",
    "cry": "cries",
    "angry": "looks angry",
    "love": "looks delighted",
}
PATIENCE: Final = {
    "never": "Nobody decides for those who are away.",
    "2 min": "After two minutes a computer player decides for somebody who is away.",
    "30 s": "After 30 seconds a computer player decides for somebody who is away.",
    "at once": "A computer player decides at once for somebody who is away.",
}
_CLOCKS: Final = {
    "none": "",
    "relaxed": "There is a relaxed clock: at zero a computer player decides.",
    "fast": "There is a fast clock: at zero a computer player decides.",
}


def person(party: Party, number: int | None) -> Mapping[str, Any] | None:
    """Somebody by number."""
    found: Iterator[Mapping[str, Any]] = (each for each in party["people"] if each["number"] == number)
    return next(found, None)


def host(party: Party) -> str:
    """The name of the host; nothing, if there is none just now."""
    return next((each["name"] for each in party["people"] if each["host"]), "")


def who(party: Party) -> Iterator[str]:
    """Everybody at the table: a line for each chair, then those who look on."""
    for number, chair in enumerate(party["chairs"], start=1):
        yield f"{number:4}  {_chair(party, chair)}"
    others = [_about(each) for each in party["people"] if each["chair"] is None and each["presence"] != "gone"]
    if others:
        yield f"Watching: {listed(others)}."


def _chair(party: Party, chair: Mapping[str, Any]) -> str:
    sitting = person(party, chair["person"])
    if sitting is not None:
        helped = "; a computer player decides" if chair["stand_in"] else ""
        waited = "" if sitting["host"] else ", not ready yet"  # nobody waits for whoever begins
        ready = ", ready" if sitting["ready"] else waited
        return _about(sitting) + (ready if party["stage"] == "waiting" else "") + helped
    if chair["level"] is not None:
        name = f"{chair['name']}, " if chair["name"] else ""
        return name + like(chair["level"], chair.get("temper") or chair.get("own"))
    return "empty: somebody may still come" if party["rules"]["late"] else "empty: a computer player will take it"


def _about(each: Mapping[str, Any]) -> str:
    marks = [
        *(["you"] if each["you"] else []),
        *([each["character"]] if each["character"] and each["character"] != each["name"] else []),
        *(["host"] if each["host"] else []),
        *([each["presence"]] if each["presence"] != "here" else []),
    ]
    return f"{each['name']} ({', '.join(marks)})" if marks else str(each["name"])


def rules(party: Party, info: Mapping[str, Any] | None) -> Iterator[str]:
    """What is played and how, where it is not as usual; `info` is what the server says of the game."""
    settled = party["rules"]
    for setting in info["options"] if info is not None else ():
        value = settled["options"].get(setting["name"], setting["default"])
        if value != setting["default"]:
            yield _house_rule(setting, value)
    yield PATIENCE[settled["absence"]]
    if settled["clock"] != "none":
        yield _CLOCKS[settled["clock"]]
    if not settled["hints"]:
        yield "There are no hints at this table."


def _house_rule(setting: Mapping[str, Any], value: Any) -> str:
    choices = [False, True] if setting["kind"] == "flag" else setting["choices"]
    if setting["says"] and value in choices:
        return str(setting["says"][choices.index(value)])
    return f"{setting['words'][:1].upper()}{setting['words'][1:]}: {value}."


def tally(party: Party) -> str:
    """How the evening stands; nothing before the first game has ended."""
    ranked = sorted(party["tally"], key=lambda each: (-each["wins"], -each["points"]))
    return ", ".join(f"{each['name']} {_count(each['wins'], 'win')}, {each['points']} points" for each in ranked)


def best(party: Party) -> str:
    """The best moment of the last game, once somebody has thought about it."""
    return str(party["evening"][-1]["best"]) if party["evening"] else ""


def _count(many: int, what: str) -> str:
    return f"{many} {what}{'' if many == 1 else 's'}"


class News:
    """Tells what has changed at a table, a sentence each; of what the server notes itself nothing."""

    def __init__(self, party: Party) -> None:
        self._known = party
        self._met = {each["number"] for each in party["people"] if each["presence"] == "here"}

    def since(self, party: Party) -> Iterator[str]:
        """What is new since the last time."""
        before, self._known = self._known, party
        for each in party["people"]:
            if not each["you"]:
                yield from self._about(person(before, each["number"]), each, party)
        was, now = person(before, party["you"]), person(party, party["you"])
        if was is not None and now is not None and now["host"] and not was["host"]:
            yield "You are the host now: “help” shows what that means."
        if before["rules"] != party["rules"]:
            yield "The rules of the table have changed: “who” shows them."
        if party["stage"] == "waiting" == before["stage"] and _computers(before) != _computers(party):
            yield f"Computer players at the table: {_computers(party) or 'none'}."

    def _about(self, was: Mapping[str, Any] | None, now: Mapping[str, Any], party: Party) -> Iterator[str]:
        """What is new about one of the others."""
        name, here = now["name"], now["presence"] == "here"
        if here and now["number"] not in self._met:
            self._met.add(now["number"])
            yield f"{name} has come{' to watch' if now['role'] == 'spectator' else ''}."
            return
        if was is None or now["presence"] == "gone":
            return
        if was["name"] != name:
            yield f"{was['name']} is called {name} now."
        if was["presence"] != now["presence"]:
            yield f"{name} is here again." if here else f"{name} is away."
        if was["character"] != now["character"] and now["character"]:
            yield f"{name} will be {now['character']}."
        if was["ready"] != now["ready"] and party["stage"] == "waiting":
            yield f"{name} is ready." if now["ready"] else f"{name} is not ready any more."
        if was["role"] != now["role"]:
            yield f"{name} {'is watching' if now['role'] == 'spectator' else 'is playing'} now."


def _computers(party: Party) -> str:
    return ", ".join(each["level"] for each in party["chairs"] if each["level"] is not None)


def spoken(line: Mapping[str, Any]) -> str:
    """A line of the talk."""
    if line["kind"] == "note":
        return str(line["text"])
    text = PHRASES.get(line["text"], line["text"]) if line["kind"] == "phrase" else line["text"]
    return f"{line['name']}{' (watching)' if line['spectators'] else ''}: “{text}”"
