"""Scenes in a running simulator: spawned objects, differences, sources."""
