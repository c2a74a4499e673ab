"""Evenings at a simulated table: written down as files, run, told and checked."""
