"""A single shot of several chessboards, after [Geiger2012]: their planes in the picture and in the
cloud are brought together without a start."""
