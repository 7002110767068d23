"""Execution of plans by robots over CRCL.

Each action is grounded as it begins, and verified by sensing.
"""
