"""Data model of OpenSCENARIO 1.0 to 1.3, with the names of 1.3."""
