"""Dynamic scenarios: Scenic's behaviours, records, requirements and monitors run against a world
that is stepped in time with them."""
