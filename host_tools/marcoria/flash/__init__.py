"""Installing Marcoria on a chip: building the image, flashing it, updating the program."""
