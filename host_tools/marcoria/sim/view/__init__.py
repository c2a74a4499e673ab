"""What a simulated table shows: pictures of it, and the display read by its letters."""
