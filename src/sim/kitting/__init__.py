"""Kitting: orders, detection, a world model, plans in PDDL and their execution by CRCL robots
[AgileRobots]."""
