// The table library except for sort.
#include "Slots.h"

// Whether reads and writes may go to the table directly: it is one, and no metamethod could answer.
static bool is_plain(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TTABLE && clua_is_plain(L, index);
}

// What stands in for a table must be able to answer.
static void check_table(lua_State *L, int index, const char *const *events) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  for (; *events != NULL; events++) {
    if (luaL_getmetafield(L, index, *events) == LUA_TNIL) luaL_typeerror(L, index, "table");
    lua_pop(L, 1);
  }
}

static const char *const readable[] = {"__index", "__len", NULL};
static const char *const writable[] = {"__index", "__newindex", "__len", NULL};

static lua_Integer length_of(lua_State *L, int index) {
  if (is_plain(L, index)) return (lua_Integer)lua_rawlen(L, index);
  return luaL_len(L, index);
}

static int get(lua_State *L, int index, lua_Integer at, bool is_raw) {
  return is_raw ? lua_rawgeti(L, index, at) : lua_geti(L, index, at);
}

static void set(lua_State *L, int index, lua_Integer at, bool is_raw) {
  if (is_raw) lua_rawseti(L, index, at); else lua_seti(L, index, at);
}

// MARK: insert, remove, move

static int table_insert(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  check_table(L, 1, writable);
  bool is_raw = is_plain(L, 1);
  lua_Integer end = (lua_Integer)((lua_Unsigned)length_of(L, 1) + 1);
  int count = lua_gettop(L);
  clua_pay(vm, 2);
  if (count == 2) {
    set(L, 1, end, is_raw);
    return 0;
  }
  if (count != 3) clua_raise(L, "wrong number of arguments to 'insert'");
  lua_Integer position = clua_integer(L, 2);
  luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
  clua_pay(vm, (end - position) / (is_raw ? 2 : 1));
  for (lua_Integer i = end; i > position; i--) {
    get(L, 1, i - 1, is_raw);
    set(L, 1, i, is_raw);
  }
  set(L, 1, position, is_raw);
  return 0;
}

static int table_remove(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  check_table(L, 1, writable);
  bool is_raw = is_plain(L, 1);
  lua_Integer size = length_of(L, 1), position = clua_integer_or(L, 2, size);
  clua_pay(vm, 2);
  luaL_argcheck(L, position == size || (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 2,
                "position out of bounds");
  get(L, 1, position, is_raw);
  if (position < size) clua_pay(vm, (size - position) / (is_raw ? 2 : 1));
  for (; position < size; position++) {
    get(L, 1, position + 1, is_raw);
    set(L, 1, position, is_raw);
  }
  lua_pushnil(L);
  set(L, 1, position, is_raw);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer from = clua_integer(L, 2), end = clua_integer(L, 3), to = clua_integer(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, readable);
  check_table(L, target, writable);
  if (end >= from) {
    luaL_argcheck(L, from > 0 || end < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer count = end - from + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool is_raw_source = is_plain(L, 1), is_raw_target = is_plain(L, target);
    clua_pay(clua_vm_of(L), count);
    bool is_overlapping = to > from && to <= end && (target == 1 || lua_rawequal(L, 1, target));
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer offset = is_overlapping ? count - 1 - i : i;
      get(L, 1, from + offset, is_raw_source);
      set(L, target, to + offset, is_raw_target);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// MARK: concat, pack, unpack

static int table_concat(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  size_t between = 0;
  const char *separator = "";
  clua_buffer result;
  check_table(L, 1, readable);
  if (!lua_isnoneornil(L, 2)) separator = clua_text(L, 2, &between);
  lua_Integer first = clua_integer_or(L, 3, 1);
  lua_Integer last = lua_isnoneornil(L, 4) ? length_of(L, 1) : clua_integer(L, 4);
  bool is_raw = is_plain(L, 1);
  clua_buffer_start(&result, L);
  for (lua_Integer i = first; i <= last; i++) {
    int type = get(L, 1, i, is_raw);
    if (type != LUA_TSTRING && type != LUA_TNUMBER) {
      clua_raise(L, "invalid value (a %s) at index %lld in table for 'concat'",
                 lua_typename(L, type), (long long)i);
    }
    size_t length;
    const char *text = clua_tostring(L, -1, &length);
    clua_pay(vm, 2 + (int64_t)((length + between) / CLUA_BYTES_A_UNIT));
    clua_buffer_add(&result, text, length);
    lua_pop(L, 2);
    if (i == last) break;  // the last integer has no next
    clua_buffer_add(&result, separator, between);
  }
  clua_buffer_push(&result);
  return 1;
}

static int table_pack(lua_State *L) {
  int count = lua_gettop(L);
  clua_pay(clua_vm_of(L), 2 + count / 4);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) lua_rawseti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int table_unpack(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  lua_Integer first = clua_integer_or(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? length_of(L, 1) : clua_integer(L, 3);
  bool is_raw = is_plain(L, 1);
  clua_pay(vm, 2);
  if (first > last) return 0;
  lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
  if (count >= CLUA_MOST_RESULTS) clua_raise(L, "too many results to unpack");
  count += 1;
  clua_pay(vm, (int64_t)count / (is_raw ? 4 : 1));
  luaL_checkstack(L, (int)count, "too many results to unpack");
  for (lua_Unsigned i = 0; i < count; i++) {
    get(L, 1, (lua_Integer)((lua_Unsigned)first + i), is_raw);
  }
  return (int)count;
}

void clua_open_tables(lua_State *L) {
  static const clua_entry entries[] = {
    {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},
    {"pack", table_pack}, {"remove", table_remove}, {"sort", clua_table_sort},
    {"unpack", table_unpack},
  };
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);
  clua_new_library(L, entries, sizeof entries / sizeof *entries, 0);
  clua_seal(L, "table");
  lua_setfield(L, -2, "table");
  lua_settop(L, CLUA_PLACE_TOP);
}
