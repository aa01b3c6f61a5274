"""Running a server for many: is it well, what does it measure, what does it write down, how does it end?"""

import pytest

from dicecup.server.operation import measures
from dicecup.server.operation.measures import Counter, Gauge, Histogram

# --- measures ---


def test_a_counter_as_prometheus_reads_it() -> None:
    counter = Counter("dicecup_moves_total", "Decisions.", ["game"])
    counter.add("chess")
    counter.add("chess", much=2)
    counter.add('"quoted"\n')
    assert list(counter.lines()) == [
        "# HELP dicecup_moves_total Decisions.",
        "# TYPE dicecup_moves_total counter",
        r'dicecup_moves_total{game="\"quoted\"\n"} 1',
        'dicecup_moves_total{game="chess"} 3',
    ]


def test_a_counter_without_labels_is_there_from_the_start() -> None:
    assert list(Counter("dicecup_takeovers_total", "Units.", []).lines())[-1] == "dicecup_takeovers_total 0"


def test_a_histogram_adds_up() -> None:
    seconds = Histogram("dicecup_store_seconds", "Work.", ["what"], (0.1, 1))
    for value in (0.05, 0.1, 0.5, 7):
        seconds.observe(value, "read")
    with seconds.timed("read"):
        pass
    told = [line for line in seconds.lines() if not line.startswith("#") and "_sum" not in line]
    assert told == [
        'dicecup_store_seconds_bucket{what="read",le="0.1"} 3',
        'dicecup_store_seconds_bucket{what="read",le="1"} 4',
        'dicecup_store_seconds_bucket{what="read",le="+Inf"} 5',
        'dicecup_store_seconds_count{what="read"} 5',
    ]


def test_whoever_puts_ids_into_labels_fills_no_memory() -> None:
    gauge = Gauge("dicecup_wrong", "By somebody's mistake.", ["match"])
    for n in range(10 * measures.MOST):
        gauge.set(n, f"id-{n}")
    assert len(list(gauge.lines())) <= measures.MOST + 3
    assert gauge.value(measures.OTHER) == 10 * measures.MOST - 1


def test_a_name_that_is_none_or_is_taken() -> None:
    with pytest.raises(ValueError, match="no names"):
        Counter("dicecup moves", "", [])
    first = next(iter(measures._all), None) or measures.counter("dicecup_first_total", "").name
    with pytest.raises(ValueError, match="already"):
        measures.counter(first, "")
