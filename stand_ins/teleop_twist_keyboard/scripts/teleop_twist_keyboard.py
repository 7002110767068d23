#!/usr/bin/env python3
"""Converts keys of the terminal to velocity commands."""

from sim.ros.robot_nodes.twist_keyboard import main

if __name__ == "__main__":
    main()
