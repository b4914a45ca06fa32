// Arguments of library functions, and the bytes they build.
#include "Private.h"

// MARK: Numbers and text

bool clua_push_number(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    lua_pushvalue(L, index);
    return true;
  }
  if (lua_type(L, index) != LUA_TSTRING || lua_rawlen(L, index) > CLUA_NUMERAL_BYTES) return false;
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  size_t read = lua_stringtonumber(L, text);
  if (read == length + 1) return true;
  if (read != 0) lua_pop(L, 1);
  return false;
}

static bool may_be_number(lua_State *L, int index, int type) {
  return type == LUA_TNUMBER ||
         (type == LUA_TSTRING && lua_rawlen(L, index) <= CLUA_NUMERAL_BYTES);
}

lua_Integer clua_integer(lua_State *L, int argument) {
  int is_integer = 0;
  lua_Integer value = 0;
  int type = lua_type(L, argument);
  if (may_be_number(L, argument, type)) {
    value = lua_tointegerx(L, argument, &is_integer);
    if (is_integer) return value;
    if (type == LUA_TNUMBER) luaL_argerror(L, argument, "number has no integer representation");
  }
  luaL_typeerror(L, argument, "number");
  return 0;
}

lua_Integer clua_integer_or(lua_State *L, int argument, lua_Integer otherwise) {
  return lua_isnoneornil(L, argument) ? otherwise : clua_integer(L, argument);
}

lua_Number clua_number(lua_State *L, int argument) {
  int is_number = 0;
  lua_Number value = 0;
  int type = lua_type(L, argument);
  if (may_be_number(L, argument, type)) {
    value = lua_tonumberx(L, argument, &is_number);
    if (is_number) return value;
  }
  luaL_typeerror(L, argument, "number");
  return 0;
}

const char *clua_text(lua_State *L, int argument, size_t *length) {
  int type = lua_type(L, argument);
  if (type == LUA_TNUMBER) {
    clua_tostring(L, argument, length);
    lua_replace(L, argument);
  } else if (type != LUA_TSTRING) {
    luaL_typeerror(L, argument, "string");
  }
  return lua_tolstring(L, argument, length);
}

const char *clua_tostring(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  clua_vm *vm = clua_vm_of(L);
  switch (lua_type(L, index)) {
    case LUA_TSTRING:
      lua_pushvalue(L, index);
      break;
    case LUA_TNUMBER: {
      lua_Number number = lua_tonumber(L, index);
      clua_pay(vm, 12);
      if (number != number) {
        lua_pushliteral(L, "nan");  // its sign differs from machine to machine
      } else {
        lua_pushvalue(L, index);
      }
      break;
    }
    case LUA_TBOOLEAN:
      lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
      break;
    case LUA_TNIL:
      lua_pushliteral(L, "nil");
      break;
    default:
      luaL_checkstack(L, 4, "too many nested conversions to text");
      if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        lua_pushvalue(L, index);
        lua_call(L, 1, 1);
        if (!lua_isstring(L, -1)) clua_raise(L, "'__tostring' must return a string");
        break;
      }
      int name = luaL_getmetafield(L, index, "__name");
      if (name == LUA_TSTRING) break;
      if (name != LUA_TNIL) lua_pop(L, 1);
      lua_pushstring(L, luaL_typename(L, index));  // an address would differ from run to run
      break;
  }
  return lua_tolstring(L, -1, length);
}

size_t clua_start(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + (size_t)position + 1;
}

size_t clua_end(lua_Integer position, size_t length) {
  if (position > (lua_Integer)length) return length;
  if (position >= 0) return (size_t)position;
  if (position < -(lua_Integer)length) return 0;
  return length + (size_t)position + 1;
}

// MARK: Buffers

void clua_buffer_start(clua_buffer *buffer, lua_State *L) {
  luaL_checkstack(L, 4, NULL);
  buffer->L = L;
  buffer->bytes = buffer->room;
  buffer->length = 0;
  buffer->capacity = sizeof buffer->room;
  lua_pushnil(L);
  buffer->anchor = lua_gettop(L);
}

char *clua_buffer_reserve(clua_buffer *buffer, size_t more) {
  if (__builtin_expect(more > buffer->capacity - buffer->length, 0)) {
    lua_State *L = buffer->L;
    if (more > ((size_t)1 << 60)) clua_raise(L, "resulting string too large");
    size_t capacity = buffer->length + more;
    if (capacity < buffer->capacity * 2) capacity = buffer->capacity * 2;
    clua_pay_bytes(clua_vm_of(L), capacity);
    luaL_checkstack(L, 2, NULL);
    char *bytes = lua_newuserdatauv(L, capacity, 0);
    memcpy(bytes, buffer->bytes, buffer->length);
    lua_replace(L, buffer->anchor);
    buffer->bytes = bytes;
    buffer->capacity = capacity;
  }
  return buffer->bytes + buffer->length;
}

void clua_buffer_add(clua_buffer *buffer, const char *bytes, size_t length) {
  memcpy(clua_buffer_reserve(buffer, length), bytes, length);
  buffer->length += length;
}

void clua_buffer_push(clua_buffer *buffer) {
  clua_pay_bytes(clua_vm_of(buffer->L), buffer->length);
  lua_pushlstring(buffer->L, buffer->bytes, buffer->length);
}
