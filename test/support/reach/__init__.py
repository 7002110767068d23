"""Finds the tests that a change can reach, by the files that each file uses.

Uses are imports, launch files, C++ includes and names of data files.
"""
