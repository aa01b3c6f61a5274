"""What everybody said and heard while things went wrong, and whether it can all be true: in the manner of Jepsen.

A history is a list of notes in the order in which things happened to the clients. `problems` holds it against what
lies in the database in the end. It knows nothing of how servers work, only what they promise:

- What was acknowledged is in the log exactly once, where it belongs, and the same id is always answered the same.
- What was refused is not there. Of what got no answer nobody knows, and it may be there once.
- Whoever opens a line sees all that anybody had seen or been promised before.
- Nobody ever sees another event, or another line of the talk, under the same number than anybody else.
- No decision is taken twice: neither by two commands, nor by a clock that runs out twice.
- So long after the end of a fault, all of a table hear of it again, and have seen what any had seen by then.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_HEARD = frozenset({"state", "event", "done", "refused", "pong"})


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened to somebody, somewhere: at a match, or at the table of a party."""

    at: float  # seconds
    kind: str  # said, done, refused, dialled, state, event, line, pong; fault and mended, which happen to all
    who: str = ""
    where: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Final:
    """What lies in the database when all is over."""

    logs: dict[str, list[Any]]  # by match: choices, chance and what was taken back, as JSON
    commands: dict[str, list[tuple[str, int]]]  # by match: the ids that were carried out, and where that led
    events: dict[str, dict[int, Any]]  # by match and number: those that everybody may know
    lines: dict[str, list[dict[str, Any]]]  # by party, in their order
    tables: dict[str, list[str]]  # by party: its matches, in their order


def problems(history: Iterable[Note], final: Final, within: float | None = None) -> list[str]:
    """All that cannot be; nothing, if all is well. `within`: seconds after a fault in which all have to agree."""
    notes = list(history)
    found = [
        *_answers(notes, final),
        *_reads(notes),
        *_numbered(notes, "event", final.events),
        *_numbered(
            notes, "line", {party: {each["n"]: each for each in final.lines[party]} for party in final.lines}
        ),
        *_talk(notes, final),
        *_clocks(final),
    ]
    if within is not None:
        slow = [(took, fault) for took, fault in agreed(notes, final) if took > within]
        found += [f"after {fault} it took {took:.1f} s until all of a table agreed" for took, fault in slow]
    return found


def _fates(notes: list[Note]) -> tuple[dict[str, Note], dict[str, Note], dict[str, Note]]:
    """By id: how each command was said first, acknowledged first, and refused first."""
    fates: dict[str, dict[str, Note]] = {"said": {}, "done": {}, "refused": {}}
    for note in notes:
        if note.kind in fates:
            fates[note.kind].setdefault(note.facts["id"], note)
    return fates["said"], fates["done"], fates["refused"]


def _answers(notes: list[Note], final: Final) -> Iterator[str]:
    """Every acknowledged command is in the log once, and none that was refused."""
    said, done, refused = _fates(notes)
    carried_out = {match: Counter(id_ for id_, _ in final.commands[match]) for match in final.commands}
    where_to = {match: dict(final.commands[match]) for match in final.commands}
    for note in notes:
        if note.kind == "done" and note.facts.get("seq") != done[note.facts["id"]].facts.get("seq"):
            first = done[note.facts["id"]].facts.get("seq")
            yield f"{note.facts['id']} was done at {first}, and once more at {note.facts.get('seq')}"
    taken: dict[tuple[str, int], str] = {}
    for id_, note in said.items():
        match, frame = note.where, note.facts
        if match not in final.logs:
            continue  # that is talk
        times = carried_out[match][id_]
        if times > 1:
            yield f"{id_} was carried out {times} times"
        if id_ in refused and times:
            yield f"{id_} was refused ({refused[id_].facts['reason']}), and is in the log"
        if id_ in refused and id_ in done:
            yield f"{id_} was both acknowledged and refused"
        if id_ in done and not times:
            yield f"{id_} was acknowledged, and has never been carried out"
        if not times:
            continue
        if id_ in done and where_to[match][id_] != done[id_].facts["seq"]:
            yield f"{id_} led to {where_to[match][id_]}, and {done[id_].facts['seq']} was acknowledged"
        point = (match, frame["seq"])
        if point in taken:
            yield f"{match}: the decision at {point[1]} was taken by {taken[point]} and by {id_}"
        taken[point] = id_
        yield from _placed(final.logs[match], id_, frame)


def _placed(log: list[Any], id_: str, frame: Mapping[str, Any]) -> Iterator[str]:
    """The command is where it belongs."""
    entry = log[frame["seq"]] if frame["seq"] < len(log) else None
    if entry is None:
        yield f"{id_} was carried out at {frame['seq']}, and the log ends at {len(log)}"
    elif frame["type"] == "undo":
        if "took_back" not in entry:
            yield f"{id_} took something back at {frame['seq']}, where there is {entry}"
    elif entry.get("choice") != list(frame["choice"]):
        yield f"{id_} chose {frame['choice']} at {frame['seq']}, where there is {entry}"


