"""Bots that deal, bid, play and cheat at a simulated table, and see only what people could see."""
