"""Turns what a flawless simulator measures into what a real sensor would have said."""
