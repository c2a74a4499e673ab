"""What hangs on this computer: ports, boards, tables, and what they say."""
