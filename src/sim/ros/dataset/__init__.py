"""Data sets of running simulations."""
