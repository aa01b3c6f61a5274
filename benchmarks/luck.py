"""What was won, and what without luck: the two lines that the benchmarks of luck end with."""

from collections.abc import Sequence

import numpy as np


def tell(found: Sequence[tuple[float, float]]) -> None:
    """Print them, of what each game brought somebody and how much of that was luck."""
    won, lucky = np.array(found).T
    for share, how in ((won, "as it was"), (won - lucky, "without the luck of the dice")):
        error = 1.96 * share.std(ddof=1) / len(share) ** 0.5
        print(f"{100 * share.mean():.1f}% ± {100 * error:.1f} of {len(share)} games, {how}")
