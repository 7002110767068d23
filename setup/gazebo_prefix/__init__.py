"""Gazebo 11 from Debian 11's packages in a folder of its own: which mirror, which packages, and how
they get there. No root needed."""
