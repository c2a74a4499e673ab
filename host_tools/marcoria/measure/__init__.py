"""What the table costs on the board: counted for benchmarks and tests."""
