"""What of a model file runs on which simulator, and why not the rest."""
