"""Model plugins of gazebo_plugins by their own file names: what they are given, and their laws."""
