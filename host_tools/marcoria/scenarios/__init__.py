"""Scenarios at a simulated table: parsed from files, run, narrated and checked."""
