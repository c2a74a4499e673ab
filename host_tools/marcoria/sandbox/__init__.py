"""Sandbox for the user's own driver: a simulated ESP32 with the parts that a file names.

See docs/own-driver.md.
"""
