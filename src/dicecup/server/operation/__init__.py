"""Running a server for many: whether it is well, what it measures, what it writes down, and how it ends."""
