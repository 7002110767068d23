"""Motions of an arm: requests, paths and speeds along them."""
