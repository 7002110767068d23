"""Plans carried out by robots over CRCL: each action grounded as it begins, verified by sensing."""
