"""Workcells: parametric gears, trays, tables and walls, and their layout.

The layout places them and the robots.
"""
