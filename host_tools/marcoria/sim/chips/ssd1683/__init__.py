"""Model of the e-paper controller SSD1683 with its panel GDEY042T81: 400x300, black and white."""
