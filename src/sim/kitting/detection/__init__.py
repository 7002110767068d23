"""Detection of parts and trays.

From the simulator's truth, from images of overhead cameras, or from an external detector's lines.
"""
