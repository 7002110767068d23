"""Assets of the package that are made by programs, and what others must know of them."""
