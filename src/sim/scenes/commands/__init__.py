"""The commands of ``python3 -m sim.scenes`` and of ``gzscenic``: their arguments, and what they
print."""
