"""Pictures of a simulated table, and text recognition for its display."""
