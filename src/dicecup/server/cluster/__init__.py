"""How processes that share a store work together: requests go to whoever owns what they are about."""
