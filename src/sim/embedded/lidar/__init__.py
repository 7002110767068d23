"""Rays of lidars and sonars through the embedded simulator's world, by Embree; runs in a thread of
its own on snapshots of the world."""
