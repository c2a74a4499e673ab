// The part of Wokwi's chips API that the chip uses, as documented at
// https://docs.wokwi.com/chips-api/getting-started. bench.c replaces Wokwi's simulator.
#ifndef WOKWI_API_H
#define WOKWI_API_H
#include <stdbool.h>
#include <stdint.h>

enum { LOW, HIGH };
enum { INPUT, OUTPUT, INPUT_PULLUP, INPUT_PULLDOWN, ANALOG, OUTPUT_LOW = 16, OUTPUT_HIGH };
enum { RISING = 1, FALLING, BOTH };

typedef int32_t pin_t;

typedef struct {
  void *user_data;
  uint32_t edge;
  void (*pin_change)(void *user_data, pin_t pin, uint32_t value);
} pin_watch_config_t;

typedef struct {
  void *user_data;
  uint32_t address;
  pin_t scl;
  pin_t sda;
  bool (*connect)(void *user_data, uint32_t address, bool read);
  uint8_t (*read)(void *user_data);
  bool (*write)(void *user_data, uint8_t data);
  void (*disconnect)(void *user_data);
} i2c_config_t;

void chip_init(void);
pin_t pin_init(const char *name, uint32_t mode);
void pin_mode(pin_t pin, uint32_t mode);
uint32_t pin_read(pin_t pin);
bool pin_watch(pin_t pin, pin_watch_config_t *config);
uint32_t attr_init(const char *name, uint32_t default_value);
uint32_t attr_read(uint32_t attr);
uint32_t i2c_init(i2c_config_t *config);

#endif
