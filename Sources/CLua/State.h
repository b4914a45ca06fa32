// What the files that pack and unpack states share: the bytes of packed states.
#ifndef CLUA_STATE_H
#define CLUA_STATE_H

#include "Slots.h"

#pragma GCC visibility push(hidden)

/// What a value begins with.
enum {
  CLUA_TAG_FALSE = 1, CLUA_TAG_TRUE, CLUA_TAG_INTEGER, CLUA_TAG_NUMBER, CLUA_TAG_STRING,
  CLUA_TAG_INTEGERS, CLUA_TAG_LIST, CLUA_TAG_RECORD,
  // A whole number that is hidden, and a list of them.
  CLUA_TAG_SECRET, CLUA_TAG_SECRETS,
};

/// The most pools of hidden values; in two-player games each field, and each half of an own one, is
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

/// The most bytes that a number takes.
enum { CLUA_INTEGER_BYTES = 10 };

/// A number as it is written, so that small ones of either sign take few bytes.
static inline uint64_t clua_folded(int64_t value) {
  return ((uint64_t)value << 1) ^ (uint64_t)(value >> 63);
}

/// Writes a number where there is room for it; gives what lies behind it.
static inline uint8_t *clua_encode(uint8_t *at, int64_t number) {
  uint64_t value = clua_folded(number);
  for (; value > 0x7F; value >>= 7) *at++ = (uint8_t)(value | 0x80);
  *at++ = (uint8_t)value;
  return at;
}

static inline void clua_add_integer(clua_vm *vm, clua_bytes *buffer, int64_t value) {
  clua_add_count(vm, buffer, clua_folded(value));
}

/// Where to write at most `count` more bytes, which the caller counts.
static inline uint8_t *clua_reserve(clua_vm *vm, clua_bytes *buffer, size_t count) {
  if (buffer->capacity - buffer->count < count) clua_bytes_grow(vm, buffer, count);
  return buffer->bytes + buffer->count;
}

/// Whether a whole number may be a score.
static inline bool clua_is_score(int64_t number) {
  return number <= CLUA_EVENT_LIMIT && number >= -CLUA_EVENT_LIMIT;
}

/// Whether a value is a whole number, `4 / 2` too, which it gives.
static inline bool clua_is_whole(lua_State *L, int index, int64_t *value) {
  int is_whole = 0;
  *value = lua_tointegerx(L, index, &is_whole);
  return is_whole && lua_type(L, index) == LUA_TNUMBER;
}

_Noreturn void clua_damaged(lua_State *L);
/// A number of more than one byte.
uint64_t clua_read_long_count(lua_State *L, const uint8_t **at, const uint8_t *end);

static inline uint64_t clua_read_count(lua_State *L, const uint8_t **at, const uint8_t *end) {
  if (*at < end && **at < 0x80) return *(*at)++;
  return clua_read_long_count(L, at, end);
}

static inline int64_t clua_unfolded(uint64_t value) {
  return (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
}

static inline int64_t clua_read_integer(lua_State *L, const uint8_t **at, const uint8_t *end) {
  return clua_unfolded(clua_read_count(L, at, end));
}

/// Where a known field lies in the state's table; NULL when it does not lie there any more. Its
/// value may be nil.
static inline clua_pair *clua_known_pair(const clua_table *state, const clua_known_field *field) {
  if (field->place >> state->pairs_logarithm != 0) return NULL;
  clua_pair *pair = &state->pairs[field->place];
  return clua_has_key(pair, field->key) ? pair : NULL;
}

/// Pushes the name of a known field, by its number.
static inline void clua_push_known_name(lua_State *L, const clua_rules *rules, int32_t number) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->names);
  lua_rawgeti(L, -1, number + 1);
  lua_replace(L, -2);
}

void clua_start_walk(clua_visited *visited);
void clua_grow_visited(clua_vm *vm, clua_visited *visited);

/// Whether the table is seen for the first time in this walk.
static inline bool clua_visit(clua_vm *vm, clua_visited *visited, const void *table) {
  if (__builtin_expect(visited->count * 2 >= visited->capacity, 0)) clua_grow_visited(vm, visited);
  uint32_t at = (uint32_t)((uintptr_t)table >> 4) * 0x9E3779B1u & (visited->capacity - 1);
  while (visited->walks[at] == visited->walk) {
    if (visited->tables[at] == table) return false;
    at = (at + 1) & (visited->capacity - 1);
  }
  visited->tables[at] = table;
  visited->walks[at] = visited->walk;
  visited->count += 1;
  return true;
}

#pragma GCC visibility pop
#endif
