"""A search for failures: set-ups of a scenario are drawn where its objective promises the most, and
what fails is shrunk to the smallest set-up that does."""
