"""What nodes about robots and workcells need of ROS."""
