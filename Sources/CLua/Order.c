// pairs and next in sorted order: numbers, then strings by bytes, then booleans. Lua's own order
// depends on hashes and addresses.
#include <math.h>

#include "Private.h"

// MARK: Comparing keys

// Exact for any integer and any float that is a key (never NaN).
static bool integer_below_float(lua_Integer a, lua_Number b) {
  if (b >= 0x1p63) return true;
  if (b <= -0x1p63) return false;
  lua_Number whole = floor(b);
  return a < (lua_Integer)whole || (a == (lua_Integer)whole && whole < b);
}

static bool float_below_integer(lua_Number a, lua_Integer b) {
  if (a >= 0x1p63) return false;
  if (a < -0x1p63) return true;
  return (lua_Integer)floor(a) < b;
}

static int rank(const clua_key *key) {
  return key->kind == CLUA_KEY_STRING ? 1 : key->kind == CLUA_KEY_BOOLEAN ? 2 : 0;
}

static bool is_below(const clua_key *a, const clua_key *b, int64_t *work) {
  if (a->kind == CLUA_KEY_INTEGER && b->kind == CLUA_KEY_INTEGER) {
    return a->value.integer < b->value.integer;
  }
  int rank_a = rank(a), rank_b = rank(b);
  if (rank_a != rank_b) return rank_a < rank_b;
  if (a->kind == CLUA_KEY_STRING) {
    size_t shorter = a->length < b->length ? a->length : b->length;
    *work += (int64_t)(shorter / CLUA_BYTES_A_UNIT);
    int difference = memcmp(a->value.bytes, b->value.bytes, shorter);
    return difference < 0 || (difference == 0 && a->length < b->length);
  }
  if (a->kind == CLUA_KEY_BOOLEAN) return a->value.integer < b->value.integer;
  if (a->kind == CLUA_KEY_INTEGER) return integer_below_float(a->value.integer, b->value.number);
  if (b->kind == CLUA_KEY_INTEGER) return float_below_integer(a->value.number, b->value.integer);
  return a->value.number < b->value.number;
}

static void insertion_sort(clua_key *keys, int32_t count, int64_t *work) {
  for (int32_t i = 1; i < count; i++) {
    clua_key key = keys[i];
    int32_t j = i;
    for (; j > 0 && is_below(&key, &keys[j - 1], work); j--) keys[j] = keys[j - 1];
    keys[j] = key;
  }
}

// Merge sort of runs; `spare` has room for as many keys again.
static void sort_keys(clua_vm *vm, clua_key *keys, clua_key *spare, int32_t count) {
  enum { RUN = 12 };
  int64_t work = 0;
  for (int32_t i = 0; i < count; i += RUN) {
    insertion_sort(keys + i, count - i < RUN ? count - i : RUN, &work);
  }
  clua_pay(vm, count + work);
  for (int64_t width = RUN; width < count; width *= 2) {
    for (int64_t low = 0; low + width < count; low += 2 * width) {
      int64_t middle = low + width, high = middle + width < count ? middle + width : count;
      if (!is_below(&keys[middle], &keys[middle - 1], &work)) continue;
      memcpy(spare, keys + low, (size_t)width * sizeof *keys);
      int64_t left = 0, right = middle, out = low;
      work = 0;
      while (left < width && right < high) {
        keys[out++] = is_below(&keys[right], &spare[left], &work) ? keys[right++] : spare[left++];
      }
      memcpy(keys + out, spare + left, (size_t)(width - left) * sizeof *keys);
      clua_pay(vm, (high - low) / 2 + work);
    }
  }
}

// MARK: Gathering keys

int64_t clua_sequence_length(lua_State *L, int table) {
  int64_t length = 0;
  clua_pay(clua_vm_of(L), clua_table_slots(L, table) / 8);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1) || lua_tointegerx(L, -1, NULL) != length + 1) {
      lua_pop(L, 1);
      return -1;
    }
    length += 1;
    if ((length & 1023) == 0) clua_pay(clua_vm_of(L), 256);
  }
  return length;
}

