"""Check of model files: support of each part by each simulator."""
