// Packs the state of a game; State.c says what the bytes are.
#include <math.h>
#include <stdio.h>

#include "Packing.h"

// MARK: Faults

// Leaves "state.down[3] WHAT" on the stack.
bool clua_complain(lua_State *L, const clua_writer *out, const char *what) {
  clua_buffer text;
  char digits[32];
  clua_buffer_start(&text, L);
  clua_buffer_add(&text, "s", 1);
  for (int i = 0; i < out->depth; i++) {
    const clua_field *step = &out->path[i];
    if (step->name != NULL) {
      clua_buffer_byte(&text, '.');
      clua_buffer_add(&text, step->name, step->length < 40 ? step->length : 40);
    } else {
      int length = snprintf(digits, sizeof digits, "[%lld]", (long long)out->places[i]);
      clua_buffer_add(&text, digits, (size_t)length);
    }
  }
  clua_buffer_byte(&text, ' ');
  clua_buffer_add(&text, what, strlen(what));
  clua_buffer_push(&text);
  return false;
}

static const char each_player[] =
    "is in `own`, so it must be a list of two: player 1's and player 2's";

static const char too_large[] = "makes the state larger than 65536 bytes";

bool clua_is_full(const clua_writer *out) {
  return out->rules->visible.count + out->rules->secret.count > CLUA_STATE_BYTES;
}

// MARK: Values

static bool write_value(lua_State *L, clua_writer *out);

static bool step(lua_State *L, clua_writer *out, const char *name, size_t length, int64_t place) {
  out->path[out->depth] = (clua_field){name, length};
  out->places[out->depth] = place;
  out->depth += 1;
  bool is_fine = write_value(L, out);
  if (is_fine) out->depth -= 1;
  return is_fine;
}

// The pool of a member of a list, where the list is that of both players.
static void choose_pool(clua_writer *out, int64_t place) {
  if (out->is_own && out->depth == 1) out->pool = out->own_pool + (place == 1 ? 0 : 1);
}

static void write_secret(clua_writer *out, int64_t value) {
  clua_add_integer(out->vm, &out->rules->secret, value);
  out->secrets[out->pool] += 1;
}

// Whether all members of the list at an index are whole numbers; then they are written.
static bool write_members(lua_State *L, clua_writer *out, int table, int64_t count) {
  size_t before = out->shape->count, hidden = out->rules->secret.count;
  uint32_t secrets[CLUA_STATE_POOLS];
  int32_t pool = out->pool;
  if (out->is_secret) memcpy(secrets, out->secrets, sizeof secrets);
  clua_add_byte(out->vm, out->shape, out->is_secret ? CLUA_TAG_SECRETS : CLUA_TAG_INTEGERS);
  clua_add_count(out->vm, out->shape, (uint64_t)count);
  for (int64_t i = 1; i <= count; i++) {
    lua_rawgeti(L, table, i);
    if (!lua_isinteger(L, -1)) {
      lua_pop(L, 1);
      out->shape->count = before;
      out->rules->secret.count = hidden;
      if (out->is_secret) memcpy(out->secrets, secrets, sizeof secrets);
      out->pool = pool;
      return false;
    }
    int64_t value = lua_tointegerx(L, -1, NULL);
    lua_pop(L, 1);
    if (out->is_secret) {
      choose_pool(out, i);
      write_secret(out, value);
    } else {
      clua_add_integer(out->vm, out->shape, value);
    }
  }
  return true;
}

// Writes whole numbers that lie side by side. Most of what is packed is lists of small numbers, so
// nothing is looked up or checked for each of them.
static void put_slots(clua_writer *out, const clua_slot *slots, int64_t count) {
  clua_add_byte(out->vm, out->shape, out->is_secret ? CLUA_TAG_SECRETS : CLUA_TAG_INTEGERS);
  clua_add_count(out->vm, out->shape, (uint64_t)count);
  clua_bytes *bytes = out->is_secret ? &out->rules->secret : out->shape;
  for (int64_t i = 0, next; i < count; i = next) {
    next = count - i < 1000 ? count : i + 1000;
    uint8_t *start = clua_reserve(out->vm, bytes, (size_t)(next - i) * CLUA_INTEGER_BYTES);
    uint8_t *at = start;
    for (int64_t j = i; j < next; j++) at = clua_encode(at, slots[j].value.integer);
    bytes->count += (size_t)(at - start);
  }
  if (out->is_secret) out->secrets[out->pool] += (uint32_t)count;
}

static bool are_nil(const clua_slot *slots, int64_t from, int64_t room) {
  while (from < room && clua_is_nil(slots[from].tag)) from += 1;
  return from == room;
}

