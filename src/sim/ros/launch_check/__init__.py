"""Check of a launch file for what it wants."""
