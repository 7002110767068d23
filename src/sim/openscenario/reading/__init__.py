"""Converts the XML of OpenSCENARIO to the classes of ``model``.

Parameters, expressions, catalogues, versions, checks.
"""
