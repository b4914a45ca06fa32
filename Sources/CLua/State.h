// What State.c, Packing.c and Play.c share: the bytes of packed states.
#ifndef CLUA_STATE_H
#define CLUA_STATE_H

#include "Private.h"

#pragma GCC visibility push(hidden)

/// What a value begins with.
enum {
  CLUA_TAG_FALSE = 1, CLUA_TAG_TRUE, CLUA_TAG_INTEGER, CLUA_TAG_NUMBER, CLUA_TAG_STRING,
  CLUA_TAG_INTEGERS, CLUA_TAG_LIST, CLUA_TAG_RECORD,
  // A whole number that is hidden, and a list of them.
  CLUA_TAG_SECRET, CLUA_TAG_SECRETS,
};

/// The most pools of hidden values; in games for two each field, and each half of an own one, is
/// counted as one.
enum { CLUA_STATE_POOLS = 64 };

static inline void clua_add_byte(clua_vm *vm, clua_bytes *buffer, uint8_t byte) {
  if (buffer->count < buffer->capacity) {
    buffer->bytes[buffer->count++] = byte;
  } else {
    clua_bytes_add(vm, buffer, &byte, 1);
  }
}

static inline void clua_add_count(clua_vm *vm, clua_bytes *buffer, uint64_t value) {
  while (value > 0x7F) {
    clua_add_byte(vm, buffer, (uint8_t)(value | 0x80));
    value >>= 7;
  }
  clua_add_byte(vm, buffer, (uint8_t)value);
}

/// Small numbers of either sign take few bytes.
static inline void clua_add_integer(clua_vm *vm, clua_bytes *buffer, int64_t value) {
  clua_add_count(vm, buffer, ((uint64_t)value << 1) ^ (uint64_t)(value >> 63));
}

_Noreturn void clua_damaged(lua_State *L);
uint64_t clua_read_count(lua_State *L, const uint8_t **at, const uint8_t *end);
int64_t clua_read_integer(lua_State *L, const uint8_t **at, const uint8_t *end);
void clua_start_walk(clua_visited *visited);
/// Whether the table is seen for the first time in this walk.
bool clua_visit(clua_vm *vm, clua_visited *visited, const void *table);

#pragma GCC visibility pop
#endif
