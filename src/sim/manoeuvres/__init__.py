"""Standard manoeuvres of vehicle dynamics, without ROS.

Driven by one car on level ground in the embedded simulator's physics.
"""
