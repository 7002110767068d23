"""Triangles of mesh files, as in Gazebo classic, and of plain shapes."""
