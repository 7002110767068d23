"""Settings and laws of gazebo_plugins' model plugins, by file name."""
