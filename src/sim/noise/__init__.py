"""Sensor noise: degrades a simulator's ideal measurements to realistic ones."""
