"""Scenes in a running simulator: what of a scene stands, what differs from another, and where
scenes come from on request."""
