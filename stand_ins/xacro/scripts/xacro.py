#!/usr/bin/env python3
"""Expands the macros of a robot's file."""

from sim.ros.gazebo_ros.xacro_program import main

if __name__ == "__main__":
    main()
