"""Sampling of a compiled Scenic program: what Scenic's rejection of whole scenes gives, in less
time and with a diagnosis. Needs Scenic."""
