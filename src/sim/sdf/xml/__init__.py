"""XML for the SDF and URDF readers, strict or lenient."""
