"""Generates the traffic models committed in ``models`` from numbers.

Bodies, wheels, persons.
"""
