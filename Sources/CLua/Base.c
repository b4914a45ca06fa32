// The globals of the sandbox, read-only tables, and the functions of the base library.
#include "Private.h"

// MARK: Read-only tables

// A stand-in is an empty table whose metatable leads to the real one. The metatable carries this
// mark, by which raw access recognises it; the mark's value is the real table.
static const char sealed_mark = 0;
// _G carries this one: its value is the library's globals, which _G may not hide.
static const char globals_mark = 0;

static int refuse_assignment(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) == LUA_TSTRING) {
    clua_raise(L, "%s is read-only: '%.60s' cannot be assigned to", name, lua_tostring(L, 2));
  }
  clua_raise(L, "%s is read-only", name);
}

static int sealed_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
  return 1;
}

void clua_seal(lua_State *L, const char *name) {
  int real = lua_gettop(L);
  lua_createtable(L, 0, 0);
  lua_createtable(L, 0, 5);
  lua_pushvalue(L, real);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, refuse_assignment, 1);
  lua_setfield(L, -2, "__newindex");
  if (lua_rawlen(L, real) > 0) {
    lua_pushvalue(L, real);
    lua_pushcclosure(L, sealed_length, 1);
    lua_setfield(L, -2, "__len");
  }
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, real);
  lua_rawsetp(L, -2, &sealed_mark);
  lua_setmetatable(L, -2);
  lua_replace(L, real);
}

bool clua_push_sealed(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &sealed_mark) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

