"""HTTP and WebSockets, who is asking, and limits."""