// The same as write_members for a list whose members lie side by side.
static bool write_slots(clua_writer *out, const clua_slot *slots, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    if (slots[i].tag != CLUA_SLOT_INTEGER) return false;
  }
  put_slots(out, slots, count);
  return true;
}

// Writes a list of whole numbers without Lua's interface; false, and nothing written, for any other
// value: then write_value does it.
bool clua_write_numbers(clua_writer *out, const clua_content *value, uint8_t tag) {
  if (tag != CLUA_SLOT_TABLE || out->is_own) return false;
  const clua_table *list = value->object;
  const clua_slot *slots = list->slots;
  if (list->last_free != NULL || clua_is_full(out) ||
      (list->metatable != NULL && list->metatable != out->rules->mark_table)) {
    return false;
  }
  int64_t count = 0, room = clua_room(list);
  if (room < 0x80) {
    // The count takes one byte, so the numbers can be written before they are counted.
    clua_bytes *shape = out->shape, *bytes = out->is_secret ? &out->rules->secret : shape;
    size_t most = (size_t)room * CLUA_INTEGER_BYTES;
    uint8_t *head = clua_reserve(out->vm, shape, 2 + most);
    uint8_t *start = out->is_secret ? clua_reserve(out->vm, bytes, most) : head + 2, *at = start;
    for (; count < room && slots[count].tag == CLUA_SLOT_INTEGER; count++) {
      at = clua_encode(at, slots[count].value.integer);
    }
    if (!are_nil(slots, count, room)) return false;
    if (!clua_visit(out->vm, &out->rules->visited, list)) return false;
    head[0] = out->is_secret ? CLUA_TAG_SECRETS : CLUA_TAG_INTEGERS;
    head[1] = (uint8_t)count;
    shape->count += 2;
    bytes->count += (size_t)(at - start);
    if (out->is_secret) out->secrets[out->pool] += (uint32_t)count;
  } else {
    while (count < room && slots[count].tag == CLUA_SLOT_INTEGER) count += 1;
    if (!are_nil(slots, count, room)) return false;
    if (!clua_visit(out->vm, &out->rules->visited, list)) return false;
    put_slots(out, slots, count);
  }
  clua_pay(out->vm, 10 + count / 2);
  return true;
}

static bool write_list(lua_State *L, clua_writer *out, const clua_table *known, int table,
                       int64_t count) {
  clua_pay(out->vm, 1 + count / 2);
  if (known != NULL && clua_room(known) >= count && !(out->is_own && out->depth == 1)) {
    if (write_slots(out, known->slots, count)) return true;
  } else if (write_members(L, out, table, count)) {
    return true;
  }
  clua_add_byte(out->vm, out->shape, CLUA_TAG_LIST);
  clua_add_count(out->vm, out->shape, (uint64_t)count);
  for (int64_t i = 1; i <= count; i++) {
    if (known != NULL && i <= clua_room(known) && out->depth < CLUA_STATE_DEPTH &&
        clua_write_numbers(out, &known->slots[i - 1].value, known->slots[i - 1].tag)) {
      continue;
    }
    lua_rawgeti(L, table, i);
    choose_pool(out, i);
    if (!step(L, out, NULL, 0, i)) return false;
    lua_pop(L, 1);
  }
  return true;
}

// The same as write_value for a list of tables that lies under a name in the state's table, without
// Lua's interface as far as its members are lists of whole numbers; false, and nothing written, for any
// other value. What is wrong with a member is said as write_value says it, and then `*is_fine` is false.
bool clua_write_rows(lua_State *L, clua_writer *out, int table, const clua_field *name,
                     const clua_content *value, uint8_t tag, bool *is_fine) {
  if (tag != CLUA_SLOT_TABLE || out->is_own) return false;
  const clua_table *list = value->object;
  if (list->last_free != NULL || clua_is_full(out) ||
      (list->metatable != NULL && list->metatable != out->rules->mark_table)) {
    return false;
  }
  int64_t count = 0, room = clua_room(list);
  while (count < room && list->slots[count].tag == CLUA_SLOT_TABLE) count += 1;
  if (!are_nil(list->slots, count, room)) return false;
  if (count == 0 || !clua_visit(out->vm, &out->rules->visited, list)) return false;
  clua_pay(out->vm, 10 + count / 2);
  clua_add_byte(out->vm, out->shape, CLUA_TAG_LIST);
  clua_add_count(out->vm, out->shape, (uint64_t)count);
  out->path[out->depth++] = *name;
  *is_fine = true;
  for (int64_t i = 0; i < count && *is_fine; i++) {
    if (clua_write_numbers(out, &list->slots[i].value, list->slots[i].tag)) continue;
    int top = lua_gettop(L);
    lua_pushlstring(L, name->name, name->length);
    lua_rawget(L, table);
    lua_rawgeti(L, -1, i + 1);
    *is_fine = step(L, out, NULL, 0, i + 1);
    if (*is_fine) lua_settop(L, top);
  }
  if (*is_fine && clua_is_full(out)) *is_fine = clua_complain(L, out, too_large);
  if (*is_fine) out->depth -= 1;
  return true;
}

