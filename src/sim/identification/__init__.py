"""A car's parameters from what was recorded of it: tyres, masses, drag and actuators, each with its
95 % interval, and what a recording cannot say. Knows no ROS and no bags."""
