"""Makes the models of traffic that are committed in ``models``: bodies, wheels, persons, from
numbers."""
