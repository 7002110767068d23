"""Colours and pictures of surfaces, by their names or by a mesh's own file."""
