"""Deals on paper: BDN, its JSON twin, and what is made of them. docs/bdn.md has the notation."""
