"""`make bench`: every benchmark, one after the other, each in a process of its own."""

import os
import subprocess
import sys

BENCHMARKS = (
    "yahtzee_solver",
    "yahtzee_engine",
    "king_of_tokyo_engine",
    "deadwood_engine",
    "batch",
    "server_page",
    "page_frames",
    "page_pace",
    "server_load",
    "cluster",
)
# One core each, so that the ratios compare like with like.
ONE_CORE = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)


def main() -> None:
    failed = []
    for name in BENCHMARKS:
        print(f"== {name}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}"], env={**os.environ, **ONE_CORE}, check=False
        )
        failed += [name] if done.returncode else []
    if failed:
        sys.exit(f"Did not finish: {', '.join(failed)}")


if __name__ == "__main__":
    main()