// Reads the key at an index; false when it has no place in the order.
static bool read_key(lua_State *L, int index, clua_key *key) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key->kind = lua_isinteger(L, index) ? CLUA_KEY_INTEGER : CLUA_KEY_FLOAT;
      if (key->kind == CLUA_KEY_INTEGER) {
        key->value.integer = lua_tointegerx(L, index, NULL);
      } else {
        key->value.number = lua_tonumberx(L, index, NULL);
      }
      return true;
    case LUA_TSTRING:
      key->kind = CLUA_KEY_STRING;
      key->value.bytes = lua_tolstring(L, index, &key->length);
      return true;
    case LUA_TBOOLEAN:
      key->kind = CLUA_KEY_BOOLEAN;
      key->value.integer = lua_toboolean(L, index);
      return true;
    default:
      return false;
  }
}

clua_order *clua_push_order(lua_State *L, int table, int *odd) {
  clua_vm *vm = clua_vm_of(L);
  int64_t count = 0, strings = 0;
  clua_pay(vm, clua_table_slots(L, table) / 4);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    int type = lua_type(L, -1);
    if (type == LUA_TLIGHTUSERDATA) continue;  // our own mark on a metatable
    if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      *odd = type;
      lua_pop(L, 1);
      return NULL;
    }
    count += 1;
    strings += type == LUA_TSTRING;
    if ((count & 255) == 0) clua_pay(vm, 128);
  }
  clua_pay(vm, count + 8);
  // Room for the keys twice: sorting a long list needs it.
  size_t room = count > 12 ? 2 * (size_t)count : (size_t)count;
  clua_order *order = lua_newuserdatauv(L, sizeof *order + room * sizeof(clua_key), 0);
  order->count = (int32_t)count;
  order->position = 0;
  lua_createtable(L, (int)strings, 0);
  int anchors = lua_gettop(L);
  int32_t at = 0, kept = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    clua_key *key = &order->keys[at];
    if (!read_key(L, -1, key)) continue;
    at += 1;
    if (key->kind == CLUA_KEY_STRING) {
      key->anchor = ++kept;
      lua_pushvalue(L, -1);
      lua_rawseti(L, anchors, kept);
    }
  }
  sort_keys(vm, order->keys, order->keys + count, (int32_t)count);
  return order;
}

void clua_push_key(lua_State *L, const clua_key *key, int strings) {
  switch (key->kind) {
    case CLUA_KEY_INTEGER:
      lua_pushinteger(L, key->value.integer);
      break;
    case CLUA_KEY_FLOAT:
      lua_pushnumber(L, key->value.number);
      break;
    case CLUA_KEY_BOOLEAN:
      lua_pushboolean(L, (int)key->value.integer);
      break;
    default:
      lua_rawgeti(L, strings, key->anchor);
      break;
  }
}

static _Noreturn void complain_about_key(lua_State *L, int type) {
  clua_raise(L, "this table has a %s as a key, and such keys have no order: keep them in a list "
             "and iterate over that", lua_typename(L, type));
}

// MARK: pairs

// Pushes the next key that still has a value, and the value; false at the end. `table` and
// `strings` are stack or upvalue indices.
static bool push_next(lua_State *L, clua_order *order, int table, int strings) {
  while (order->position < order->count) {
    const clua_key *key = &order->keys[order->position++];
    clua_push_key(L, key, strings);
    if (key->kind == CLUA_KEY_INTEGER) {
      lua_rawgeti(L, table, key->value.integer);
    } else {
      lua_pushvalue(L, -1);
      lua_rawget(L, table);
    }
    if (!lua_isnil(L, -1)) return true;
    lua_pop(L, 2);
    if ((order->position & 255) == 0) clua_pay(clua_vm_of(L), 64);
  }
  return false;
}

// Upvalues: table, order, strings.
static int next_in_order(lua_State *L) {
  clua_order *order = lua_touserdata(L, lua_upvalueindex(2));
  if (push_next(L, order, lua_upvalueindex(1), lua_upvalueindex(3))) return 2;
  lua_pushnil(L);
  return 1;
}

