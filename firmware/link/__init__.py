"""The link to a host at the serial port: see docs/link.md."""
