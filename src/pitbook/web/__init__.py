"""The HTTP and WebSocket application, and its pages."""
