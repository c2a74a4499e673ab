// The MCP23017 for Wokwi, after data sheet DS20001952: both ports, both interrupt pins, both orders
// of the registers. RESET and A0 to A2 have no effect: Wokwi needs the address before any pin has a
// level, so the address is the attribute "address" of the part in diagram.json.
#include "wokwi-api.h"
#include <stdlib.h>

// The registers of a port, in the order of BANK = 1. With BANK = 0 the registers of both ports
// alternate.
enum { IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT, REGISTERS };
enum { BANK = 0x80, MIRROR = 0x40, SEQOP = 0x20, ODR = 0x04, INTPOL = 0x02 };

struct chip;

typedef struct {
  struct chip *chip;
  pin_t pins[8];
  pin_t interrupt;
  uint8_t registers[REGISTERS];
  uint8_t levels; // of the pins
  uint8_t before; // levels with which a change is compared
} port_t;

typedef struct chip {
  port_t ports[2];
  uint8_t iocon;
  uint8_t pointer;
  bool addressing; // the next byte is a register's address
} chip_t;

static void show_interrupts(chip_t *chip) {
  for (int i = 0; i < 2; i++) {
    bool active = chip->ports[i].registers[INTF];
    if (chip->iocon & MIRROR)
      active = chip->ports[0].registers[INTF] || chip->ports[1].registers[INTF];
    uint32_t mode = active == !!(chip->iocon & INTPOL) ? OUTPUT_HIGH : OUTPUT_LOW;
    if (chip->iocon & ODR)
      mode = active ? OUTPUT_LOW : INPUT;
    pin_mode(chip->ports[i].interrupt, mode);
  }
}

// Sets INTF if a pin with an enabled interrupt differs from its earlier level, or from DEFVAL.
// Further changes have no effect until a read confirms this one.
static void compare(port_t *port) {
  uint8_t *r = port->registers;
  uint8_t differs = (port->levels ^ port->before) & ~r[INTCON];
  differs |= (port->levels ^ r[DEFVAL]) & r[INTCON];
  differs &= r[GPINTEN] & r[IODIR];
  port->before = port->levels;
  if (differs && !r[INTF]) {
    r[INTF] = differs;
    r[INTCAP] = port->levels ^ (r[IPOL] & r[IODIR]);
  }
}

static void confirm(port_t *port) {
  port->registers[INTF] = 0;
  compare(port);
  show_interrupts(port->chip);
}

static void sense(port_t *port, int i) {
  uint8_t levels = port->levels & ~(1 << i);
  levels |= (pin_read(port->pins[i]) == HIGH) << i;
  if (levels == port->levels)
    return;
  port->levels = levels;
  compare(port);
  show_interrupts(port->chip);
}

static void on_change(void *user_data, pin_t pin, uint32_t value) {
  (void)value;
  port_t *port = user_data;
  for (int i = 0; i < 8; i++)
    if (port->pins[i] == pin)
      sense(port, i);
}

static void drive(port_t *port) {
  const uint8_t *r = port->registers;
  for (int i = 0; i < 8; i++) {
    uint32_t mode = r[OLAT] >> i & 1 ? OUTPUT_HIGH : OUTPUT_LOW;
    if (r[IODIR] >> i & 1)
      mode = r[GPPU] >> i & 1 ? INPUT_PULLUP : INPUT;
    pin_mode(port->pins[i], mode);
    sense(port, i); // Wokwi may not report a pin that the chip itself changes
  }
}

static void write_register(port_t *port, int number, uint8_t byte) {
  if (number == IOCON)
    port->chip->iocon = byte & 0xFE;
  else if (number == GPIO)
    port->registers[OLAT] = byte;
  else if (number != INTF && number != INTCAP)
    port->registers[number] = byte;
  if (number == IODIR || number == GPPU || number == GPIO || number == OLAT)
    drive(port);
  if (number == IODIR || number == GPINTEN || number == DEFVAL || number == INTCON)
    compare(port);
  show_interrupts(port->chip);
}

static uint8_t read_register(port_t *port, int number) {
  uint8_t byte = port->registers[number];
  if (number == IOCON)
    byte = port->chip->iocon;
  if (number == GPIO)
    byte = port->levels ^ (port->registers[IPOL] & port->registers[IODIR]);
  if (number == GPIO || number == INTCAP)
    confirm(port);
  return byte;
}

// Returns the port of the pointer and sets the register's number; NULL if there is no register.
static port_t *decode(chip_t *chip, int *number) {
  bool banked = chip->iocon & BANK;
  *number = banked ? chip->pointer & 15 : chip->pointer >> 1;
  bool there = *number < REGISTERS && !(banked && chip->pointer > 0x1F);
  return there ? &chip->ports[banked ? chip->pointer >> 4 : chip->pointer & 1] : NULL;
}

// Moves the pointer to the next register. With SEQOP it stays at the same register; if BANK = 0, it
// changes between the two ports.
static void step(chip_t *chip) {
  uint8_t last = chip->iocon & BANK ? 0x1A : 2 * REGISTERS - 1;
  if (chip->iocon & SEQOP)
    chip->pointer ^= !(chip->iocon & BANK);
  else
    chip->pointer = chip->pointer >= last ? 0 : chip->pointer + 1;
}

static bool on_connect(void *user_data, uint32_t address, bool read) {
  (void)address;
  ((chip_t *)user_data)->addressing = !read;
  return true;
}

static bool on_write(void *user_data, uint8_t byte) {
  chip_t *chip = user_data;
  int number;
  if (chip->addressing) {
    chip->addressing = false;
    chip->pointer = byte;
    return true;
  }
  port_t *port = decode(chip, &number);
  if (port)
    write_register(port, number, byte);
  step(chip);
  return true;
}

static uint8_t on_read(void *user_data) {
  chip_t *chip = user_data;
  int number;
  port_t *port = decode(chip, &number);
  uint8_t byte = port ? read_register(port, number) : 0xFF;
  step(chip);
  return byte;
}

static void port_init(chip_t *chip, int which) {
  port_t *port = &chip->ports[which];
  char name[] = {'G', 'P', 'A' + which, '0', 0};
  port->chip = chip;
  port->interrupt = pin_init(which ? "INTB" : "INTA", OUTPUT_HIGH);
  port->registers[IODIR] = 0xFF;
  for (int i = 0; i < 8; i++, name[3]++)
    port->pins[i] = pin_init(name, INPUT);
  pin_watch_config_t watch = {.user_data = port, .edge = BOTH, .pin_change = on_change};
  for (int i = 0; i < 8; i++) {
    pin_watch(port->pins[i], &watch);
    sense(port, i);
  }
}

void chip_init(void) {
  chip_t *chip = calloc(1, sizeof *chip);
  port_init(chip, 0);
  port_init(chip, 1);
  i2c_config_t config = {
      .user_data = chip,
      .address = attr_read(attr_init("address", 0x20)),
      .scl = pin_init("SCL", INPUT_PULLUP),
      .sda = pin_init("SDA", INPUT_PULLUP),
      .connect = on_connect,
      .read = on_read,
      .write = on_write,
  };
  i2c_init(&config);
}
