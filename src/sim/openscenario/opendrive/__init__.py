"""Places on the roads of an OpenDRIVE file, by its own reference lines [OpenDRIVE]."""
