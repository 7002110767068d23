"""Batches: many scenes of one scenario, by several processes.

Scenes are sampled, written and checked; interrupted batches are resumed.
"""

from sim.scenes.batch.batch import (
    BatchOptions,
    BatchResult,
    SceneBatch,
    scene_folder,
    scene_folders,
)

__all__ = ["BatchOptions", "BatchResult", "SceneBatch", "scene_folder", "scene_folders"]
