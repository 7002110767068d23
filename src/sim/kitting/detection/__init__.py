"""Detection of parts and trays.

Sources are the simulator's truth, images of overhead cameras, or an external detector's lines.
"""
