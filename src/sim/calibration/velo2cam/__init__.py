"""Method of [Velo2Cam], step by step: the baseline of the suite.

Its figures come from the paper's section III and from its published parameters.
"""
