"""Driven joints and grippers of the embedded simulator: what they are commanded, and the
forces that make them do it."""
