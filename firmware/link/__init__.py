"""What a host at the serial port is told, and asks: docs/link.md."""
