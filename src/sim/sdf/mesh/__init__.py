"""Triangles: from mesh files as Gazebo classic's loaders see them, and of plain shapes."""