def _reads(notes: list[Note]) -> Iterator[str]:
    """Whoever opens a line sees what anybody knew before, and nobody is ever led back."""
    known: Counter[str] = Counter()  # by match: so far anybody knows that it has come
    before: dict[tuple[str, str], int] = {}  # what was known when a line was dialled
    shown: dict[tuple[str, str], int] = {}  # on that line
    for note in notes:
        place = (note.who, note.where)
        if note.kind == "dialled":
            before[place] = known[note.where]
            shown[place] = 0
        elif note.kind == "state":
            seq = note.facts["seq"]
            if seq < before.get(place, 0):
                yield f"{note.who} is shown {note.where} at {seq}, when {before[place]} was known already"
            if seq < shown.get(place, 0):
                yield f"{note.who} is led back in {note.where} from {shown[place]} to {seq}"
            shown[place] = seq
        if note.kind in {"state", "done"} and note.facts.get("seq") is not None:
            known[note.where] = max(known[note.where], note.facts["seq"])


def _numbered(notes: list[Note], kind: str, last: Mapping[str, Mapping[int, Any]]) -> Iterator[str]:
    """What has a number is the same for everybody, at any time, and in the end."""
    for note in notes:
        if note.kind == kind:
            number, told = note.facts["n"], note.facts["told"]
            there = last.get(note.where, {}).get(number)
            if there != told:
                yield f"{note.who} was told {kind} {number} of {note.where}: {told}; in the end it is {there}"


def _talk(notes: list[Note], final: Final) -> Iterator[str]:
    """What somebody said is kept once, in the order in which it was said; what was refused is not there."""
    said, done, refused = _fates(notes)
    for party, lines in final.lines.items():
        numbers = [line["n"] for line in lines]
        if numbers != sorted(set(numbers)):
            yield f"the lines of {party} are numbered {numbers}"
        places: dict[str, list[int]] = {}
        for line in lines:
            places.setdefault(line["text"], []).append(line["n"])
        latest = (0, "")  # of all that was acknowledged before the next one was begun
        for note in notes:
            if note.where != party or note.kind not in {"said", "done"}:
                continue
            id_ = note.facts["id"]
            if said[id_].facts["type"] != "say":
                continue
            text = said[id_].facts["text"]
            at = places.get(text, [])
            if note.kind == "done":
                if done[id_] is note and at:
                    latest = max(latest, (at[0], text))
                continue
            if said[id_] is not note:
                continue
            if len(at) > 1:
                yield f"{text!r} was said {len(at)} times"
            if id_ in refused and at:
                yield f"{text!r} was refused ({refused[id_].facts['reason']}), and is there"
            if id_ in done and not at:
                yield f"{text!r} was acknowledged, and is not there"
            if at and at[0] < latest[0]:
                yield f"{text!r} was said after {latest[1]!r}, and stands before it"


def _clocks(final: Final) -> Iterator[str]:
    """Nobody's time is up twice for the same decision."""
    for lines in final.lines.values():
        up = Counter((each["match"], each["seq"]) for each in lines if _is_up(each))
        for (match, seq), times in up.items():
            if times > 1:
                yield f"{match}: the clock of the decision at {seq} has run out {times} times"


def _is_up(line: Mapping[str, Any]) -> bool:
    return line["kind"] == "note" and "time is up" in line["text"]


def agreed(notes: list[Note], final: Final) -> list[tuple[float, str]]:
    """For each fault: how long after its end all of each table had heard of their match again, and had seen all
    that any of them had seen at its end.
    """
    party_of = {match: party for party, matches in final.tables.items() for match in matches}
    order = {match: number for matches in final.tables.values() for number, match in enumerate(matches)}
    seen: dict[str, dict[str, tuple[int, int]]] = {}  # by party and person: in which game, and how far
    waiting: list[tuple[Note, str, tuple[int, int], set[str]]] = []
    took: dict[int, float] = {}
    for note in notes:
        if note.kind == "mended":
            took[id(note)] = 0.0
            waiting = [each for each in waiting if each[3]]
            waiting += [(note, party, max(people.values()), set(people)) for party, people in seen.items()]
        elif note.kind in _HEARD and note.where in party_of:
            party = party_of[note.where]
            people = seen.setdefault(party, {})
            there = (order[note.where], note.facts["seq"] if note.kind == "state" else 0)
            there = people[note.who] = max(people.get(note.who, (0, 0)), there)
            for since, which, front, late in waiting:
                if which == party and note.who in late and there >= front:
                    late.discard(note.who)
                    took[id(since)] = max(took[id(since)], note.at - since.at)
    for since, _, _, late in waiting:
        if late:
            took[id(since)] = float("inf")
    return [(took[id(note)], note.facts["fault"]) for note in notes if note.kind == "mended"]
