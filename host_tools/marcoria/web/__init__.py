"""Web page with the virtual table: the page's files, a server, and Python code for the page."""
