"""Problems with open cards: positions in which one card only makes the contract."""
