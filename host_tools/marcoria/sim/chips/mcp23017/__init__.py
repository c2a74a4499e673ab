"""The MCP23017: sixteen pins on I2C, with interrupts on change. From data sheet DS20001952."""
