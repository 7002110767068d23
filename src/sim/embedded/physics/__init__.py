"""The physical world of the embedded simulator: SDF models as MuJoCo bodies, read by name."""
