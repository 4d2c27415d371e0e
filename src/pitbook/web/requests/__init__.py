"""What clients send: typed and bounded models, and problems with them in words."""
