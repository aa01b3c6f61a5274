"""Training and tuning: how the numbers that our players carry were made. `dicecup train GAME` comes here.

One module or package per game, called like the game, with a function `main(arguments)`: the words after
`dicecup train GAME`. It parses them itself (argparse), takes a seed, tells its progress, keeps a log of the
learning curve, and goes on where it was stopped. It can also be run as `python -m dicecup.training.GAME`, and
then needs nothing but NumPy beside Dicecup's inner rooms.
"""
