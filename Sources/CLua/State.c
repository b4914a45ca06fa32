// States of games as bytes: tables of plain data are packed, and the bytes written back into tables
// that are already there.
//
// A state is what a player sees, then what is hidden. The first part has the number of fields that
// are seen and those by name, then the number of the hidden ones and of those the names and shapes;
// the second has the number of values of each pool, then the values in the order of the shapes. So
// the first part is the player's view.
#include <stdlib.h>

#include "State.h"

// MARK: Bytes

void clua_bytes_grow(clua_vm *vm, clua_bytes *buffer, size_t count) {
  size_t capacity = (buffer->count + count) * 2 + 256;
  uint8_t *grown = realloc(buffer->bytes, capacity);
  if (grown == NULL) clua_kill(vm, CLUA_MEMORY);
  buffer->bytes = grown;
  buffer->capacity = capacity;
}

void clua_bytes_add(clua_vm *vm, clua_bytes *buffer, const void *bytes, size_t count) {
  if (buffer->capacity - buffer->count < count) clua_bytes_grow(vm, buffer, count);
  if (count > 0) memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
}

// MARK: Tables that were seen

void clua_grow_visited(clua_vm *vm, clua_visited *visited) {
  uint32_t capacity = visited->capacity == 0 ? 64 : visited->capacity * 4;
  const void **tables = calloc(capacity, sizeof *tables);
  uint32_t *walks = calloc(capacity, sizeof *walks);
  if (tables == NULL || walks == NULL) {
    free(tables);
    free(walks);
    clua_kill(vm, CLUA_MEMORY);
  }
  for (uint32_t i = 0; i < visited->capacity; i++) {
    if (visited->walks[i] != visited->walk) continue;
    uint32_t at = (uint32_t)((uintptr_t)visited->tables[i] >> 4) * 0x9E3779B1u & (capacity - 1);
    while (walks[at] == visited->walk) at = (at + 1) & (capacity - 1);
    tables[at] = visited->tables[i];
    walks[at] = visited->walk;
  }
  free(visited->tables);
  free(visited->walks);
  visited->tables = tables;
  visited->walks = walks;
  visited->capacity = capacity;
}

void clua_start_walk(clua_visited *visited) {
  visited->count = 0;
  visited->walk += 1;
  if (visited->walk == 0 && visited->capacity > 0) {  // the numbers of walks begin again
    memset(visited->walks, 0, visited->capacity * sizeof *visited->walks);
    visited->walk = 1;
  }
}

// MARK: Unpacking

typedef struct reader {
  clua_vm *vm;
  clua_rules *rules;
  const uint8_t *at, *end;        // what is seen
  const uint8_t *secret, *last;   // what is hidden
} reader;

_Noreturn void clua_damaged(lua_State *L) { clua_raise(L, "the state's bytes are damaged"); }

uint64_t clua_read_long_count(lua_State *L, const uint8_t **at, const uint8_t *end) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (*at >= end) clua_damaged(L);
    uint8_t byte = *(*at)++;
    value |= (uint64_t)(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  clua_damaged(L);
}

// Puts a table of ours in the place of the value on top: that value itself if it is one that this
// walk has not used, and then answers true. A table that the script made is never written to: it may
// be a constant. `known` is the table where Lua is the known one.
static bool use_table(lua_State *L, reader *in, int members, int names, const clua_table **known) {
  const clua_rules *rules = in->rules;
  clua_pay(in->vm, 8);
  if (!rules->is_dirty && lua_type(L, -1) == LUA_TTABLE) {
    const void *table = lua_topointer(L, -1);
    bool is_ours;
    if (clua_knows_tables(in->vm)) {
      *known = table;
      is_ours = (*known)->metatable == rules->mark_table;
    } else {
      *known = NULL;
      is_ours = lua_getmetatable(L, -1);
      if (is_ours) {
        is_ours = lua_topointer(L, -1) == rules->mark_table;
        lua_pop(L, 1);
      }
    }
    if (is_ours && clua_visit(in->vm, &in->rules->visited, table)) return true;
  }
  lua_pop(L, 1);
  lua_createtable(L, members, names);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->mark);
  lua_setmetatable(L, -2);
  *known = clua_known_table(L, in->vm, -1);
  clua_visit(in->vm, &in->rules->visited, lua_topointer(L, -1));
  return false;
}

