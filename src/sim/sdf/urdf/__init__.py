"""URDF robots, read into the same data as SDF models."""
