"""Simulations for training and fast experiments.

Simulator, traffic, and ego run in one process, without ROS; Gymnasium environments use them.
"""