static void empty(lua_State *L, int table) {
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
}

// How many keys a table has.
static int64_t names_of(lua_State *L, const clua_table *known, int table) {
  int64_t found = 0;
  if (known != NULL && clua_room(known) == 0) return clua_count_pairs(known);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    found += 1;
  }
  return found;
}

static bool read_value(lua_State *L, reader *in);

// Removes what the list at an index holds behind its members. Whether it has other keys than those;
// such a table cannot be used again.
static bool has_more(lua_State *L, const clua_table *known, int table, uint64_t count) {
  if (known != NULL && known->last_free == NULL) {
    uint64_t room = clua_room(known);
    if (room <= 4 * count + 64) {
      for (uint64_t i = count; i < room; i++) known->slots[i].tag = CLUA_SLOT_NIL;
      return false;
    }
  }
  for (int64_t i = (int64_t)lua_rawlen(L, table); i > (int64_t)count; i--) {
    lua_pushnil(L);
    lua_rawseti(L, table, i);
  }
  return !clua_has_only_members(L, table) && names_of(L, known, table) != (int64_t)count;
}

// In place of a table that cannot be used again.
static void renew(lua_State *L) {
  lua_pushnil(L);
  lua_replace(L, -2);
}

// Reads whole numbers into places that lie side by side. Most are small and take a byte, so these are
// read without a look at where the bytes end.
static void fill_slots(lua_State *L, clua_slot *slots, const uint8_t **from, const uint8_t *end,
                       uint64_t count) {
  const uint8_t *at = *from;
  uint64_t i = 0;
  if ((uint64_t)(end - at) >= count) {
    for (; i < count && *at < 0x80; i++) {
      slots[i].value.integer = clua_unfolded(*at++);
      slots[i].tag = CLUA_SLOT_INTEGER;
    }
  }
  for (; i < count; i++) {
    slots[i].value.integer = clua_read_integer(L, &at, end);
    slots[i].tag = CLUA_SLOT_INTEGER;
  }
  *from = at;
}

// Reads whole numbers into the list at an index.
static void fill(lua_State *L, const clua_table *known, int table, const uint8_t **from,
                 const uint8_t *end, uint64_t count) {
  if (known != NULL && clua_room(known) >= count) {
    fill_slots(L, known->slots, from, end, count);
    return;
  }
  for (uint64_t i = 1; i <= count; i++) {
    lua_pushinteger(L, clua_read_integer(L, from, end));
    lua_rawseti(L, table, (lua_Integer)i);
  }
}

static bool read_members(lua_State *L, reader *in, const uint8_t **at, const uint8_t *end,
                         uint64_t count) {
  if (count > CLUA_STATE_BYTES) clua_damaged(L);
  const uint8_t *start = *at;
  while (true) {
    *at = start;
    const clua_table *known;
    bool is_same = use_table(L, in, (int)count, 0, &known);
    int table = lua_gettop(L);
    clua_pay(in->vm, 1 + (int64_t)count / 2);
    fill(L, known, table, at, end, count);
    if (!has_more(L, known, table, count)) return !is_same;
    renew(L);
  }
}

// Reads the next value into the table that is at its place already, without Lua's interface, if it is
// a list of whole numbers and the table one of ours with room for them. false, and nothing read, for
// any other: then read_value does it.
static bool read_numbers(lua_State *L, reader *in, const clua_content *value, uint8_t tag) {
  if (tag != CLUA_SLOT_TABLE || in->rules->is_dirty || in->at >= in->end) return false;
  const clua_table *list = value->object;
  bool is_secret = *in->at == CLUA_TAG_SECRETS;
  if ((!is_secret && *in->at != CLUA_TAG_INTEGERS) || list->last_free != NULL ||
      list->metatable != in->rules->mark_table) {
    return false;
  }
  const uint8_t *start = in->at++;
  uint64_t count = clua_read_count(L, &in->at, in->end), room = clua_room(list);
  if (count > room || room > 4 * count + 64 || !clua_visit(in->vm, &in->rules->visited, list)) {
    in->at = start;
    return false;
  }
  clua_pay(in->vm, 10 + (int64_t)count / 2);
  fill_slots(L, list->slots, is_secret ? &in->secret : &in->at, is_secret ? in->last : in->end, count);
  for (uint64_t i = count; i < room; i++) list->slots[i].tag = CLUA_SLOT_NIL;
  return true;
}

