"""Embedded simulator: Gazebo worlds on MuJoCo in one process, without Gazebo."""
