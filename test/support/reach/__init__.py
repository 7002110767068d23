"""Finds which tests a change can reach: what each file uses, by imports, launch files, C++ includes
and names of data files, and the tests from which the changed files are found."""
