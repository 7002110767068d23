"""State machine of the storyboard: start, end, stop and skip.

Independent of roads and vehicles; a ``World`` carries actions out and evaluates conditions.
"""
