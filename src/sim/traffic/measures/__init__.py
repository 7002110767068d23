"""How safe and how quick a run was: safety of egos, flow at detectors, delay of trips."""
