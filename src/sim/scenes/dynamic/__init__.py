"""Dynamic scenarios: Scenic programs against a stepped world.

Behaviours, records, requirements and monitors run in time with it.
"""
