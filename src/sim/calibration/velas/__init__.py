"""Calibration by circles and edges of a board with holes [Velas2014].

Camera and lidar are hardly turned against each other: circles give a translation, edges in picture
and cloud the rest.
"""
