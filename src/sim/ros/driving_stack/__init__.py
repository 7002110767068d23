"""Topics, messages and parameters shared by the nodes of the example stack."""
