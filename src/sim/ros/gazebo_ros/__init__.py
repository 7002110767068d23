"""The programs of gazebo_ros and xacro, for systems that have none of them."""
