"""Writes runs as data sets for training in KITTI and COCO formats.

KITTI's object, odometry, and raw data.
"""
