// Error messages: where they come from, and how they are made fit to print.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "Private.h"

bool clua_place(lua_State *L, int level, lua_Debug *record) {
  for (int last = level + 32; level < last && lua_getstack(L, level, record); level++) {
    lua_getinfo(L, "Sl", record);
    if (record->currentline > 0) return true;
  }
  return false;
}

void clua_raise(lua_State *L, const char *format, ...) {
  char text[400];
  lua_Debug record;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  clua_pay(clua_vm_of(L), 20);
  if (clua_place(L, 1, &record)) {
    lua_pushfstring(L, "%s:%d: %s", record.short_src, record.currentline, text);
  } else {
    lua_pushstring(L, text);
  }
  lua_error(L);
  abort();  // lua_error does not return
}

// The line when a message begins with "source:line:", else 0.
static int line_in(const char *message, const char *source) {
  size_t length = strlen(source);
  if (strncmp(message, source, length) != 0 || message[length] != ':') return 0;
  const char *digits = message + length + 1;
  char *end;
  long line = strtol(digits, &end, 10);
  return digits[0] >= '0' && digits[0] <= '9' && *end == ':' && line < 1000000 ? (int)line : 0;
}

static int describe(lua_State *L) {
  clua_tostring(L, 1, NULL);
  return 1;
}

// Says of a global of Lua that scripts do not have that it is not there, instead of only that it is
// nil. The message is at 1.
static void explain_global(lua_State *L) {
  static const char *const absent[] = {"collectgarbage", "debug", "dofile", "io", "loadfile", "os",
                                       "package"};
  const char *message = lua_tostring(L, 1), *start = strstr(message, " a nil value (global '");
  if (start == NULL) return;
  start = strchr(start, '\'') + 1;
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    // Nothing after it: a message that was raised again has been explained.
    size_t length = strlen(absent[i]);
    if (strncmp(start, absent[i], length) == 0 && strcmp(start + length, "')") == 0) {
      lua_pushfstring(L, "%s; `%s` is not available in scripts", message, absent[i]);
      lua_replace(L, 1);
      return;
    }
  }
}

int clua_message_handler(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  lua_Debug record, nearest;
  lua_settop(L, 1);
  if (lua_type(L, 1) != LUA_TSTRING) {
    // An error object may have a __tostring; if that fails, it is only another error.
    const char *type = luaL_typename(L, 1);
    bool speaks = lua_type(L, 1) == LUA_TNUMBER ||
                  luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL;
    lua_settop(L, 1);
    lua_pushcfunction(L, describe);
    lua_pushvalue(L, 1);
    if (!speaks || lua_pcall(L, 1, 1, 0) != LUA_OK || lua_type(L, -1) != LUA_TSTRING) {
      lua_pushfstring(L, "error object is a %s value", type);
    }
    lua_replace(L, 1);
    lua_settop(L, 1);
  }
  explain_global(L);
  const char *message = lua_tostring(L, 1);
  if (!clua_place(L, 1, &nearest)) {
    vm->line = 0;
    return 1;
  }
  // The message may name a place further out: error("...", 2), or an error that was caught and
  // raised again.
  for (int level = 1; level < 24 && lua_getstack(L, level, &record); level++) {
    lua_getinfo(L, "S", &record);
    int line = line_in(message, record.short_src);
    if (line > 0) {
      vm->line = line;
      return 1;
    }
  }
  lua_pushfstring(L, "%s:%d: %s", nearest.short_src, nearest.currentline, message);
  vm->line = nearest.currentline;
  return 1;
}

// MARK: Fit to print

// Bytes of the UTF-8 sequence at `bytes`, or 0 when it is not valid.
static size_t sequence_length(const unsigned char *bytes, size_t left) {
  unsigned char first = bytes[0];
  size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3
                  : first < 0xF5 ? 4 : 0;
  if (length == 0 || length > left) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return 0;
  }
  if (first == 0xE0 && bytes[1] < 0xA0) return 0;
  if (first == 0xED && bytes[1] > 0x9F) return 0;  // a surrogate
  if (first == 0xF0 && bytes[1] < 0x90) return 0;
  if (first == 0xF4 && bytes[1] > 0x8F) return 0;
  return length;
}

// Characters that end or hide a line somewhere: C1 controls, line and paragraph separators, the
// marks that turn the writing direction.
static bool is_control(const unsigned char *bytes, size_t length) {
  if (length == 1) return bytes[0] < 0x20 || bytes[0] == 0x7F;
  if (length == 2) return bytes[0] == 0xC2 && bytes[1] < 0xA0;
  return length == 3 && bytes[0] == 0xE2 &&
         ((bytes[1] == 0x80 && bytes[2] >= 0xA8 && bytes[2] <= 0xAE) ||
          (bytes[1] == 0x81 && bytes[2] >= 0xA6 && bytes[2] <= 0xA9));
}

void clua_set_message(clua_vm *vm, int32_t line, const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t out = 0;
  vm->line = line;
  for (size_t i = 0; i < length;) {
    size_t step = sequence_length(bytes + i, length - i);
    bool is_valid = step > 0;
    if (!is_valid) step = 1;
    if (out + step > CLUA_MESSAGE_BYTES) break;
    if (!is_valid) {
      vm->message[out++] = '?';
    } else if (is_control(bytes + i, step)) {
      vm->message[out++] = ' ';
    } else {
      memcpy(vm->message + out, bytes + i, step);
      out += step;
    }
    i += step;
  }
  vm->message[out] = 0;
}

void clua_set_message_text(clua_vm *vm, const char *text) {
  clua_set_message(vm, 0, text, strlen(text));
}

void clua_take_message(clua_vm *vm, lua_State *L) {
  size_t length;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  if (text == NULL) {
    clua_set_message_text(vm, "unknown error");
  } else {
    clua_set_message(vm, vm->line, text, length);
  }
  lua_pop(L, 1);
}
