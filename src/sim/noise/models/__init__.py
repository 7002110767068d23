"""Noise models: small callables over numpy arrays with an explicit Generator.

``catalogue`` lists them by name.
"""
