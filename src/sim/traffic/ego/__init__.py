"""Egos among the traffic: how SUMO sees them, and what is watched about them."""
