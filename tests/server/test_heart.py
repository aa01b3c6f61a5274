"""How the times of a heart have to stand to each other: nobody changes one of them without the others."""

from dicecup.server.store import postgres_connections, postgres_heart
from tests.cluster.test_proof import AGREE


def test_three_beats_may_get_lost() -> None:
    assert postgres_heart.SILENT >= 4 * postgres_heart.BEAT


def test_whoever_gives_itself_up_has_a_second_before_others_take_what_it_had() -> None:
    assert postgres_heart.DEAD - postgres_heart.SILENT >= 1.0


def test_whoever_is_killed_is_missed_in_time() -> None:
    """All agree within five seconds, and to notice a death is not all there is to do."""
    assert postgres_heart.DEAD <= AGREE - 1.0


def test_locks_of_somebody_who_vanished_go_when_they_are_taken_for_dead() -> None:
    idle = postgres_connections.SETTINGS["idle_in_transaction_session_timeout"]
    assert int(idle) / 1000 <= postgres_heart.DEAD
