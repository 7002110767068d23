"""The embedded simulator's side of gazebo_ros's topics and services."""
