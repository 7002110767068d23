"""World model of the cell in SQLite.

Objects, trays, slots, robots, orders and the log.
"""
