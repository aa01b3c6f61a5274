"""`python -m dicecup` is the command `dicecup`."""

from dicecup.cli import main

main()