// Upvalues: table, length. The key before is the second argument.
static int next_in_sequence(lua_State *L) {
  lua_Integer length = lua_tointegerx(L, lua_upvalueindex(2), NULL);
  int is_integer;
  lua_Integer index = lua_tointegerx(L, 2, &is_integer);
  if (index < 0) return 0;
  for (index += 1; index <= length; index++) {
    if (lua_rawgeti(L, lua_upvalueindex(1), index) != LUA_TNIL) {
      lua_pushinteger(L, index);
      lua_insert(L, -2);
      return 2;
    }
    lua_pop(L, 1);
    if ((index & 255) == 0) clua_pay(clua_vm_of(L), 64);
  }
  lua_pushnil(L);
  return 1;
}

int clua_base_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  clua_pay(clua_vm_of(L), 4);
  lua_pushvalue(L, 1);
  if (clua_push_sealed(L, 2)) lua_replace(L, 2);
  int64_t length = clua_sequence_length(L, 2);
  if (length >= 0) {
    clua_pay(clua_vm_of(L), length / 4);
    lua_pushinteger(L, length);
    lua_pushcclosure(L, next_in_sequence, 2);
  } else {
    int odd = LUA_TNIL;
    if (clua_push_order(L, 2, &odd) == NULL) complain_about_key(L, odd);
    lua_pushcclosure(L, next_in_order, 3);
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

static void forget_order(lua_State *L) {
  for (int slot = CLUA_SLOT_ORDER; slot <= CLUA_SLOT_ORDER_TABLE; slot++) {
    lua_pushnil(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, slot);
  }
}

// The least key of the table at index 1: a look at each, no snapshot.
static int first(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  clua_key least = {0}, key = {0};
  int64_t work = 0, count = 0;
  forget_order(L);
  clua_pay(vm, clua_table_slots(L, 1) / 8);
  lua_settop(L, 2);  // index 2: the least key so far
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TLIGHTUSERDATA) continue;
    if (!read_key(L, -1, &key)) complain_about_key(L, lua_type(L, -1));
    if (count == 0 || is_below(&key, &least, &work)) {
      least = key;
      lua_pushvalue(L, -1);
      lua_replace(L, 2);
    }
    count += 1;
    if ((count & 255) == 0 || work > 256) {
      clua_pay(vm, 128 + work);
      work = 0;
    }
  }
  clua_pay(vm, (count & 255) / 2 + work + 1);
  if (count == 0) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  return 2;
}

// The position in the stored snapshot if `key` was the last key returned.
static clua_order *kept_order(lua_State *L, const clua_key *key) {
  int64_t work = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_ORDER_TABLE);
  bool is_same = lua_rawequal(L, -1, 1);
  lua_pop(L, 1);
  if (!is_same) return NULL;
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_ORDER);
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_ORDER_KEYS);
  clua_order *order = lua_touserdata(L, -2);
  if (order != NULL && order->position > 0) {
    const clua_key *last = &order->keys[order->position - 1];
    clua_pay(clua_vm_of(L), 1 + (int64_t)(key->kind == CLUA_KEY_STRING ? key->length / 16 : 0));
    if (!is_below(last, key, &work) && !is_below(key, last, &work)) return order;
  }
  lua_pop(L, 2);
  return NULL;
}

static clua_order *new_order(lua_State *L, const clua_key *key) {
  int odd = LUA_TNIL;
  clua_order *order = clua_push_order(L, 1, &odd);
  if (order == NULL) complain_about_key(L, odd);
  lua_pushvalue(L, -2);
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_ORDER);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_ORDER_KEYS);
  lua_pushvalue(L, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_ORDER_TABLE);
  int32_t low = 0, high = order->count;
  int64_t work = 0;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (is_below(key, &order->keys[middle], &work)) high = middle; else low = middle + 1;
  }
  clua_pay(clua_vm_of(L), work);
  order->position = low;
  return order;
}

int clua_base_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (clua_push_sealed(L, 1)) lua_replace(L, 1);
  clua_pay(clua_vm_of(L), 1);
  if (lua_isnil(L, 2)) return first(L);
  clua_key key = {0};
  if (!read_key(L, 2, &key)) complain_about_key(L, lua_type(L, 2));
  clua_order *order = kept_order(L, &key);
  if (order == NULL) order = new_order(L, &key);
  // On top: the order and its strings.
  if (push_next(L, order, 1, lua_gettop(L))) return 2;
  lua_pushnil(L);
  return 1;
}
