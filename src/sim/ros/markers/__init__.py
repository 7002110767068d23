"""RViz markers of traffic and scenery."""
