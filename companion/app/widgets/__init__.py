"""Small controls shared by the screens."""
