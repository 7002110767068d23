"""What is known of the cell: objects, trays, slots, robots, orders and the log, in SQLite."""