static bool read_list(lua_State *L, reader *in) {
  uint64_t count = clua_read_count(L, &in->at, in->end);
  if (count > CLUA_STATE_BYTES) clua_damaged(L);
  const uint8_t *at = in->at, *secret = in->secret;
  while (true) {
    in->at = at;
    in->secret = secret;
    const clua_table *known;
    bool is_same = use_table(L, in, (int)count, 0, &known);
    int table = lua_gettop(L);
    luaL_checkstack(L, 8, NULL);
    for (uint64_t i = 1; i <= count; i++) {
      if (known != NULL && i <= clua_room(known) &&
          read_numbers(L, in, &known->slots[i - 1].value, known->slots[i - 1].tag)) {
        continue;
      }
      lua_rawgeti(L, table, (lua_Integer)i);
      if (read_value(L, in)) lua_rawseti(L, table, (lua_Integer)i); else lua_pop(L, 1);
    }
    if (!has_more(L, known, table, count)) return !is_same;
    renew(L);
  }
}

// The value of the name on top, in the table at an index.
static void read_named(lua_State *L, reader *in, int table) {
  lua_pushvalue(L, -1);
  lua_rawget(L, table);
  if (read_value(L, in)) lua_rawset(L, table); else lua_pop(L, 2);
}

static uint64_t read_length(lua_State *L, reader *in) {
  uint64_t length = clua_read_count(L, &in->at, in->end);
  if (length > (uint64_t)(in->end - in->at)) clua_damaged(L);
  return length;
}

// Reads `count` names with their values into the table at an index.
static void read_names(lua_State *L, reader *in, int table, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    uint64_t length = read_length(L, in);
    lua_pushlstring(L, (const char *)in->at, length);
    in->at += length;
    read_named(L, in, table);
  }
}

static bool read_record(lua_State *L, reader *in) {
  uint64_t count = clua_read_count(L, &in->at, in->end);
  if (count > CLUA_RECORD_NAMES) clua_damaged(L);
  const clua_table *known;
  bool is_same = use_table(L, in, 0, (int)count, &known);
  int table = lua_gettop(L);
  const uint8_t *at = in->at, *secret = in->secret;
  luaL_checkstack(L, 8, NULL);
  read_names(L, in, table, count);
  if (names_of(L, known, table) == (int64_t)count) return !is_same;
  empty(L, table);
  in->at = at;
  in->secret = secret;
  read_names(L, in, table, count);
  return !is_same;
}

// Replaces the value on top of the stack by the next one; whether that is another one.
static bool read_value(lua_State *L, reader *in) {
  clua_pay(in->vm, 1);
  if (in->at >= in->end) clua_damaged(L);
  uint64_t length;
  double number;
  switch (*in->at++) {
    case CLUA_TAG_INTEGERS:
      length = clua_read_count(L, &in->at, in->end);
      return read_members(L, in, &in->at, in->end, length);
    case CLUA_TAG_SECRETS:
      length = clua_read_count(L, &in->at, in->end);
      return read_members(L, in, &in->secret, in->last, length);
    case CLUA_TAG_LIST:
      return read_list(L, in);
    case CLUA_TAG_RECORD:
      return read_record(L, in);
    case CLUA_TAG_INTEGER:
      lua_pushinteger(L, clua_read_integer(L, &in->at, in->end));
      break;
    case CLUA_TAG_SECRET:
      lua_pushinteger(L, clua_read_integer(L, &in->secret, in->last));
      break;
    case CLUA_TAG_NUMBER:
      if (in->end - in->at < 8) clua_damaged(L);
      memcpy(&number, in->at, 8);
      in->at += 8;
      lua_pushnumber(L, number);
      break;
    case CLUA_TAG_STRING:
      length = read_length(L, in);
      clua_pay_bytes(in->vm, length);
      lua_pushlstring(L, (const char *)in->at, length);
      in->at += length;
      break;
    case CLUA_TAG_FALSE:
      lua_pushboolean(L, 0);
      break;
    case CLUA_TAG_TRUE:
      lua_pushboolean(L, 1);
      break;
    default:
      clua_damaged(L);
  }
  lua_replace(L, -2);
  return true;
}

