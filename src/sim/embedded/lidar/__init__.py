"""Ray casting for lidars, sonars and radars, by Embree.

It runs in a separate thread on snapshots of the world.
"""
