"""An example of a driving stack: what a car knows from its sensors alone, and where it drives by
that. No simulator, no truth; its map is the SUMO network."""
