"""From the XML of OpenSCENARIO to the classes of ``model``: parameters, expressions, catalogues,
versions, checks."""
