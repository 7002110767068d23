"""Check of CRCL programs against a robot in its cell.

Rules are the session's, motions the controller's own planner's, so that an error here is the error
of a run. Collisions with the cell are not judged.
"""
