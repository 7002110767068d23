"""XML for the SDF and URDF readers, as strict or as lenient as the reader asks for."""
