"""Calibration by a single shot of several chessboards [Geiger2012].

Their planes in the picture and in the cloud are registered without an initial guess.
"""
