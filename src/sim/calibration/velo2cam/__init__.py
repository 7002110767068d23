"""The method of [Velo2Cam], step by step, as the baseline of the suite: its figures are
those of the paper's section III and of its published parameters."""
