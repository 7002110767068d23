"""The sensors of a link: each kind as data with its reader in a file, all registered in
``reader``."""
