"""The checker of histories finds every kind of thing that must not be: one that cannot fail proves nothing."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from tests.cluster.history import Final, Note, agreed, problems


def _told(n: int, text: str) -> dict[str, Any]:
    return {"n": n, "told": ["rolled", 0, text]}


def _line(n: int, text: str, kind: str = "said", **more: Any) -> dict[str, Any]:
    return {"n": n, "kind": kind, "text": text, "match": "m", "seq": 0, **more}


def _story() -> tuple[list[Note], Final]:
    """Two people at a table, each at a server of their own; one of the servers is killed."""
    roll = {"id": "a1", "type": "answer", "seq": 0, "choice": ["roll"]}
    keep = {"id": "b1", "type": "answer", "seq": 2, "choice": ["keep", 1]}
    late = {"id": "a2", "type": "answer", "seq": 2, "choice": ["keep", 3]}
    undo = {"id": "b2", "type": "undo", "seq": 3}
    hello = {"id": "t1", "type": "say", "text": "hello"}
    hush = {"id": "t2", "type": "say", "text": "hush"}
    well = {"id": "t3", "type": "say", "text": "well"}
    notes = [
        Note(0.0, "dialled", "ann", "m"),
        Note(0.1, "state", "ann", "m", {"seq": 0}),
        Note(0.2, "dialled", "ben", "m"),
        Note(0.3, "state", "ben", "m", {"seq": 0}),
        Note(1.0, "said", "ann", "m", roll),
        Note(1.1, "done", "ann", "m", {"id": "a1", "seq": 2}),
        Note(1.1, "event", "ann", "m", _told(1, "4 4")),
        Note(1.1, "state", "ann", "m", {"seq": 2}),
        Note(1.2, "said", "ann", "p", hello),
        Note(1.3, "done", "ann", "p", {"id": "t1"}),
        Note(1.3, "line", "ann", "p", {"n": 1, "told": _line(1, "hello")}),
        Note(1.3, "said", "ben", "p", hush),
        Note(1.3, "refused", "ben", "p", {"id": "t2", "reason": "Wait a moment."}),
        Note(1.4, "said", "ben", "p", well),
        Note(1.5, "done", "ben", "p", {"id": "t3"}),
        Note(1.5, "fault", facts={"fault": "kill 1"}),
        Note(1.9, "mended", facts={"fault": "kill 1"}),
        Note(2.0, "dialled", "ben", "m"),
        Note(2.1, "event", "ben", "m", _told(1, "4 4")),
        Note(2.1, "state", "ben", "m", {"seq": 2}),
        Note(2.2, "said", "ben", "m", keep),
        Note(2.3, "said", "ann", "m", late),
        Note(2.4, "done", "ben", "m", {"id": "b1", "seq": 3}),
        Note(2.4, "refused", "ann", "m", {"id": "a2", "reason": "The game has moved on."}),
        Note(2.5, "said", "ben", "m", undo),
        Note(2.6, "said", "ben", "m", undo),  # once more, elsewhere
        Note(2.7, "done", "ben", "m", {"id": "b2", "seq": 4}),
        Note(2.8, "state", "ben", "m", {"seq": 4}),
        Note(2.9, "state", "ann", "m", {"seq": 4}),
    ]
    log = [
        {"seat": 0, "choice": ["roll"]},
        {"chance": "1", "result": [4, 4]},
        {"seat": 1, "choice": ["keep", 1]},
        {"seat": 1, "took_back": 1},
    ]
    lines = [_line(1, "hello"), _line(2, "Ann's time is up: a computer decides.", "note", seq=2), _line(3, "well")]
    final = Final(
        logs={"m": log},
        commands={"m": [("a1", 2), ("b1", 3), ("b2", 4)]},
        events={"m": {1: ["rolled", 0, "4 4"]}},
        lines={"p": lines},
        tables={"p": ["m"]},
    )
    return notes, final


def _find(notes: list[Note], kind: str, id_: str) -> int:
    return next(at for at, note in enumerate(notes) if note.kind == kind and note.facts.get("id") == id_)


def _change(notes: list[Note], at: int, **facts: Any) -> None:
    notes[at] = replace(notes[at], facts={**notes[at].facts, **facts})


def _lost_answer(notes: list[Note], final: Final) -> None:
    del final.logs["m"][2:]
    del final.commands["m"][1:]


def _lost_but_for_its_id(notes: list[Note], final: Final) -> None:
    del final.logs["m"][2:]


def _another_answer(notes: list[Note], final: Final) -> None:
    final.logs["m"][2] = {"seat": 1, "choice": ["keep", 5]}


def _nothing_taken_back(notes: list[Note], final: Final) -> None:
    final.logs["m"][3] = {"seat": 1, "choice": ["keep", 5]}


def _carried_out_twice(notes: list[Note], final: Final) -> None:
    final.commands["m"].append(("b1", 6))


def _another_seq_elsewhere(notes: list[Note], final: Final) -> None:
    notes.append(Note(3.0, "done", "ben", "m", {"id": "b1", "seq": 7}))


def _another_seq_in_the_end(notes: list[Note], final: Final) -> None:
    final.commands["m"][1] = ("b1", 9)


def _refused_and_there(notes: list[Note], final: Final) -> None:
    final.commands["m"].append(("a2", 3))


def _refused_and_acknowledged(notes: list[Note], final: Final) -> None:
    notes.append(Note(3.0, "refused", "ben", "m", {"id": "b1", "reason": "It is late."}))


def _decided_twice(notes: list[Note], final: Final) -> None:
    del notes[_find(notes, "refused", "a2")]
    final.commands["m"].append(("a2", 3))


def _stale(notes: list[Note], final: Final) -> None:
    at = next(at for at, note in enumerate(notes) if note.at == 2.1 and note.kind == "state")
    _change(notes, at, seq=1)


def _led_back(notes: list[Note], final: Final) -> None:
    notes.append(Note(3.0, "state", "ann", "m", {"seq": 3}))


def _another_event(notes: list[Note], final: Final) -> None:
    at = next(at for at, note in enumerate(notes) if note.kind == "event" and note.who == "ben")
    _change(notes, at, told=["rolled", 0, "6 6"])


def _an_event_that_has_gone(notes: list[Note], final: Final) -> None:
    final.events["m"].clear()


def _another_line(notes: list[Note], final: Final) -> None:
    at = next(at for at, note in enumerate(notes) if note.kind == "line")
    _change(notes, at, told=_line(1, "hallo"))


def _lost_line(notes: list[Note], final: Final) -> None:
    del final.lines["p"][2]


def _said_twice(notes: list[Note], final: Final) -> None:
    final.lines["p"].append(_line(4, "well"))


def _said_and_refused(notes: list[Note], final: Final) -> None:
    final.lines["p"].append(_line(4, "hush"))


def _said_in_another_order(notes: list[Note], final: Final) -> None:
    final.lines["p"][0], final.lines["p"][2] = _line(1, "well"), _line(3, "hello")
    at = next(at for at, note in enumerate(notes) if note.kind == "line")
    del notes[at]


def _numbered_twice(notes: list[Note], final: Final) -> None:
    final.lines["p"][1]["n"] = 1


def _time_up_twice(notes: list[Note], final: Final) -> None:
    final.lines["p"].append(_line(4, "Ann's time is up: a computer decides.", "note", seq=2))


def test_a_history_in_which_all_is_well_has_no_problems() -> None:
    assert problems(*_story(), within=5.0) == []


def test_what_got_no_answer_may_be_in_the_log_or_not() -> None:
    notes, final = _story()
    del notes[_find(notes, "done", "b2")]
    assert problems(notes, final) == []
    final.logs["m"].pop()
    final.commands["m"].pop()
    notes = [note for note in notes if note.facts.get("seq") != 4]
    assert problems(notes, final) == []


@pytest.mark.parametrize(
    ("doctor", "words"),
    [
        (_lost_answer, "b1 was acknowledged, and has never been carried out"),
        (_lost_but_for_its_id, "b1 was carried out at 2, and the log ends at 2"),
        (_another_answer, r"b1 chose \['keep', 1\] at 2, where there is"),
        (_nothing_taken_back, "b2 took something back at 3, where there is"),
        (_carried_out_twice, "b1 was carried out 2 times"),
        (_another_seq_elsewhere, "b1 was done at 3, and once more at 7"),
        (_another_seq_in_the_end, "b1 led to 9, and 3 was acknowledged"),
        (_refused_and_there, r"a2 was refused \(The game has moved on.\), and is in the log"),
        (_refused_and_acknowledged, "b1 was both acknowledged and refused"),
        (_decided_twice, "the decision at 2 was taken by b1 and by a2"),
        (_stale, "ben is shown m at 1, when 2 was known already"),
        (_led_back, "ann is led back in m from 4 to 3"),
        (_another_event, "ben was told event 1 of m: .*6 6.*; in the end it is .*4 4"),
        (_an_event_that_has_gone, "was told event 1 of m: .*; in the end it is None"),
        (_another_line, "ann was told line 1 of p: .*hallo"),
        (_lost_line, "'well' was acknowledged, and is not there"),
        (_said_twice, "'well' was said 2 times"),
        (_said_and_refused, r"'hush' was refused \(Wait a moment.\), and is there"),
        (_said_in_another_order, "'well' was said after 'hello', and stands before it"),
        (_numbered_twice, r"the lines of p are numbered \[1, 1, 3\]"),
        (_time_up_twice, "m: the clock of the decision at 2 has run out 2 times"),
    ],
)
def test_whatever_must_not_be_is_found(doctor: Callable[[list[Note], Final], None], words: str) -> None:
    notes, final = deepcopy(_story())
    doctor(notes, final)
    found = problems(notes, final)
    with pytest.raises(AssertionError, match=words):
        assert not found, "\n".join(found)


def _rounded(notes: list[Note], final: Final) -> list[tuple[float, str]]:
    return [(round(took, 3), fault) for took, fault in agreed(notes, final)]


def test_how_long_all_took_to_agree_counts_from_the_end_of_the_fault() -> None:
    notes, final = _story()
    assert _rounded(notes, final) == [(0.5, "kill 1")], "ann heard nothing more before 2.4"
    assert problems(notes, final, within=0.1) == ["after kill 1 it took 0.5 s until all of a table agreed"]
    at = next(at for at, note in enumerate(notes) if note.at == 2.0)
    notes.insert(at, Note(2.0, "pong", "ann", "m"))
    assert _rounded(notes, final) == [(0.2, "kill 1")], "ben saw at 2.1 what ann had seen before 1.9"


def test_whoever_hears_something_and_not_the_news_has_not_agreed() -> None:
    notes, final = _story()
    old = [note for note in notes if not (note.who == "ben" and note.at > 2.0 and note.kind == "state")]
    assert agreed(old, final) == [(float("inf"), "kill 1")]
    assert problems(old, final, within=5.0) == ["after kill 1 it took inf s until all of a table agreed"]
