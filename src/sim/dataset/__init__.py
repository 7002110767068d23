"""Writes runs as data sets for training: KITTI's (object, odometry, raw) and COCO's."""
