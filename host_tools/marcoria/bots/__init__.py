"""People at a simulated table: they deal, bid, play and cheat, and see what people see."""
