"""Traffic in the embedded simulator: vehicles as moving bodies, and the lamps of traffic lights."""
