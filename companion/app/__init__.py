"""The Flet interface: one module a screen, shared widgets, theme, start-up."""
