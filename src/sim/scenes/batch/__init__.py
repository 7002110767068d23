"""Batches: many scenes of one scenario, sampled, written and checked by several processes, resumed
where they were left."""

from sim.scenes.batch.batch import Batch, BatchOptions, BatchResult, scene_folder, scene_folders

__all__ = ["Batch", "BatchOptions", "BatchResult", "scene_folder", "scene_folders"]
