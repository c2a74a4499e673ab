"""Printed sheet of one deal: hands, auction, tricks, offences and score."""
