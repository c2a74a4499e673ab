"""The game of Belote: integers and bytes, no I/O, no clock, nothing allocated per card."""
