"""Roads as SUMO knows them: networks, their lanes, links, lights and heights, and how maps become
networks."""
