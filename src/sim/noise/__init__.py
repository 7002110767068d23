"""Makes perfect measurements as bad as real sensors make them: models, registration error, profiles, and what estimates a profile from data."""
