"""Code beside the simulated chips in the browser: follower of the match, and players."""
