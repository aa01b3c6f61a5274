"""The interfaces researchers know: PettingZoo, Gymnasium and OpenSpiel. docs/adapters.md.

Each is a module of its own, and needs its library. All of them use the engine's own numbers for choices and rows
for views (docs/research.md), so that what is learnt in one can be played in another.
"""
