"""Robot arms: description, kinematics, motion planning and execution.

No ROS; SI units and radians; transforms are ``target_from_source``.
"""
