"""What holds in every game of Deadwood, whenever somebody is asked something."""

from collections import Counter

from dicecup.games.deadwood.data import AREAS, RANKS, SCENES, SETS
from dicecup.games.deadwood.state import DeadwoodState


def check_state(state: DeadwoodState) -> None:
    """W49 and more."""
    live = [area for area in SETS if state.shots[area]]
    assert len(live) >= 2 or state.phase == "over"
    assert all(0 <= state.shots[area] <= AREAS[area].shots for area in SETS)
    cards = Counter([*state.unseen, *state.out, *(scene for scene in state.scenes.values() if scene)])
    assert cards == Counter(list(SCENES)), "all forty cards are somewhere, once"
    assert state.unseen == sorted(state.unseen)
    face_down = [area for area in live if not state.scenes[area]]
    assert len(state.unseen) >= len(face_down) + 10 * (state.days - state.day)
    played = [(actor.area, actor.on, actor.slot) for actor in state.actors if actor.on]
    assert len(set(played)) == len(played), "one actor for each role"
    for actor in state.actors:
        assert min(actor.dollars, actor.credits) >= 0
        assert actor.rank in RANKS
        assert actor.area not in face_down
        if not actor.on:
            assert actor.slot == actor.chips == 0
            continue
        assert actor.area in live
        scene = SCENES[state.scenes[actor.area]]
        role = (scene.roles if actor.on == "card" else AREAS[actor.area].roles)[actor.slot]
        assert role.rank <= actor.rank
        assert 0 <= actor.chips <= scene.budget - 1
    if state.options.stall_turns:
        assert 0 <= state.idle <= state.options.stall_turns
