"""Batches: many scenes of one scenario, by several processes.

Scenes are sampled, written and checked; interrupted batches are resumed.
"""

from sim.scenes.batch.batch import Batch, BatchOptions, BatchResult, scene_folder, scene_folders

__all__ = ["Batch", "BatchOptions", "BatchResult", "scene_folder", "scene_folders"]
