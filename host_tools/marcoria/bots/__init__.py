"""Players at a simulated table, who deal, bid, play and cheat, and see only what people see."""
