"""A running simulation seen from a browser: the server of the page, and of the Foxglove WebSocket
protocol."""
