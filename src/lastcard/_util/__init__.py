"""What all layers but the core may use: bounds of texts, files, names and grammar."""
