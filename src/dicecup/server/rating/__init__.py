"""How strong a guest is: `rating` works it out, `words` says it, `routes` tells it. docs/rating.md"""
