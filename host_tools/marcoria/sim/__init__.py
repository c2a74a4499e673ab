"""The simulated table: models of its chips, and backends that run the firmware."""
