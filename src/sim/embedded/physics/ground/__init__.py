"""Static meshes as ground: triangles made solid near moving models."""
