"""The embedded simulator: Gazebo worlds on MuJoCo in one process, for machines without Gazebo."""
