"""Pictures of meshes under a sky, by OpenGL: knows meshes, instances, lights and cameras as data;
no physics, no traffic."""
