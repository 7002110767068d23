"""Physical world of the embedded simulator: SDF models as MuJoCo bodies."""
