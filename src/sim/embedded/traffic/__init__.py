"""Traffic in the embedded simulator: moving vehicles and traffic lights."""
