"""One deal on a sheet of paper: four hands, auction, tricks, what was proved, the score."""
