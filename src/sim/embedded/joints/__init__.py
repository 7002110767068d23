"""Driven joints and grippers of the embedded simulator: what they are told, and the forces that
make them do it."""
