// string.format.
#include <math.h>
#include <stdio.h>

#include "Private.h"

// One conversion as passed to the C library, without the length modifier.
typedef struct conversion {
  char flags[24];  // "%", flags, width and precision
  int width, precision;  // -1: none
  char letter;
} conversion;

static const char *read_number(const char *at, const char *end, int *number) {
  int digits = 0;
  *number = 0;
  for (; at < end && *at >= '0' && *at <= '9' && digits < 2; digits++) {
    *number = *number * 10 + (*at++ - '0');
  }
  return at;
}

static const char *read_conversion(lua_State *L, const char *at, const char *end, conversion *c) {
  const char *start = at;
  c->width = c->precision = -1;
  while (at < end && *at != 0 && strchr("-+ #0", *at) != NULL) at++;
  if (at - start > 5) clua_raise(L, "invalid format (repeated flags)");
  if (at < end && *at >= '1' && *at <= '9') at = read_number(at, end, &c->width);
  if (at < end && *at == '.') at = read_number(at + 1, end, &c->precision);
  if (at >= end) clua_raise(L, "invalid format (it ends after '%%')");
  if (*at >= '0' && *at <= '9') clua_raise(L, "invalid format (width or precision too long)");
  c->flags[0] = '%';
  memcpy(c->flags + 1, start, (size_t)(at - start));
  c->flags[at - start + 1] = 0;
  c->letter = *at;
  return at + 1;
}

static void add_integer(lua_State *L, clua_buffer *out, const conversion *c, int argument) {
  char format[32];
  lua_Integer value = clua_integer(L, argument);
  snprintf(format, sizeof format, "%sll%c", c->flags, c->letter);
  char *room = clua_buffer_reserve(out, 160);
  out->length += (size_t)snprintf(room, 160, format, (long long)value);
}

static void add_float(lua_State *L, clua_buffer *out, const conversion *c, int argument) {
  char format[32];
  enum { ROOM = 512 };  // 310 digits, a point, 99 more and the width
  lua_Number value = clua_number(L, argument);
  clua_pay(clua_vm_of(L), 16 + (c->precision > 20 ? c->precision : 0) +
           (fabs(value) > 1e30 || (value != 0 && fabs(value) < 1e-30) ? 40 : 0));
  if (isnan(value)) value = copysign(value, 1);  // its sign differs from machine to machine
  snprintf(format, sizeof format, "%s%c", c->flags, c->letter);
  char *room = clua_buffer_reserve(out, ROOM);
  out->length += (size_t)snprintf(room, ROOM, format, value);
}

static void add_text(lua_State *L, clua_buffer *out, const conversion *c, int argument) {
  size_t length;
  luaL_checkany(L, argument);
  const char *text = clua_tostring(L, argument, &length);
  clua_pay_bytes(clua_vm_of(L), length);
  if (c->precision >= 0 && (size_t)c->precision < length) length = (size_t)c->precision;
  size_t width = c->width > 0 ? (size_t)c->width : 0, gap = width > length ? width - length : 0;
  bool is_left = strchr(c->flags, '-') != NULL;
  char *room = clua_buffer_reserve(out, length + gap);
  memset(is_left ? room + length : room, ' ', gap);
  memcpy(is_left ? room : room + gap, text, length);
  out->length += length + gap;
  lua_pop(L, 1);
}

static void add_quoted_text(clua_buffer *out, const char *text, size_t length) {
  clua_buffer_byte(out, '"');
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    if (c == '"' || c == '\\' || c == '\n') {
      clua_buffer_byte(out, '\\');
      clua_buffer_byte(out, c);
    } else if ((unsigned char)c < 32 || c == 127) {
      // Three digits when a digit follows, which would be read as part of the code.
      bool is_followed = i + 1 < length && text[i + 1] >= '0' && text[i + 1] <= '9';
      char *room = clua_buffer_reserve(out, 8);
      out->length += (size_t)snprintf(room, 8, is_followed ? "\\%03d" : "\\%d", c);
    } else {
      clua_buffer_byte(out, c);
    }
  }
  clua_buffer_byte(out, '"');
}

// A constant that reads back as the same value.
static void add_quoted(lua_State *L, clua_buffer *out, const conversion *c, int argument) {
  char text[64];
  int length = 0;
  if (c->flags[1] != 0) clua_raise(L, "specifier '%%q' cannot have modifiers");
  switch (lua_type(L, argument)) {
    case LUA_TSTRING: {
      size_t size;
      const char *bytes = lua_tolstring(L, argument, &size);
      clua_pay(clua_vm_of(L), 1 + (int64_t)size / 4);
      add_quoted_text(out, bytes, size);
      return;
    }
    case LUA_TNUMBER:
      clua_pay(clua_vm_of(L), 16);
      if (lua_isinteger(L, argument)) {
        lua_Integer value = lua_tointeger(L, argument);
        const char *format = value == LUA_MININTEGER ? "0x%llx" : "%lld";
        length = snprintf(text, sizeof text, format, (long long)value);
      } else {
        lua_Number value = lua_tonumber(L, argument);
        if (isnan(value)) {
          length = snprintf(text, sizeof text, "(0/0)");
        } else if (isinf(value)) {
          length = snprintf(text, sizeof text, value > 0 ? "1e9999" : "-1e9999");
        } else {
          length = snprintf(text, sizeof text, "%a", value);
        }
      }
      break;
    case LUA_TNIL:
    case LUA_TBOOLEAN:
      clua_tostring(L, argument, NULL);
      length = snprintf(text, sizeof text, "%s", lua_tostring(L, -1));
      lua_pop(L, 1);
      break;
    default:
      luaL_argerror(L, argument, "value has no literal form");
  }
  clua_buffer_add(out, text, (size_t)length);
}

int clua_string_format(lua_State *L) {
  size_t length;
  int last = lua_gettop(L), argument = 1;
  const char *at = clua_text(L, 1, &length), *end = at + length;
  clua_vm *vm = clua_vm_of(L);
  clua_buffer out;
  clua_pay(vm, 2 + (int64_t)length / 4);
  clua_buffer_start(&out, L);
  while (at < end) {
    if (*at != '%') {
      clua_buffer_byte(&out, *at++);
      continue;
    }
    if (++at < end && *at == '%') {
      clua_buffer_byte(&out, *at++);
      continue;
    }
    conversion c;
    at = read_conversion(L, at, end, &c);
    clua_pay(vm, 8);
    if (++argument > last) luaL_argerror(L, argument, "no value");
    switch (c.letter) {
      case 'c': {
        char *room = clua_buffer_reserve(&out, 128);
        char format[32];
        snprintf(format, sizeof format, "%sc", c.flags);
        out.length += (size_t)snprintf(room, 128, format, (int)clua_integer(L, argument));
        break;
      }
      case 'd': case 'i': case 'o': case 'x': case 'X':
        add_integer(L, &out, &c, argument);
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        add_float(L, &out, &c, argument);
        break;
      case 'q':
        add_quoted(L, &out, &c, argument);
        break;
      case 's':
        add_text(L, &out, &c, argument);
        break;
      case 'p':
        clua_raise(L, "'%%p' is not available: an address differs from run to run");
      default:
        clua_raise(L, "invalid conversion '%s%c' to 'format'", c.flags,
                   c.letter >= 32 && c.letter < 127 ? c.letter : '?');
    }
  }
  clua_buffer_push(&out);
  return 1;
}
