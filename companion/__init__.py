"""Table Companion: the application."""
