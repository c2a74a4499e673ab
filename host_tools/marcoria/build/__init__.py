"""What is deployed: made of the sources in firmware/."""
