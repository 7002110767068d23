"""Static meshes as ground: their triangles made solid for whatever moves on them."""
