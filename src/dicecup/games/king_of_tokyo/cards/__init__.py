"""The power cards, one short class each; `deck` finds them all."""
