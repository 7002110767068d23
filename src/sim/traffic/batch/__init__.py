"""Many runs of traffic without a simulator, one process each."""
