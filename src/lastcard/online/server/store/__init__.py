"""What is kept on disk: entries, tables and guests."""