void clua_check_writable(lua_State *L, int table, int key) {
  if (!lua_getmetatable(L, table)) return;
  if (lua_rawgetp(L, -1, &sealed_mark) == LUA_TTABLE) clua_raise(L, "this table is read-only");
  lua_pop(L, 1);
  if (lua_rawgetp(L, -1, &globals_mark) == LUA_TTABLE) {
    if (key == 0) clua_raise(L, "_G cannot be used as the table for a result");
    lua_pushvalue(L, key);
    if (lua_rawget(L, -2) != LUA_TNIL) {
      clua_raise(L, "names that the library defines cannot be assigned to");
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}

// __newindex of _G: the script's own globals come and go, the library's stay. Upvalue: the library.
static int set_global(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) {
    if (lua_type(L, 2) == LUA_TSTRING) {
      clua_raise(L, "'%.60s' belongs to the library and cannot be assigned to", lua_tostring(L, 2));
    }
    clua_raise(L, "names that the library defines cannot be assigned to");
  }
  if (lua_isnil(L, 2)) clua_raise(L, "index is nil");
  if (lua_type(L, 2) == LUA_TNUMBER && lua_tonumber(L, 2) != lua_tonumber(L, 2)) {
    clua_raise(L, "index is NaN");
  }
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 0;
}

// MARK: Values

static int base_type(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushstring(L, luaL_typename(L, 1));
  return 1;
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  clua_pay(clua_vm_of(L), 2);
  clua_tostring(L, 1, NULL);
  return 1;
}

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int number_in_base(lua_State *L) {
  size_t length;
  lua_Integer base = clua_integer(L, 2);
  luaL_checktype(L, 1, LUA_TSTRING);
  luaL_argcheck(L, base >= 2 && base <= 36, 2, "base out of range");
  const char *at = lua_tolstring(L, 1, &length), *end = at + length;
  clua_pay_bytes(clua_vm_of(L), length * 8);
  while (at < end && is_space(*at)) at++;
  bool is_negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  lua_Unsigned value = 0;
  bool has_digits = false;
  for (; at < end && digit_of(*at) < base; at++) {
    value = value * (lua_Unsigned)base + (lua_Unsigned)digit_of(*at);
    has_digits = true;
  }
  while (at < end && is_space(*at)) at++;
  if (!has_digits || at != end) {
    luaL_pushfail(L);
  } else {
    lua_pushinteger(L, (lua_Integer)(is_negative ? 0u - value : value));
  }
  return 1;
}

static int base_tonumber(lua_State *L) {
  clua_pay(clua_vm_of(L), 4);
  if (!lua_isnoneornil(L, 2)) return number_in_base(L);
  luaL_checkany(L, 1);
  if (!clua_push_number(L, 1)) luaL_pushfail(L);
  return 1;
}

static int base_rawequal(lua_State *L) {
  luaL_checkany(L, 1);
  luaL_checkany(L, 2);
  if (lua_type(L, 1) == LUA_TSTRING) clua_pay_bytes(clua_vm_of(L), lua_rawlen(L, 1));
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

static int base_rawlen(lua_State *L) {
  int type = lua_type(L, 1);
  luaL_argexpected(L, type == LUA_TTABLE || type == LUA_TSTRING, 1, "table or string");
  lua_settop(L, 1);
  clua_push_sealed(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

// A key that is a long string is hashed or compared whole.
static void pay_for_key(lua_State *L, int key) {
  if (lua_type(L, key) == LUA_TSTRING) clua_pay_bytes(clua_vm_of(L), lua_rawlen(L, key));
}

static int base_rawget(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  pay_for_key(L, 2);
  if (clua_push_sealed(L, 1)) lua_replace(L, 1);
  lua_rawget(L, 1);
  return 1;
}

static int base_rawset(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  pay_for_key(L, 2);
  clua_check_writable(L, 1, 2);
  if (lua_isnil(L, 2)) clua_raise(L, "index is nil");
  if (lua_type(L, 2) == LUA_TNUMBER && lua_tonumber(L, 2) != lua_tonumber(L, 2)) {
    clua_raise(L, "index is NaN");
  }
  lua_rawset(L, 1);
  return 1;
}

static int base_select(lua_State *L) {
  int count = lua_gettop(L);
  clua_pay(clua_vm_of(L), count / 4 + 1);
  if (lua_type(L, 1) == LUA_TSTRING && *lua_tostring(L, 1) == '#') {
    lua_pushinteger(L, count - 1);
    return 1;
  }
  lua_Integer n = clua_integer(L, 1);
  if (n < 0) {
    n = count + n;
  } else if (n > count) {
    n = count;
  }
  luaL_argcheck(L, n >= 1, 1, "index out of range");
  return count - (int)n;
}

static int next_in_list(lua_State *L) {
  lua_Integer before = lua_isinteger(L, 2) ? lua_tointegerx(L, 2, NULL) : clua_integer(L, 2);
  lua_Integer index = (lua_Integer)((lua_Unsigned)before + 1);
  lua_pushinteger(L, index);
  return lua_geti(L, 1, index) == LUA_TNIL ? 1 : 2;
}

static int base_ipairs(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushcfunction(L, next_in_list);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

// MARK: Metatables

static int base_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  luaL_getmetafield(L, 1, "__metatable");
  return 1;  // the field, or the metatable itself
}

// A metatable is counted by a hidden userdata in it, whose finaliser uncounts it.
static const char counted_mark = 0;

static int uncount(lua_State *L) {
  clua_vm_of(L)->metatables -= 1;
  return 0;
}

// How many metatables are alive bounds how long a chain of them can be, and so what an instruction
// may cost.
static void count_metatable(lua_State *L, int metatable) {
  clua_vm *vm = clua_vm_of(L);
  int type = lua_rawgetp(L, metatable, &counted_mark);
  lua_pop(L, 1);
  if (type != LUA_TNIL) return;
  if (vm->metatables >= vm->metatables_look) {
    clua_collect(L);  // most are garbage when each object has been given one of its own
    vm->metatables_look = vm->metatables < 16 ? 32 : vm->metatables * 2;
    if (vm->metatables_look > CLUA_METATABLES) vm->metatables_look = CLUA_METATABLES;
  }
  if (vm->metatables >= CLUA_METATABLES) {
    clua_raise(L, "more than %d metatables: let objects share one", CLUA_METATABLES);
  }
  lua_newuserdatauv(L, 0, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_COUNTER);
  lua_setmetatable(L, -2);
  lua_rawsetp(L, metatable, &counted_mark);
  vm->metatables += 1;
  clua_reweigh(vm);
}

static void refuse_field(lua_State *L, int metatable, const char *field) {
  lua_pushstring(L, field);
  if (lua_rawget(L, metatable) != LUA_TNIL) {
    clua_raise(L, "%s is not available: its result depends on the garbage collector", field);
  }
  lua_pop(L, 1);
}

static int base_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int type = lua_type(L, 2);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  lua_settop(L, 2);
  clua_pay(clua_vm_of(L), 4);
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    clua_raise(L, "cannot change a protected metatable");
  }
  if (type == LUA_TTABLE) {
    refuse_field(L, 2, "__gc");
    refuse_field(L, 2, "__mode");
    if (clua_push_sealed(L, 2)) clua_raise(L, "a read-only table cannot be a metatable");
    count_metatable(L, 2);
  }
  lua_setmetatable(L, 1);
  return 1;
}

// MARK: Errors

static int base_error(lua_State *L) {
  lua_Integer level = clua_integer_or(L, 2, 1);
  lua_Debug record;
  lua_settop(L, 1);
  clua_pay(clua_vm_of(L), 8);
  if (lua_type(L, 1) == LUA_TSTRING && level > 0 && level < 200) {
    size_t length;
    lua_tolstring(L, 1, &length);
    if (lua_getstack(L, (int)level, &record) && lua_getinfo(L, "Sl", &record) &&
        record.currentline > 0) {
      clua_pay_bytes(clua_vm_of(L), length);
      lua_pushfstring(L, "%s:%d: ", record.short_src, record.currentline);
      lua_insert(L, 1);
      lua_concat(L, 2);
    }
  }
  return lua_error(L);
}

static int base_assert(lua_State *L) {
  if (__builtin_expect(lua_toboolean(L, 1), 1)) return lua_gettop(L);
  luaL_checkany(L, 1);
  lua_remove(L, 1);
  if (lua_gettop(L) == 0) clua_raise(L, "assertion failed!");
  lua_settop(L, 1);
  return lua_error(L);
}

// After a protected call, or when it goes on after a yield: `extra` values lie below the results.
static int finish_call(lua_State *L, int status, lua_KContext extra) {
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  clua_pay(clua_vm_of(L), 4);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_call);
  return finish_call(L, status, 0);
}

static int base_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  clua_pay(clua_vm_of(L), 4);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);  // handler below, then true and the function below the arguments
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish_call);
  return finish_call(L, status, 2);
}

