"""Standard manoeuvres of vehicle dynamics, driven by one car on level ground in the embedded
simulator's physics, without ROS."""
