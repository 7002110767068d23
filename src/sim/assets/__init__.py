"""Generated assets of the package and their data."""