// MARK: Fields

// The same as read_value for a list of tables that lies in a known field, without Lua's interface as far
// as its members are lists of whole numbers; false, and nothing read, for any other value.
static bool read_rows(lua_State *L, reader *in, int table, int32_t field, const clua_content *value,
                      uint8_t tag) {
  if (tag != CLUA_SLOT_TABLE || in->rules->is_dirty || *in->at != CLUA_TAG_LIST) return false;
  const clua_table *list = value->object;
  if (list->last_free != NULL || list->metatable != in->rules->mark_table) return false;
  const uint8_t *start = in->at++;
  uint64_t count = clua_read_count(L, &in->at, in->end), room = clua_room(list);
  if (count > room || room > 4 * count + 64 || !clua_visit(in->vm, &in->rules->visited, list)) {
    in->at = start;
    return false;
  }
  clua_pay(in->vm, 9);
  for (uint64_t i = 0; i < count; i++) {
    if (read_numbers(L, in, &list->slots[i].value, list->slots[i].tag)) continue;
    clua_push_known_name(L, in->rules, field);
    lua_rawget(L, table);
    if (lua_topointer(L, -1) != list) clua_damaged(L);  // never: a walk does not use the state's table
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    if (read_value(L, in)) lua_rawseti(L, -2, (lua_Integer)i + 1); else lua_pop(L, 1);
    lua_pop(L, 1);
  }
  for (uint64_t i = count; i < room; i++) list->slots[i].tag = CLUA_SLOT_NIL;
  return true;
}

// Reads the value of a field whose place is known, if it is a whole number or a list of them or of such
// lists; false, and nothing read, for any other. `number` is that of its name among the known ones.
static bool read_in_place(lua_State *L, reader *in, int table, const clua_table *state,
                          const clua_known_field *field, int32_t number) {
  clua_pair *pair = state == NULL ? NULL : clua_known_pair(state, field);
  if (pair == NULL || in->at >= in->end) return false;
  bool is_secret = *in->at == CLUA_TAG_SECRET;
  if (!is_secret && *in->at != CLUA_TAG_INTEGER) {
    return read_numbers(L, in, &pair->value, pair->tag) ||
           read_rows(L, in, table, number, &pair->value, pair->tag);
  }
  clua_pay(in->vm, 1);
  in->at += 1;
  pair->value.integer = is_secret ? clua_read_integer(L, &in->secret, in->last)
                                  : clua_read_integer(L, &in->at, in->end);
  pair->tag = CLUA_SLOT_INTEGER;
  return true;
}

// Whether a known field's name comes next, with its length before it. Most names are short, and a
// fixed number of bytes is compared without a call.
static bool is_next(const reader *in, const clua_known_field *field) {
  enum { START = offsetof(clua_known_field, length) };
  size_t count = 1 + (size_t)field->length, left = (size_t)(in->end - in->at);
  const char *packed = (const char *)field + START;
  const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  if (!is_little || count > sizeof(uint64_t) || left < sizeof(uint64_t)) {
    return count <= left && memcmp(packed, in->at, count) == 0;
  }
  uint64_t known, next;
  memcpy(&known, packed, sizeof known);
  memcpy(&next, in->at, sizeof next);
  return (known ^ next) << (64 - 8 * count) == 0;
}

