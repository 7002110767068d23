"""Simulations for training and fast experiments: simulator, traffic and ego in one process, without
ROS; environments of Gymnasium on top."""
