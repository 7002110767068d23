"""Browser view of a running simulation: web server with Foxglove WebSocket protocol."""
