"""Driven joints and grippers of the embedded simulator: commands and forces."""
