"""Detection of parts and trays: from the simulator's truth, from pictures of overhead cameras, or
from an external detector's lines."""
