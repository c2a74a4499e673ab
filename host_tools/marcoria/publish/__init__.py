"""Releases and the documentation site: what is published of a clone."""
