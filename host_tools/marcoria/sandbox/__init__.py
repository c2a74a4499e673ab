"""Sandbox for the user's own driver: a simulated ESP32 with the parts listed in a file.

docs/own-driver.md describes it.
"""
