// Test bench for one chip: its pins, contacts that drive the pins from outside, and an I2C master.
// With QUIET the chip is not notified of pins that it drives itself; Wokwi documents neither way.
#include "wokwi-api.h"
#include <string.h>

enum { PINS = 32, OPEN = -1 };

static struct {
  char name[8];
  uint32_t mode;
  int outside; // level that a contact drives: LOW, HIGH or OPEN
  uint32_t level;
  pin_watch_config_t watch;
} pins[PINS];
static int count;
static i2c_config_t bus;
static uint32_t address;

// If the chip and a contact drive a pin, LOW is stronger than HIGH.
static uint32_t level_of(int pin) {
  uint32_t mode = pins[pin].mode;
  bool driven = mode == OUTPUT_LOW || mode == OUTPUT_HIGH;
  if (pins[pin].outside == OPEN)
    return driven ? mode == OUTPUT_HIGH : mode == INPUT_PULLUP;
  return pins[pin].outside && mode != OUTPUT_LOW;
}

static void settle(int pin, bool tell) {
  uint32_t level = level_of(pin);
  if (level == pins[pin].level)
    return;
  pins[pin].level = level;
  if (tell && pins[pin].watch.pin_change)
    pins[pin].watch.pin_change(pins[pin].watch.user_data, pin, level);
}

pin_t pin_init(const char *name, uint32_t mode) {
  strncpy(pins[count].name, name, sizeof pins[count].name - 1);
  pins[count].mode = mode;
  pins[count].outside = OPEN;
  pins[count].level = level_of(count);
  return count++;
}

void pin_mode(pin_t pin, uint32_t mode) {
#ifdef QUIET
  const bool tell = false;
#else
  const bool tell = true;
#endif
  pins[pin].mode = mode;
  settle(pin, tell);
}

uint32_t pin_read(pin_t pin) { return pins[pin].level; }

bool pin_watch(pin_t pin, pin_watch_config_t *config) {
  pins[pin].watch = *config;
  return true;
}

uint32_t attr_init(const char *name, uint32_t default_value) {
  return strcmp(name, "address") ? default_value : address;
}

uint32_t attr_read(uint32_t attr) { return attr; }

uint32_t i2c_init(i2c_config_t *config) {
  bus = *config;
  return 0;
}

// --- functions that the test calls ---

void bench_start(uint32_t at) {
  memset(pins, 0, sizeof pins);
  count = 0;
  address = at;
  chip_init();
}

static int find(const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(pins[i].name, name))
      return i;
  return -1;
}

int bench_mode(const char *name) { return find(name) < 0 ? -1 : (int)pins[find(name)].mode; }

void bench_contact(const char *name, int outside) {
  pins[find(name)].outside = outside;
  settle(find(name), true);
}

bool bench_call(uint32_t at, bool read) {
  return at == bus.address && bus.connect(bus.user_data, at, read);
}

bool bench_write(uint8_t byte) { return bus.write(bus.user_data, byte); }

uint8_t bench_read(void) { return bus.read(bus.user_data); }
