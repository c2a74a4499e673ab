"""The SSD1683, an e-paper controller, and its panel GDEY042T81: 400 x 300, black and white."""
