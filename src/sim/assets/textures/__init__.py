"""Procedural textures of generated worlds: images that repeat without a seam, from a seed."""
