// The string library except for patterns, format and pack.
#include "Private.h"

static int string_len(lua_State *L) {
  size_t length;
  clua_text(L, 1, &length);
  lua_pushinteger(L, (lua_Integer)length);
  return 1;
}

static int string_sub(lua_State *L) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  size_t start = clua_start(clua_integer(L, 2), length);
  size_t end = clua_end(clua_integer_or(L, 3, -1), length);
  if (start > end) {
    lua_pushliteral(L, "");
    return 1;
  }
  clua_pay_bytes(clua_vm_of(L), end - start + 1);
  lua_pushlstring(L, text + start - 1, end - start + 1);
  return 1;
}

static int string_rep(lua_State *L) {
  size_t length, between;
  const char *text = clua_text(L, 1, &length);
  lua_Integer count = clua_integer(L, 2);
  const char *separator = "";
  between = 0;
  if (!lua_isnoneornil(L, 3)) separator = clua_text(L, 3, &between);
  clua_pay(clua_vm_of(L), 2);
  if (count <= 0 || length + between == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (length + between > ((size_t)1 << 60) / (size_t)count) {
    clua_raise(L, "resulting string too large");
  }
  size_t total = length * (size_t)count + between * (size_t)(count - 1);
  clua_pay_bytes(clua_vm_of(L), total);
  clua_buffer result;
  clua_buffer_start(&result, L);
  char *out = clua_buffer_reserve(&result, total);
  memcpy(out, text, length);
  if (count > 1) {
    // One copy with its separator, then the result doubled repeatedly.
    size_t filled = length + between;
    memcpy(out + length, separator, between);
    while (filled < total) {
      size_t piece = filled < total - filled ? filled : total - filled;
      memcpy(out + filled, out, piece);
      filled += piece;
    }
  }
  result.length = total;
  clua_buffer_push(&result);
  return 1;
}

static int string_reverse(lua_State *L) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  clua_buffer result;
  clua_pay_bytes(clua_vm_of(L), length);
  clua_buffer_start(&result, L);
  char *out = clua_buffer_reserve(&result, length);
  for (size_t i = 0; i < length; i++) out[i] = text[length - 1 - i];
  result.length = length;
  clua_buffer_push(&result);
  return 1;
}

// Letters of ASCII change case; other bytes are left alone in any locale.
static int change_case(lua_State *L, char first, char last) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  clua_buffer result;
  clua_pay_bytes(clua_vm_of(L), length);
  clua_buffer_start(&result, L);
  char *out = clua_buffer_reserve(&result, length);
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    out[i] = c >= first && c <= last ? (char)(c ^ 32) : c;
  }
  result.length = length;
  clua_buffer_push(&result);
  return 1;
}

static int string_lower(lua_State *L) { return change_case(L, 'A', 'Z'); }
static int string_upper(lua_State *L) { return change_case(L, 'a', 'z'); }

static int string_byte(lua_State *L) {
  size_t length;
  const unsigned char *text = (const unsigned char *)clua_text(L, 1, &length);
  lua_Integer from = clua_integer_or(L, 2, 1);
  size_t start = clua_start(from, length);
  size_t end = clua_end(clua_integer_or(L, 3, (lua_Integer)start), length);
  if (start > end) return 0;
  size_t count = end - start + 1;
  if (count > CLUA_MOST_RESULTS) clua_raise(L, "string slice too long");
  clua_pay(clua_vm_of(L), 1 + (int64_t)count / 4);
  luaL_checkstack(L, (int)count, "string slice too long");
  for (size_t i = 0; i < count; i++) lua_pushinteger(L, text[start - 1 + i]);
  return (int)count;
}

static int string_char(lua_State *L) {
  int count = lua_gettop(L);
  clua_buffer result;
  clua_pay(clua_vm_of(L), 1 + count / 4);
  clua_buffer_start(&result, L);
  char *out = clua_buffer_reserve(&result, (size_t)count);
  for (int i = 1; i <= count; i++) {
    lua_Integer code = clua_integer(L, i);
    luaL_argcheck(L, code >= 0 && code <= 255, i, "value out of range");
    out[i - 1] = (char)code;
  }
  result.length = (size_t)count;
  clua_buffer_push(&result);
  return 1;
}

// MARK: Arithmetic on numerals

static _Noreturn void refuse_arithmetic(lua_State *L) {
  int culprit = lua_type(L, 2) == LUA_TSTRING && clua_push_number(L, 2) ? 1 : 2;
  if (lua_type(L, 1) == LUA_TSTRING && !clua_push_number(L, 1)) culprit = 1;
  clua_raise(L, "attempt to perform arithmetic on a %s value", luaL_typename(L, culprit));
}

static int arithmetic(lua_State *L, int operation, const char *event) {
  lua_settop(L, 2);
  clua_pay(clua_vm_of(L), 4);
  if (clua_push_number(L, 1) && clua_push_number(L, 2)) {
    lua_arith(L, operation);
    return 1;
  }
  // The other operand may know what to do with a string.
  lua_settop(L, 2);
  if (lua_type(L, 2) == LUA_TSTRING || !luaL_getmetafield(L, 2, event)) refuse_arithmetic(L);
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

#define ARITHMETIC(name, operation, event) \
  static int name(lua_State *L) { return arithmetic(L, operation, event); }
ARITHMETIC(add, LUA_OPADD, "__add")
ARITHMETIC(subtract, LUA_OPSUB, "__sub")
ARITHMETIC(multiply, LUA_OPMUL, "__mul")
ARITHMETIC(modulo, LUA_OPMOD, "__mod")
ARITHMETIC(power, LUA_OPPOW, "__pow")
ARITHMETIC(divide, LUA_OPDIV, "__div")
ARITHMETIC(divide_whole, LUA_OPIDIV, "__idiv")

static int negate(lua_State *L) {
  lua_settop(L, 1);
  if (!clua_push_number(L, 1)) {
    clua_raise(L, "attempt to perform arithmetic on a string value");
  }
  lua_arith(L, LUA_OPUNM);
  return 1;
}

// MARK: Opening

void clua_open_strings(lua_State *L) {
  static const clua_entry entries[] = {
    {"byte", string_byte}, {"char", string_char}, {"find", clua_string_find},
    {"format", clua_string_format}, {"gmatch", clua_string_gmatch}, {"gsub", clua_string_gsub},
    {"len", string_len}, {"lower", string_lower}, {"match", clua_string_match},
    {"pack", clua_string_pack}, {"packsize", clua_string_packsize}, {"rep", string_rep},
    {"reverse", string_reverse}, {"sub", string_sub}, {"unpack", clua_string_unpack},
    {"upper", string_upper},
  };
  static const clua_entry operators[] = {
    {"__add", add}, {"__sub", subtract}, {"__mul", multiply}, {"__mod", modulo}, {"__pow", power},
    {"__div", divide}, {"__idiv", divide_whole}, {"__unm", negate},
  };
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);
  clua_new_library(L, entries, sizeof entries / sizeof *entries, 0);
  // Strings reach the real table: they cannot assign to it.
  lua_pushliteral(L, "");
  clua_new_library(L, operators, sizeof operators / sizeof *operators, 2);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "string");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  clua_seal(L, "string");
  lua_setfield(L, -2, "string");
  lua_settop(L, CLUA_PLACE_TOP);
}