// Reads `count` fields of the state with their values; the first may be the known one of a number.
static void read_some(lua_State *L, reader *in, int table, const clua_table *state, uint64_t count,
                      uint64_t first) {
  const clua_rules *rules = in->rules;
  for (uint64_t i = first; i < first + count; i++) {
    const clua_known_field *field =
        i < (uint64_t)rules->known_count ? &rules->known[i] : NULL;
    bool is_known = field != NULL && is_next(in, field);
    uint64_t length = is_known ? 1 + (uint64_t)field->length : read_length(L, in);
    const char *name = (const char *)in->at;
    in->at += length;
    if (is_known && read_in_place(L, in, table, state, field, (int32_t)i)) continue;
    if (is_known) {
      clua_push_known_name(L, rules, (int32_t)i);
    } else {
      lua_pushlstring(L, name, length);
    }
    read_named(L, in, table);
  }
}

// Writes the fields of a state; gives how many.
static int64_t read_fields(lua_State *L, reader *in, int table, const clua_table *state,
                           bool is_blind) {
  uint64_t count = clua_read_count(L, &in->at, in->end);
  if (count > CLUA_RECORD_NAMES) clua_damaged(L);
  read_some(L, in, table, state, count, 0);
  if (is_blind) return (int64_t)count;
  for (int32_t i = 0; i < in->rules->pools; i++) clua_read_count(L, &in->secret, in->last);
  uint64_t hidden = clua_read_count(L, &in->at, in->end);
  if (hidden > CLUA_RECORD_NAMES) clua_damaged(L);
  read_some(L, in, table, state, hidden, count);
  return (int64_t)(count + hidden);
}

// Sets the level, which is the host's and no part of the state.
static void set_level(lua_State *L, const clua_rules *rules, const clua_table *state, int table) {
  if (state != NULL && rules->known_count > 0) {
    const clua_pair *pair = clua_known_pair(state, &rules->known_level);
    if (pair != NULL && pair->tag == CLUA_SLOT_TABLE && pair->value.object == rules->level_table) {
      return;
    }
  }
  lua_pushliteral(L, "level");
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->level);
  lua_rawset(L, table);
}

// Whether the state holds the level and nothing else, as when it was made.
static bool has_level_alone(const clua_rules *rules, const clua_table *state) {
  if (state == NULL || clua_room(state) > 0 || clua_count_pairs(state) != 1) return false;
  const clua_pair *pair = state->pairs;
  while (clua_is_nil(pair->tag)) pair += 1;
  return clua_has_key(pair, rules->level_key) && pair->tag == CLUA_SLOT_TABLE &&
         pair->value.object == rules->level_table;
}

void clua_clear_state(lua_State *L, clua_rules *rules) {
  const clua_table *state = clua_state_table(clua_vm_of(L), rules);
  if (has_level_alone(rules, state)) return;
  empty(L, CLUA_STATE_INDEX);
  set_level(L, rules, state, CLUA_STATE_INDEX);
}

void clua_unpack_state(lua_State *L, clua_rules *rules, const clua_play *play, bool is_blind) {
  reader in = {.vm = clua_vm_of(L), .rules = rules};
  if (rules->is_dirty) {
    // A call ended in the middle: nothing that is there is used again.
    clua_clear_state(L, rules);
  }
  const clua_table *state = clua_state_table(in.vm, rules);
  for (int attempt = 0; attempt < 2; attempt++) {
    in.at = play->state;
    in.end = in.at + play->visible;
    in.secret = in.end;
    in.last = play->state + play->length;
    clua_start_walk(&rules->visited);
    // A script may have put the state into itself; it is never used as a table within it.
    clua_visit(in.vm, &rules->visited, rules->state_table);
    int64_t count = read_fields(L, &in, CLUA_STATE_INDEX, state, is_blind);
    set_level(L, rules, state, CLUA_STATE_INDEX);
    // A field that a function left behind belongs to no state.
    if (names_of(L, state, CLUA_STATE_INDEX) == count + 1) break;
    empty(L, CLUA_STATE_INDEX);
  }
  rules->is_dirty = false;
}
