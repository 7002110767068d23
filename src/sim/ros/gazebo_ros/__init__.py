"""Programs of gazebo_ros and xacro, for systems without these packages."""
