"""Disputes: case files, look-up in the rules, explanations, reports."""
