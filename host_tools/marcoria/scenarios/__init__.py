"""Scenarios: scripted and checked matches at a simulated table, parsed from files."""
