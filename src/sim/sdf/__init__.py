"""SDF and URDF as data: reading, resolving poses and files, and measuring; the simulators and the
scenes build on it."""
