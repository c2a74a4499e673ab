"""What hangs on this computer: ports, and what boards say there."""
