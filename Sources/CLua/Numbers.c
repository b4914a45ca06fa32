// The math library: the same bits on every machine, and chance from the host.
#include <math.h>

#include "Private.h"

static const clua_math *math_of(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  clua_pay(vm, 4);
  if (vm->math == NULL) clua_raise(L, "this function is not available here");
  return vm->math;
}

#define PLAIN(name)                                                \
  static int math_##name(lua_State *L) {                           \
    double x = clua_number(L, 1);                                  \
    lua_pushnumber(L, math_of(L)->name(x));                        \
    return 1;                                                      \
  }
PLAIN(sin)
PLAIN(cos)
PLAIN(tan)
PLAIN(asin)
PLAIN(acos)
PLAIN(exp)

static int math_atan(lua_State *L) {
  double y = clua_number(L, 1), x = lua_isnoneornil(L, 2) ? 1 : clua_number(L, 2);
  lua_pushnumber(L, math_of(L)->atan2(y, x));
  return 1;
}

static int math_log(lua_State *L) {
  double x = clua_number(L, 1);
  const clua_math *math = math_of(L);
  if (lua_isnoneornil(L, 2)) {
    lua_pushnumber(L, math->log(x));
  } else {
    double base = clua_number(L, 2);
    lua_pushnumber(L, base == 2 ? math->log2(x) : base == 10 ? math->log10(x)
                      : math->log(x) / math->log(base));
  }
  return 1;
}

static int math_sqrt(lua_State *L) {
  lua_pushnumber(L, sqrt(clua_number(L, 1)));
  return 1;
}

// MARK: Whole numbers

static void push_whole(lua_State *L, double x) {
  if (x >= -0x1p63 && x < 0x1p63) lua_pushinteger(L, (lua_Integer)x); else lua_pushnumber(L, x);
}

static int math_floor(lua_State *L) {
  if (lua_isinteger(L, 1)) lua_settop(L, 1); else push_whole(L, floor(clua_number(L, 1)));
  return 1;
}

static int math_ceil(lua_State *L) {
  if (lua_isinteger(L, 1)) lua_settop(L, 1); else push_whole(L, ceil(clua_number(L, 1)));
  return 1;
}

static int math_abs(lua_State *L) {
  if (lua_isinteger(L, 1)) {
    lua_Integer n = lua_tointeger(L, 1);
    lua_pushinteger(L, n < 0 ? (lua_Integer)(0u - (lua_Unsigned)n) : n);
  } else {
    lua_pushnumber(L, fabs(clua_number(L, 1)));
  }
  return 1;
}

static int math_fmod(lua_State *L) {
  if (lua_isinteger(L, 1) && lua_isinteger(L, 2)) {
    lua_Integer a = lua_tointeger(L, 1), b = lua_tointeger(L, 2);
    luaL_argcheck(L, b != 0, 2, "zero");
    lua_pushinteger(L, b == -1 ? 0 : a % b);
  } else {
    lua_pushnumber(L, fmod(clua_number(L, 1), clua_number(L, 2)));
  }
  return 1;
}

static int math_modf(lua_State *L) {
  if (lua_isinteger(L, 1)) {
    lua_settop(L, 1);
    lua_pushnumber(L, 0);
    return 2;
  }
  double x = clua_number(L, 1), whole = x < 0 ? ceil(x) : floor(x);
  lua_pushnumber(L, whole);
  lua_pushnumber(L, x == whole ? 0.0 : x - whole);  // of an infinity, 0
  return 2;
}

static int math_tointeger(lua_State *L) {
  int is_integer;
  luaL_checkany(L, 1);
  bool is_numeral = lua_type(L, 1) == LUA_TNUMBER ||
                    (lua_type(L, 1) == LUA_TSTRING && lua_rawlen(L, 1) <= CLUA_NUMERAL_BYTES);
  lua_Integer n = is_numeral ? lua_tointegerx(L, 1, &is_integer) : (is_integer = 0);
  if (is_integer) lua_pushinteger(L, n); else luaL_pushfail(L);
  return 1;
}

static int math_type(lua_State *L) {
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TNUMBER) {
    lua_pushstring(L, lua_isinteger(L, 1) ? "integer" : "float");
  } else {
    luaL_pushfail(L);
  }
  return 1;
}

static int math_ult(lua_State *L) {
  lua_pushboolean(L, (lua_Unsigned)clua_integer(L, 1) < (lua_Unsigned)clua_integer(L, 2));
  return 1;
}

