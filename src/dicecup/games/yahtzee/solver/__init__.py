"""Perfect solitaire Yahtzee: exact values for every card, roll and keep.

>>> s = load("standard")
>>> s.expected_final({"ones": 3, "chance": 22})
>>> s.ranked({"ones": 3}, dice=(1, 2, 3, 4, 6), rolls_left=2)[0]
"""

from typing import get_args

from dicecup.games.yahtzee.solver import backends, cache
from dicecup.games.yahtzee.solver.appraisal import Appraisal
from dicecup.games.yahtzee.solver.distribution import Distribution
from dicecup.games.yahtzee.solver.model import MODELS, TOTALS
from dicecup.games.yahtzee.solver.solver import Rival, Solver
from dicecup.games.yahtzee.solver.thoughts import Thoughts
from dicecup.games.yahtzee.solver.types import Backend, Floats, Keep, Progress, Ranked, Rules

__all__ = [
    "Appraisal",
    "Backend",
    "Distribution",
    "Keep",
    "Progress",
    "Ranked",
    "Rival",
    "Rules",
    "Solver",
    "Thoughts",
    "load",
]

_loaded: dict[tuple[str, str], Solver] = {}


def load(rules: Rules = "standard", *, backend: Backend = "auto", progress: Progress | None = None) -> Solver:
    """The solver of a rule set: from memory, from disk, or (seconds, once) computed and kept on disk.

    `progress` hears what takes long, here and in the solver's own methods.
    """
    if rules not in MODELS:
        raise ValueError(f"There are no {rules!r} rules; choose {' or '.join(map(repr, MODELS))}.")
    if backend not in get_args(Backend):
        raise ValueError(f"There is no backend {backend!r}; choose {', '.join(map(repr, get_args(Backend)))}.")
    if (rules, backend) not in _loaded:
        model = MODELS[rules]
        engine = backends.engine(backend, long=False)

        def compute() -> Floats:
            if progress:
                progress(f"Solving Yahtzee with the {rules} rules (once) ...")
            return engine.solve(model)

        values = cache.keep("values", rules, (model.rows, TOTALS), compute)
        _loaded[rules, backend] = Solver(model, values, backend)
    found = _loaded[rules, backend]
    return found if progress is None else found.with_progress(progress)
