"""Procedural, seamlessly repeating textures of generated worlds, from a seed."""
