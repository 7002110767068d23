"""Recognition of known gears and trays in overhead camera images.

[AgileRobots, Camera image generation with noise]: candidates, then a fit of the expected image.
"""
