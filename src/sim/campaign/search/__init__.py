"""Search for failures by Bayesian optimization.

Set-ups of a scenario are drawn by the expected objective, and a failure is shrunk to the smallest
failing set-up.
"""
