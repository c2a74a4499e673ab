"""Problems with open cards: positions in which only one card makes the contract."""
