"""Cards from outside, in a package that is made for the test: everybody plays with them, and nobody knew them."""