static bool is_below(const clua_field *a, const clua_field *b) {
  size_t shorter = a->length < b->length ? a->length : b->length;
  int difference = memcmp(a->name, b->name, shorter);
  return difference < 0 || (difference == 0 && a->length < b->length);
}

static void sort_fields(clua_vm *vm, clua_field *fields, int32_t count) {
  clua_pay(vm, 1 + (int64_t)count * count / 16);
  for (int32_t i = 1; i < count; i++) {
    clua_field moved = fields[i];
    int32_t j = i;
    for (; j > 0 && is_below(&moved, &fields[j - 1]); j--) fields[j] = fields[j - 1];
    fields[j] = moved;
  }
}

// What is wrong with a table that has a number as a key and is no list, whatever the order of its
// keys: names beside it, a key that no list has, or gaps.
static void complain_about_numbers(lua_State *L, const clua_writer *out, int table) {
  bool has_names = false, has_stranger = false;
  double least = 0;
  char text[120];
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) has_names = true;
    if (lua_type(L, -1) != LUA_TNUMBER) continue;
    double key = lua_tonumberx(L, -1, NULL);
    if (lua_isinteger(L, -1) && key >= 1) continue;
    if (!has_stranger || key < least) least = key;
    has_stranger = true;
  }
  if (has_names) {
    clua_complain(L, out, "has names and numbers as keys; use a list or names");
  } else if (has_stranger) {
    snprintf(text, sizeof text, "has the key %.14g; the keys of a list are 1, 2, 3 and so on",
             least);
    clua_complain(L, out, text);
  } else {
    clua_complain(L, out, "is a list with gaps; its keys must be 1, 2, 3 and so on");
  }
}

// The names of the table at an index, sorted; -1 with a message when it has other keys as well.
int32_t clua_names_of(lua_State *L, clua_writer *out, int table, clua_field *fields) {
  int32_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) {
      char text[120];
      int kind = lua_type(L, -1);
      if (kind == LUA_TNUMBER) {
        complain_about_numbers(L, out, table);
        return -1;
      }
      snprintf(text, sizeof text, "has a %s as a key; use names, or 1, 2, 3 and so on",
               lua_typename(L, kind));
      clua_complain(L, out, text);
      return -1;
    }
    if (count == CLUA_RECORD_NAMES) {
      clua_complain(L, out, "has more than 256 names; use lists");
      return -1;
    }
    fields[count].name = lua_tolstring(L, -1, &fields[count].length);
    count += 1;
  }
  sort_fields(out->vm, fields, count);
  return count;
}

// Writes the value of the name on top of the stack, and pops it.
bool clua_write_named(lua_State *L, clua_writer *out, int table, const char *name, size_t length) {
  lua_rawget(L, table);
  if (!step(L, out, name, length, 0)) return false;
  lua_pop(L, 1);
  return true;
}

bool clua_write_field(lua_State *L, clua_writer *out, int table, const clua_field *name) {
  clua_add_count(out->vm, out->shape, name->length);
  clua_bytes_add(out->vm, out->shape, name->name, name->length);
  lua_pushlstring(L, name->name, name->length);
  return clua_write_named(L, out, table, name->name, name->length);
}

static bool write_record(lua_State *L, clua_writer *out, int table) {
  clua_field fields[CLUA_RECORD_NAMES];
  int32_t count = clua_names_of(L, out, table, fields);
  if (count < 0) return false;
  clua_add_byte(out->vm, out->shape, CLUA_TAG_RECORD);
  clua_add_count(out->vm, out->shape, (uint64_t)count);
  for (int32_t i = 0; i < count; i++) {
    if (!clua_write_field(L, out, table, &fields[i])) return false;
  }
  return true;
}

// The length of the list at an index; -1 when it is none.
static int64_t list_length(lua_State *L, clua_vm *vm, const clua_table *known, int table) {
  if (known != NULL && known->last_free == NULL) {
    int64_t length = (int64_t)lua_rawlen(L, table), room = clua_room(known);
    for (int64_t i = length; i < room; i++) {
      if (!clua_is_nil(known->slots[i].tag)) return -1;  // a gap: there is something behind the end
    }
    return length;
  }
  int64_t count = (int64_t)lua_rawlen(L, table);
  if (clua_has_only_members(L, table)) {
    // A gap: there is something behind the end.
    if (count > 0) lua_pushinteger(L, count); else lua_pushnil(L);
    if (!lua_next(L, table)) return count;
    lua_pop(L, 2);
    return -1;
  }
  clua_pay(vm, clua_table_slots(L, table) / 8 + count / 4);
  int64_t keys = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1)) {
      lua_pop(L, 1);
      return -1;
    }
    keys += 1;
  }
  return keys == count ? count : -1;
}

