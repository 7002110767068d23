"""Colours and images of surfaces, by name or from a mesh's file."""
