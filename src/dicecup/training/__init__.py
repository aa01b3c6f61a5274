"""Training and tuning: how the numbers that our players carry are made. `dicecup train GAME` comes here.

One package per game, called like the game, with a function `main(words)`: the words after `dicecup train GAME`.
What they have in common is in `command`, the loop of playing and learning in `loop`, the processes that play in
`pool`.
"""
