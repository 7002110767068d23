"""Pictures of scenes."""

from sim.scenes.preview.picture import draw, picture

__all__ = ["draw", "picture"]
