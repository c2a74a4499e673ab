"""Analysis of deals: best play with open cards, costs of cards, and the steps of a score."""
