"""Your own driver: a simulated ESP32 with the parts that a file names. docs/own-driver.md."""
