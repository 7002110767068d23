"""Where a flange is for joint positions, and which joint positions bring it to a pose."""
