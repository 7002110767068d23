"""Commands of ``python3 -m sim.scenes`` and ``gzscenic``: arguments and output."""
