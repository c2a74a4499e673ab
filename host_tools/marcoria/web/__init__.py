"""The web page with the virtual table, its server, and the Python code that runs in the page."""
