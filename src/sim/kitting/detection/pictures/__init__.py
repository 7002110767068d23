"""Recognition of gears and trays of known geometry in pictures of overhead cameras [AgileRobots,
Camera image generation with noise]: candidates, then a fit of what the camera would see."""
