"""Campaigns: many runs of scenarios with parameters and seeds, each in a process and a folder of
its own, their verdicts in one store, and reports of them. Starts runs as a user would."""
