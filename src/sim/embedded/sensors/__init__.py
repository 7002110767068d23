"""What sensors measure in the embedded simulator, and when; cameras have a package of their own,
topics are in ``sim.ros.sensors``."""
