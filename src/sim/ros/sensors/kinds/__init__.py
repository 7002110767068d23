"""A module for each kind of sensor, named as in ``sim.sdf.sensors``.

``PUBLISHED`` of each contains the function that creates its topics, and its worker.
"""
