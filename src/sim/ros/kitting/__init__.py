"""Kitting as nodes: detections as messages, the detector's sources."""
