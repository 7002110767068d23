"""What the nodes of the example stack share: its topics, its messages, its parameters."""
