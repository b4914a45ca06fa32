// What a player sees of a packed state, as fresh tables: hidden values are false.
#include "State.h"

static void push_view(lua_State *L, clua_vm *vm, const uint8_t **at, const uint8_t *end);

static void push_members(lua_State *L, clua_vm *vm, const uint8_t **at, const uint8_t *end,
                         int tag) {
  uint64_t count = clua_read_count(L, at, end);
  if (count > CLUA_STATE_BYTES) clua_damaged(L);
  clua_pay(vm, 4 + (int64_t)count / 2);
  lua_createtable(L, (int)count, 0);
  for (uint64_t i = 1; i <= count; i++) {
    if (tag == CLUA_TAG_INTEGERS) {
      lua_pushinteger(L, clua_read_integer(L, at, end));
    } else if (tag == CLUA_TAG_SECRETS) {
      lua_pushboolean(L, 0);
    } else {
      push_view(L, vm, at, end);
    }
    lua_rawseti(L, -2, (lua_Integer)i);
  }
}

static void push_names(lua_State *L, clua_vm *vm, const uint8_t **at, const uint8_t *end) {
  uint64_t count = clua_read_count(L, at, end);
  if (count > CLUA_RECORD_NAMES) clua_damaged(L);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t length = clua_read_count(L, at, end);
    if (length > (uint64_t)(end - *at)) clua_damaged(L);
    lua_pushlstring(L, (const char *)*at, length);
    *at += length;
    push_view(L, vm, at, end);
    lua_rawset(L, -3);
  }
}

static void push_view(lua_State *L, clua_vm *vm, const uint8_t **at, const uint8_t *end) {
  luaL_checkstack(L, 6, NULL);
  clua_pay(vm, 2);
  if (*at >= end) clua_damaged(L);
  int tag = *(*at)++;
  uint64_t length;
  double number;
  switch (tag) {
    case CLUA_TAG_INTEGERS:
    case CLUA_TAG_SECRETS:
    case CLUA_TAG_LIST:
      push_members(L, vm, at, end, tag);
      break;
    case CLUA_TAG_RECORD:
      lua_createtable(L, 0, 4);
      push_names(L, vm, at, end);
      break;
    case CLUA_TAG_INTEGER:
      lua_pushinteger(L, clua_read_integer(L, at, end));
      break;
    case CLUA_TAG_NUMBER:
      if (end - *at < 8) clua_damaged(L);
      memcpy(&number, *at, 8);
      *at += 8;
      lua_pushnumber(L, number);
      break;
    case CLUA_TAG_STRING:
      length = clua_read_count(L, at, end);
      if (length > (uint64_t)(end - *at)) clua_damaged(L);
      clua_pay_bytes(vm, length);
      lua_pushlstring(L, (const char *)*at, length);
      *at += length;
      break;
    case CLUA_TAG_TRUE:
      lua_pushboolean(L, 1);
      break;
    case CLUA_TAG_FALSE:
    case CLUA_TAG_SECRET:
      lua_pushboolean(L, 0);
      break;
    default:
      clua_damaged(L);
  }
}

void clua_push_packed(lua_State *L, clua_vm *vm, const void *bytes, int64_t length) {
  const uint8_t *at = bytes, *end = at + (length > 0 ? length : 0);
  lua_createtable(L, 0, 8);
  if (length <= 0) return;
  push_names(L, vm, &at, end);
  push_names(L, vm, &at, end);
}
