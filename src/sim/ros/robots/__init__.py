"""ROS side of robots and workcells."""
