// The utf8 library.
#include "Private.h"

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

// Decodes the sequence at `s`; answers where it ends, or NULL. Lax: up to 2^31 and surrogates.
static const char *decode(const char *s, const char *end, uint32_t *code, bool is_strict) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  unsigned char first = (unsigned char)*s;
  uint32_t value = first;
  int length = 1;
  if (first >= 0x80) {
    if (first < 0xC0 || first >= 0xFE) return NULL;
    while (first & (0x80 >> length)) length++;
    value = first & (0x7Fu >> length);
    if (end - s < length) return NULL;
    for (int i = 1; i < length; i++) {
      if (!is_continuation(s[i])) return NULL;
      value = value << 6 | ((unsigned char)s[i] & 0x3F);
    }
    if (value < least[length]) return NULL;
  }
  if (is_strict && (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))) return NULL;
  *code = value;
  return s + length;
}

static int encode(char *out, uint32_t code) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  int length = 2;
  while (length < 6 && code >= (uint32_t)1 << (5 * length + 1)) length++;
  for (int i = length - 1; i > 0; i--) {
    out[i] = (char)(0x80 | (code & 0x3F));
    code >>= 6;
  }
  out[0] = (char)((0xFF00u >> length) | code);
  return length;
}

// A position in a string, counted from its end when negative.
static lua_Integer position(lua_Integer i, size_t length) {
  if (i >= 0) return i;
  return (size_t)-i > length ? 0 : (lua_Integer)length + i + 1;
}

static int utf8_len(lua_State *L) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  lua_Integer from = position(clua_integer_or(L, 2, 1), length);
  lua_Integer last = position(clua_integer_or(L, 3, -1), length);
  bool is_strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, from >= 1 && from - 1 <= (lua_Integer)length, 2,
                "initial position out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)length, 3, "final position out of bounds");
  if (last >= from) clua_pay(clua_vm_of(L), 1 + (last - from) / 4);
  lua_Integer count = 0;
  for (const char *s = text + from - 1; s - text < last; count++) {
    uint32_t code;
    const char *next = decode(s, text + length, &code, is_strict);
    if (next == NULL) {
      luaL_pushfail(L);
      lua_pushinteger(L, s - text + 1);
      return 2;
    }
    s = next;
  }
  lua_pushinteger(L, count);
  return 1;
}

static int utf8_codepoint(lua_State *L) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  lua_Integer from = position(clua_integer_or(L, 2, 1), length);
  lua_Integer last = position(clua_integer_or(L, 3, from), length);
  bool is_strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, from >= 1, 2, "out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)length, 3, "out of bounds");
  if (from > last) return 0;
  if (last - from >= CLUA_MOST_RESULTS) clua_raise(L, "string slice too long");
  clua_pay(clua_vm_of(L), 1 + (last - from) / 4);
  luaL_checkstack(L, (int)(last - from) + 1, "string slice too long");
  int count = 0;
  for (const char *s = text + from - 1; s < text + last; count++) {
    uint32_t code;
    s = decode(s, text + length, &code, is_strict);
    if (s == NULL) clua_raise(L, "invalid UTF-8 code");
    lua_pushinteger(L, code);
  }
  return count;
}

static int utf8_char(lua_State *L) {
  int count = lua_gettop(L);
  clua_buffer result;
  clua_pay(clua_vm_of(L), 1 + count / 2);
  clua_buffer_start(&result, L);
  for (int i = 1; i <= count; i++) {
    lua_Unsigned code = (lua_Unsigned)clua_integer(L, i);
    luaL_argcheck(L, code <= 0x7FFFFFFF, i, "value out of range");
    result.length += (size_t)encode(clua_buffer_reserve(&result, 8), (uint32_t)code);
  }
  clua_buffer_push(&result);
  return 1;
}

static int utf8_offset(lua_State *L) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  lua_Integer n = clua_integer(L, 2);
  lua_Integer i = position(clua_integer_or(L, 3, n > 0 ? 1 : (lua_Integer)length + 1), length) - 1;
  luaL_argcheck(L, i >= 0 && i <= (lua_Integer)length, 3, "position out of bounds");
  lua_Integer start = i;
  if (n == 0) {
    while (i > 0 && is_continuation(text[i])) i--;
  } else {
    if (is_continuation(text[i])) clua_raise(L, "initial position is a continuation byte");
    for (; n < 0 && i > 0; n++) {
      do i--; while (i > 0 && is_continuation(text[i]));
      if (((start - i) & 1023) == 0) clua_pay(clua_vm_of(L), 256);
    }
    for (n -= n > 0; n > 0 && i < (lua_Integer)length; n--) {
      do i++; while (is_continuation(text[i]));  // the zero at the end stops it
    }
  }
  clua_pay(clua_vm_of(L), 1 + (i > start ? i - start : start - i) / 4);
  if (n == 0) lua_pushinteger(L, i + 1); else luaL_pushfail(L);
  return 1;
}

static int next_code(lua_State *L, bool is_strict) {
  size_t length;
  const char *text = clua_text(L, 1, &length);
  lua_Unsigned i = (lua_Unsigned)clua_integer(L, 2);
  if (i < length) {
    size_t before = i;
    while (is_continuation(text[i])) i++;  // past the rest of the one before
    clua_pay(clua_vm_of(L), 1 + (int64_t)(i - before) / 4);
  }
  if (i >= length) return 0;
  uint32_t code;
  const char *next = decode(text + i, text + length, &code, is_strict);
  if (next == NULL || is_continuation(*next)) clua_raise(L, "invalid UTF-8 code");
  lua_pushinteger(L, (lua_Integer)i + 1);
  lua_pushinteger(L, code);
  return 2;
}

static int next_strict(lua_State *L) { return next_code(L, true); }
static int next_lax(lua_State *L) { return next_code(L, false); }

static int utf8_codes(lua_State *L) {
  const char *text = clua_text(L, 1, NULL);
  bool is_lax = lua_toboolean(L, 2);
  luaL_argcheck(L, !is_continuation(*text), 1, "invalid UTF-8 code");
  lua_pushcfunction(L, is_lax ? next_lax : next_strict);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

void clua_open_utf8(lua_State *L) {
  static const clua_entry entries[] = {
    {"char", utf8_char}, {"codepoint", utf8_codepoint}, {"codes", utf8_codes}, {"len", utf8_len},
    {"offset", utf8_offset},
  };
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);
  clua_new_library(L, entries, sizeof entries / sizeof *entries, 1);
  lua_pushlstring(L, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*", 14);
  lua_setfield(L, -2, "charpattern");
  clua_seal(L, "utf8");
  lua_setfield(L, -2, "utf8");
  lua_settop(L, CLUA_PLACE_TOP);
}
