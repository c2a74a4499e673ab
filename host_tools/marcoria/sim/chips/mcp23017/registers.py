"""The MCP23017's registers and the bits of IOCON."""

# Registers of a port, in the order of IOCON.BANK = 1; BANK = 0 pairs the ports: twice as far.
IODIR = 0x00
IPOL = 0x01
GPINTEN = 0x02
DEFVAL = 0x03
INTCON = 0x04
IOCON = 0x05  # one register, seen in both ports
GPPU = 0x06
INTF = 0x07
INTCAP = 0x08
GPIO = 0x09
OLAT = 0x0A
REGISTERS = 11

# IOCON
BANK = 0x80
MIRROR = 0x40
SEQOP = 0x20
ODR = 0x04
INTPOL = 0x02
