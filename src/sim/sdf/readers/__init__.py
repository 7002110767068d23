"""One reader for each kind of SDF element; the readers of whole worlds and models build on them."""
