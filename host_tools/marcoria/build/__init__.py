"""Builders of the files for a board from firmware/, and of files kept in the repository."""
