"""Scenery of a generated world as triangles and SDF.

Roads, markings, bridges, terrain, buildings, and traffic light heads.
"""