static bool write_table(lua_State *L, clua_writer *out) {
  int table = lua_gettop(L);
  const void *object = lua_topointer(L, table);
  const clua_table *known = clua_knows_tables(out->vm) ? object : NULL;
  luaL_checkstack(L, 10, NULL);
  bool is_plain = known == NULL ? clua_is_plain(L, table)
                                : known->metatable == NULL ||
                                      known->metatable == out->rules->mark_table;
  if (!is_plain) return clua_complain(L, out, "has a metatable; a state is plain data");
  if (!clua_visit(out->vm, &out->rules->visited, object)) {
    return clua_complain(L, out, "is in the state twice; give each place a table of its own");
  }
  if (out->depth > CLUA_STATE_DEPTH) {
    return clua_complain(L, out, "is nested more than 16 tables deep");
  }
  if (clua_is_full(out)) return clua_complain(L, out, too_large);
  clua_pay(out->vm, 8);
  int64_t count = list_length(L, out->vm, known, table);
  if (out->is_own && out->depth == 1 && count != 2) return clua_complain(L, out, each_player);
  bool is_fine = count >= 0 ? write_list(L, out, known, table, count) : write_record(L, out, table);
  if (is_fine && clua_is_full(out)) return clua_complain(L, out, too_large);
  return is_fine;
}

// Writes the value on top of the stack and leaves it there.
static bool write_value(lua_State *L, clua_writer *out) {
  clua_pay(out->vm, 1);
  clua_bytes *shape = out->shape;
  size_t length;
  double number;
  const char *text;
  int kind = lua_type(L, -1);
  if (out->is_own && out->depth == 1 && kind != LUA_TTABLE && kind != LUA_TNIL) {
    return clua_complain(L, out, each_player);
  }
  if (lua_isinteger(L, -1)) {
    if (out->is_secret) {
      clua_add_byte(out->vm, shape, CLUA_TAG_SECRET);
      write_secret(out, lua_tointegerx(L, -1, NULL));
    } else {
      clua_add_byte(out->vm, shape, CLUA_TAG_INTEGER);
      clua_add_integer(out->vm, shape, lua_tointegerx(L, -1, NULL));
    }
    return true;
  }
  if (kind == LUA_TTABLE) return write_table(L, out);
  if (out->is_secret && (kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TBOOLEAN)) {
    char words[100];
    if (kind == LUA_TNUMBER) {
      // As Lua writes it, so that 2.0 does not look like a whole number. Of a copy: the value stays.
      lua_pushvalue(L, -1);
      snprintf(words, sizeof words, "is hidden, so it must hold whole numbers, not %.40s",
               lua_tostring(L, -1));
      lua_pop(L, 1);
    } else {
      snprintf(words, sizeof words, "is hidden, so it must hold whole numbers, not a %s",
               lua_typename(L, kind));
    }
    return clua_complain(L, out, words);
  }
  switch (kind) {
    case LUA_TNUMBER:
      number = lua_tonumberx(L, -1, NULL);
      if (!isfinite(number)) return clua_complain(L, out, "is not a finite number");
      clua_add_byte(out->vm, shape, CLUA_TAG_NUMBER);
      clua_bytes_add(out->vm, shape, &number, sizeof number);
      return true;
    case LUA_TSTRING:
      text = lua_tolstring(L, -1, &length);
      if (length > CLUA_STATE_BYTES) {
        return clua_complain(L, out, too_large);
      }
      clua_pay_bytes(out->vm, length);
      clua_add_byte(out->vm, shape, CLUA_TAG_STRING);
      clua_add_count(out->vm, shape, length);
      clua_bytes_add(out->vm, shape, text, length);
      return true;
    case LUA_TBOOLEAN:
      clua_add_byte(out->vm, shape, lua_toboolean(L, -1) ? CLUA_TAG_TRUE : CLUA_TAG_FALSE);
      return true;
    case LUA_TNIL:
      return clua_complain(L, out, out->is_secret ? "is missing, although `hidden` names it"
                                                  : "is missing");
    default: {
      char words[80];
      snprintf(words, sizeof words, "is a %s; a state is plain data",
               kind == LUA_TUSERDATA ? "host object" : lua_typename(L, kind));
      return clua_complain(L, out, words);
    }
  }
}
