"""Agility trials: orders, faults, what they are worth, and what became of them."""
