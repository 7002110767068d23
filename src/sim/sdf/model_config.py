"""``model.config`` beside a model's SDF file, used by Gazebo's search."""

from __future__ import annotations


def config_text(
    name: str, description: str = "", sdf: str = "model.sdf", version: str = "1.6"
) -> str:
    """Return a model.config with one SDF file. The texts are XML already."""
    about = f"  <description>{description}</description>\n" if description else ""
    return (
        f'<?xml version="1.0"?>\n<model>\n  <name>{name}</name>\n  <version>1.0</version>\n'
        f'  <sdf version="{version}">{sdf}</sdf>\n{about}</model>\n'
    )
