"""Tables at the ports of this computer, and their answers."""
