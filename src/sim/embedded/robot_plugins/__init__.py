"""Model plugins of gazebo_plugins on the physics of the embedded simulator."""