static int extreme(lua_State *L, bool is_min) {
  int count = lua_gettop(L), best = 1;
  clua_pay(clua_vm_of(L), count / 4);
  clua_number(L, 1);
  int first = 2;
  if (lua_isinteger(L, 1)) {  // whole numbers need no metamethods and no rounding
    lua_Integer found = lua_tointegerx(L, 1, NULL);
    for (; first <= count && lua_isinteger(L, first); first++) {
      lua_Integer other = lua_tointegerx(L, first, NULL);
      if (is_min ? other < found : other > found) {
        found = other;
        best = first;
      }
    }
  }
  for (int i = first; i <= count; i++) {
    clua_number(L, i);
    if (is_min ? lua_compare(L, i, best, LUA_OPLT) : lua_compare(L, best, i, LUA_OPLT)) best = i;
  }
  lua_pushvalue(L, best);
  return 1;
}

static int math_min(lua_State *L) { return extreme(L, true); }
static int math_max(lua_State *L) { return extreme(L, false); }

static const double pi = 3.141592653589793;

static int math_deg(lua_State *L) {
  lua_pushnumber(L, clua_number(L, 1) * (180.0 / pi));
  return 1;
}

static int math_rad(lua_State *L) {
  lua_pushnumber(L, clua_number(L, 1) * (pi / 180.0));
  return 1;
}

// MARK: Chance

static uint64_t random_bits(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  clua_pay(vm, 4);
  if (vm->callback == NULL) clua_raise(L, "random numbers are not available here");
  clua_call_back(L, vm, CLUA_FUNCTION_RANDOM, NULL, 0);
  if (vm->reply.count < 1 || vm->reply_values[0].type != CLUA_INTEGER) {
    clua_raise(L, "random numbers are not available here");
  }
  return (uint64_t)vm->reply_values[0].integer;
}

static int math_random(lua_State *L) {
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, (double)(random_bits(L) >> 11) * 0x1p-53);
      return 1;
    case 1:
      high = clua_integer(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)random_bits(L));
        return 1;
      }
      break;
    case 2:
      low = clua_integer(L, 1);
      high = clua_integer(L, 2);
      break;
    default:
      clua_raise(L, "wrong number of arguments to 'random'");
  }
  luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
  uint64_t range = (uint64_t)high - (uint64_t)low, bits = random_bits(L);
  if (range != UINT64_MAX) {
    // Draws that do not fit a whole number of times into 2^64 are thrown away.
    uint64_t count = range + 1, excess = (0 - count) % count;
    for (int tries = 0; bits < excess && tries < 64; tries++) bits = random_bits(L);
    bits %= count;
  }
  lua_pushinteger(L, (lua_Integer)((uint64_t)low + bits));
  return 1;
}

static int math_randomseed(lua_State *L) {
  clua_raise(L, "the host seeds math.random, so that a game can be repeated");
}

// MARK: Opening

void clua_open_math(lua_State *L) {
  static const clua_entry entries[] = {
    {"abs", math_abs}, {"acos", math_acos}, {"asin", math_asin}, {"atan", math_atan},
    {"ceil", math_ceil}, {"cos", math_cos}, {"deg", math_deg}, {"exp", math_exp},
    {"floor", math_floor}, {"fmod", math_fmod}, {"log", math_log}, {"max", math_max},
    {"min", math_min}, {"modf", math_modf}, {"rad", math_rad}, {"random", math_random},
    {"randomseed", math_randomseed}, {"sin", math_sin}, {"sqrt", math_sqrt}, {"tan", math_tan},
    {"tointeger", math_tointeger}, {"type", math_type}, {"ult", math_ult},
  };
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);
  clua_new_library(L, entries, sizeof entries / sizeof *entries, 4);
  lua_pushnumber(L, HUGE_VAL);
  lua_setfield(L, -2, "huge");
  lua_pushnumber(L, pi);
  lua_setfield(L, -2, "pi");
  lua_pushinteger(L, LUA_MAXINTEGER);
  lua_setfield(L, -2, "maxinteger");
  lua_pushinteger(L, LUA_MININTEGER);
  lua_setfield(L, -2, "mininteger");
  clua_seal(L, "math");
  lua_setfield(L, -2, "math");
  lua_settop(L, CLUA_PLACE_TOP);
}
