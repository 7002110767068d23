"""The ego vehicle: wheel forces, steering, powertrain, odometry, and the drivers' laws (IDM, pure
pursuit); no ROS, no simulator.

The vehicle's frame is ``base_link``: the centre of its footprint on the ground, x forward, y left,
z up (REP 103). SI units and radians.
"""
