"""Analysis of deals: the best play with open cards, and what each card of a played deal cost."""
