"""Roads of OpenDRIVE files, by their own reference lines [OpenDRIVE]."""
