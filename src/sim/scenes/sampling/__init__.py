"""Fast rejection sampling of a compiled Scenic program, with a diagnosis.

The distribution equals that of Scenic's rejection of whole scenes. Needs Scenic.
"""
