"""A board with round holes before a camera and a lidar that are hardly turned against each other,
after [Velas2014]: circles give a translation, edges in picture and cloud the rest."""
