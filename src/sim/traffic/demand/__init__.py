"""Who drives and walks where: the demand file, its checks, and the routes that SUMO gets."""
