"""Virtual table: the web page, and the code in the second VM behind it."""
