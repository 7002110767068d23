"""The only part of the library that knows ROS: conversions, the simulator's gazebo_ros API, helpers
for nodes."""