// MARK: print

static int base_print(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  int count = lua_gettop(L);
  if (vm->is_timed) clua_kill(vm, CLUA_RECOUNT);  // a line must not be printed twice
  clua_buffer line;
  clua_pay(vm, 30 + 4 * count);
  clua_buffer_start(&line, L);
  for (int i = 1; i <= count; i++) {
    size_t length;
    const char *text = clua_tostring(L, i, &length);
    if (i > 1) clua_buffer_byte(&line, '\t');
    clua_buffer_add(&line, text, length);
    lua_pop(L, 1);
  }
  if (vm->callback == NULL) return 0;
  clua_pay_bytes(vm, line.length);
  clua_value argument = {.type = CLUA_STRING, .bytes = line.bytes, .length = (int64_t)line.length};
  clua_call_back(L, vm, CLUA_FUNCTION_PRINT, &argument, 1);
  return 0;
}

// MARK: Opening

void clua_new_library(lua_State *L, const clua_entry *entries, int count, int extra) {
  lua_createtable(L, 0, count + extra);
  for (int i = 0; i < count; i++) {
    lua_pushcfunction(L, entries[i].function);
    lua_setfield(L, -2, entries[i].name);
  }
}

void clua_open_base(lua_State *L) {
  static const clua_entry entries[] = {
    {"assert", base_assert}, {"error", base_error}, {"getmetatable", base_getmetatable},
    {"ipairs", base_ipairs}, {"load", clua_base_load}, {"next", clua_base_next},
    {"pairs", clua_base_pairs}, {"pcall", base_pcall}, {"print", base_print},
    {"rawequal", base_rawequal}, {"rawget", base_rawget}, {"rawlen", base_rawlen},
    {"rawset", base_rawset}, {"require", clua_base_require}, {"select", base_select},
    {"setmetatable", base_setmetatable}, {"tonumber", base_tonumber},
    {"tostring", base_tostring}, {"type", base_type}, {"xpcall", base_xpcall},
  };
  // Registry slots up to the handles exist from the start, so that they are an array.
  lua_pushnil(L);
  for (int slot = CLUA_SLOT_BASE; slot < CLUA_SLOT_LAST; slot++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, slot);
  }
  lua_pop(L, 1);

  clua_new_library(L, entries, sizeof entries / sizeof *entries, 10);
  lua_pushliteral(L, "Lua 5.4");
  lua_setfield(L, -2, "_VERSION");
  lua_pushglobaltable(L);
  lua_setfield(L, -2, "_G");
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);

  lua_pushglobaltable(L);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, -3);
  lua_pushcclosure(L, set_global, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -3);
  lua_rawsetp(L, -2, &globals_mark);
  lua_setmetatable(L, -2);
  lua_settop(L, CLUA_PLACE_TOP);

  lua_createtable(L, 0, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_LIBRARIES);
  lua_createtable(L, 0, 0);
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_RECORDS);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, uncount);
  lua_setfield(L, -2, "__gc");
  lua_rawseti(L, LUA_REGISTRYINDEX, CLUA_SLOT_COUNTER);
}
