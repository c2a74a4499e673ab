"""Build of the files that are deployed, from the sources in firmware/."""
