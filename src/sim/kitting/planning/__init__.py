"""From a planning task to a validated schedule for all robots, by way of PDDL."""
