"""Our figures beside our peers', measured in the same run: `make bench`, or `python -m benchmarks.NAME`."""
