"""A scenario as data: what OpenSCENARIO 1.0 to 1.3 can say, under 1.3's names."""
