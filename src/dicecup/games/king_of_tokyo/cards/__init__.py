"""The 66 power cards, one short class each, by what they are about; `deck` has them all."""
