"""Kitting by CRCL robots [AgileRobots].

Orders, detection, a world model, plans in PDDL and their execution.
"""
