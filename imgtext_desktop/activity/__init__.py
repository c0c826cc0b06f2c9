"""What the program is doing: the strip, its panel, the banner of the first import."""
