"""Ground truth of Gazebo's cameras, drawn beside it from its poses."""
