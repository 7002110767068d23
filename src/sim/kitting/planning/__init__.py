"""Planning by PDDL: from a task to a validated schedule."""
