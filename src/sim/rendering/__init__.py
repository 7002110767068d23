"""OpenGL renderer of meshes under a sky.

Meshes, instances, lights, and cameras are plain data; it is independent of physics and traffic.
"""
