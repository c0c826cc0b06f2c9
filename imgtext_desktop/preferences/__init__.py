"""Preferences: a dialog made from the schemas of the settings."""
