"""Topics of the model plugins of gazebo_plugins that the embedded simulator runs."""
