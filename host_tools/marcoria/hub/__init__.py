"""The hub: stores the journals of many tables, and shows what they report."""
