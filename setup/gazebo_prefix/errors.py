"""The one exception that the set-up of Gazebo raises on purpose."""

from __future__ import annotations


class SetupError(Exception):
    """Gazebo cannot be set up; the message gives cause and remedy."""
