"""What stands in a generated world: roads, markings, bridges, terrain, buildings and traffic light
heads, as triangles and SDF."""
