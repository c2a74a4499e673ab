"""What runs beside the simulated chips in the browser: who follows the match, and who plays it."""
