"""Bags as recordings of a car."""
