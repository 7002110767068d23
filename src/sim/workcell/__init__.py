"""Workcells: gears, trays, tables and walls made from parameters, and the layout that says where
they and the robots stand."""
