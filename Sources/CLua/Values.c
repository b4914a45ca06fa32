// Plain data to Lua and back.
#include <stdio.h>
#include <stdlib.h>

#include "Private.h"

int32_t clua_keep(lua_State *L, clua_vm *vm) {
  lua_rawseti(L, LUA_REGISTRYINDEX, ++vm->slots);
  return vm->slots;
}

// MARK: From Lua

void clua_decode(lua_State *L, int index, clua_value *value) {
  size_t length;
  if (lua_isinteger(L, index)) {  // by far the most frequent
    value->type = CLUA_INTEGER;
    value->integer = lua_tointegerx(L, index, NULL);
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      value->type = CLUA_NUMBER;
      value->number = lua_tonumberx(L, index, NULL);
      break;
    case LUA_TBOOLEAN:
      value->type = CLUA_BOOLEAN;
      value->integer = lua_toboolean(L, index);
      break;
    case LUA_TSTRING:
      value->type = CLUA_STRING;
      value->bytes = lua_tolstring(L, index, &length);
      value->length = (int64_t)length;
      break;
    case LUA_TUSERDATA: {
      const clua_object *object = lua_touserdata(L, index);
      value->type = CLUA_OBJECT;
      value->class_id = object->owner->id;
      value->integer = object->instance;
      break;
    }
    case LUA_TTABLE:
      value->type = CLUA_TABLE;
      break;
    case LUA_TFUNCTION:
    case LUA_TTHREAD:
      value->type = CLUA_FUNCTION;
      break;
    default:
      value->type = CLUA_NIL;
      break;
  }
}

// MARK: Towards Lua

static void push_list(lua_State *L, clua_vm *vm, const clua_value *value, int table) {
  int64_t length = value->length > 0 ? value->length : 0;
  clua_pay(vm, length / 4 + 1);
  if (table == 0) {
    lua_createtable(L, length < INT32_MAX ? (int)length : 0, 0);
    if (clua_write_members(L, -1, value->bytes, length)) return;
    table = lua_gettop(L);
  } else {
    lua_pushvalue(L, table);
    for (int64_t i = (int64_t)lua_rawlen(L, table); i > length; i--) {
      lua_pushnil(L);
      lua_rawseti(L, table, i);
    }
  }
  const int64_t *integers = value->bytes;
  for (int64_t i = 0; i < length; i++) {
    lua_pushinteger(L, integers[i]);
    lua_rawseti(L, table, i + 1);
  }
}

static int32_t push_record(lua_State *L, clua_vm *vm, const clua_value *values, int32_t count,
                           int arguments) {
  int64_t pairs = values[0].length;
  int32_t used = 1;
  lua_createtable(L, 0, pairs > 0 && pairs <= count ? (int)pairs : 0);
  for (int64_t i = 0; i < pairs && used + 1 < count; i++) {
    if (values[used].type != CLUA_STRING) {  // not a reason to trap: skipped
      used += 2;
      continue;
    }
    used += clua_push_value(L, vm, values + used, 1, arguments);
    used += clua_push_value(L, vm, values + used, count - used, arguments);
    lua_rawset(L, -3);
  }
  return used;
}

int32_t clua_push_value(lua_State *L, clua_vm *vm, const clua_value *values, int32_t count,
                        int arguments) {
  const clua_value *value = values;
  switch (value->type) {
    case CLUA_BOOLEAN:
      lua_pushboolean(L, value->integer != 0);
      break;
    case CLUA_INTEGER:
      lua_pushinteger(L, value->integer);
      break;
    case CLUA_NUMBER:
      lua_pushnumber(L, value->number);
      break;
    case CLUA_STRING:
      lua_pushlstring(L, value->bytes == NULL ? "" : value->bytes,
                      value->length > 0 ? (size_t)value->length : 0);
      break;
    case CLUA_OBJECT:
      clua_push_object(L, vm, value->class_id, value->integer);
      break;
    case CLUA_LIST:
      push_list(L, vm, value, 0);
      break;
    case CLUA_FILL: {
      int table = arguments + value->class_id + 1;
      bool is_table = arguments >= 0 && value->class_id >= 0 && value->class_id < CLUA_MAX_VALUES &&
                      lua_type(L, table) == LUA_TTABLE;
      if (is_table) clua_check_writable(L, table, 0);
      push_list(L, vm, value, is_table ? table : 0);
      break;
    }
    case CLUA_RECORD:
      return push_record(L, vm, values, count, arguments);
    case CLUA_PACKED:
      clua_push_packed(L, vm, value->bytes, value->length);
      break;
    case CLUA_HANDLE:
      if (value->integer >= CLUA_SLOT_LAST && value->integer <= vm->slots) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, value->integer);
      } else {
        lua_pushnil(L);
      }
      break;
    default:
      lua_pushnil(L);
      break;
  }
  return 1;
}

// MARK: Writing out

enum { MAX_NODES = 200000, MAX_DEPTH = 32 };

// Where the writing is: the tables from the outermost to the one at hand, and the keys that lead
// from each to the next.
typedef struct trail {
  const void *tables[MAX_DEPTH];
  const clua_key *keys[MAX_DEPTH];
  int depth;
} trail;

static clua_node *new_node(lua_State *L, clua_vm *vm) {
  if (vm->node_count == vm->node_capacity) {
    int32_t capacity = vm->node_capacity * 2 + 256;
    clua_node *grown = realloc(vm->nodes, (size_t)capacity * sizeof *grown);
    if (grown == NULL) clua_kill(vm, CLUA_MEMORY);
    vm->nodes = grown;
    vm->node_capacity = capacity;
  }
  if ((vm->node_count & 63) == 0) clua_pay(vm, 64);
  (void)L;
  clua_node *node = &vm->nodes[vm->node_count++];
  memset(node, 0, sizeof *node);
  return node;
}

static void add_key(clua_buffer *path, const clua_key *key) {
  char digits[32];
  if (key->kind == CLUA_KEY_STRING) {
    if (path->length > 0) clua_buffer_byte(path, '.');
    clua_buffer_add(path, key->value.bytes, key->length < 40 ? key->length : 40);
  } else {
    int length = snprintf(digits, sizeof digits, "[%lld]", (long long)key->value.integer);
    clua_buffer_add(path, digits, (size_t)length);
  }
}

static bool complain(lua_State *L, const trail *trail, const char *what) {
  clua_buffer path;
  clua_buffer_start(&path, L);
  for (int i = 0; i < trail->depth; i++) {
    if (trail->keys[i] != NULL) add_key(&path, trail->keys[i]);
  }
  if (path.length == 0) clua_buffer_add(&path, "the value", 9);
  clua_buffer_add(&path, " ", 1);
  clua_buffer_add(&path, what, strlen(what));
  clua_buffer_push(&path);
  return false;
}

static bool write_value(lua_State *L, clua_vm *vm, trail *trail);

static bool write_table(lua_State *L, clua_vm *vm, trail *trail) {
  if (clua_push_sealed(L, -1)) lua_replace(L, -2);
  int table = lua_gettop(L), odd = LUA_TNIL;
  const void *identity = lua_topointer(L, table);
  for (int i = 0; i < trail->depth; i++) {
    if (trail->tables[i] == identity) return complain(L, trail, "contains itself");
  }
  if (trail->depth == MAX_DEPTH) return complain(L, trail, "is nested more than 32 tables deep");
  clua_order *order = clua_push_order(L, table, &odd);
  char text[80];
  if (order == NULL) {
    snprintf(text, sizeof text, "has a %s as a key: only integers and strings can be written out",
             lua_typename(L, odd));
    return complain(L, trail, text);
  }
  int strings = lua_gettop(L);
  int32_t at = vm->node_count;
  clua_node *node = new_node(L, vm);
  node->type = CLUA_TABLE;
  int32_t pairs = 0;
  trail->tables[trail->depth] = identity;
  trail->keys[trail->depth] = NULL;
  trail->depth += 1;
  for (int32_t i = 0; i < order->count; i++) {
    const clua_key *key = &order->keys[i];
    if (key->kind == CLUA_KEY_FLOAT || key->kind == CLUA_KEY_BOOLEAN) {
      snprintf(text, sizeof text, "has a %s as a key: only integers and strings can be written out",
               key->kind == CLUA_KEY_FLOAT ? "fraction" : "boolean");
      return complain(L, trail, text);
    }
    trail->keys[trail->depth - 1] = key;
    clua_node *name = new_node(L, vm);
    if (key->kind == CLUA_KEY_INTEGER) {
      name->type = CLUA_INTEGER;
      name->integer = key->value.integer;
    } else {
      name->type = CLUA_STRING;
      name->bytes = key->value.bytes;
      name->length = (int64_t)key->length;
    }
    clua_push_key(L, key, strings);
    lua_rawget(L, table);
    if (!write_value(L, vm, trail)) return false;
    lua_pop(L, 1);
    pairs += 1;
  }
  trail->depth -= 1;
  vm->nodes[at].count = pairs;
  lua_settop(L, table);
  return true;
}

// Writes the value on top of the stack out and leaves it there.
static bool write_value(lua_State *L, clua_vm *vm, trail *trail) {
  if (vm->node_count >= MAX_NODES) {
    return complain(L, trail, "is too large: 200,000 nodes at most");
  }
  lua_checkstack(L, 12);
  int type = lua_type(L, -1);
  if (type == LUA_TTABLE) return write_table(L, vm, trail);
  if (type == LUA_TUSERDATA || type == LUA_TTHREAD) {
    char text[96];
    snprintf(text, sizeof text, "is a %s, which cannot be written out",
             type == LUA_TTHREAD ? "coroutine" : "host object");
    return complain(L, trail, text);
  }
  clua_value value = {0};
  clua_decode(L, -1, &value);
  clua_node *node = new_node(L, vm);
  node->type = value.type;
  node->integer = value.integer;
  node->number = value.number;
  node->bytes = value.bytes;
  node->length = value.length;
  return true;
}

bool clua_write_out(lua_State *L, clua_vm *vm) {
  if (vm->node_capacity > 16384) {  // a large buffer of the previous call
    free(vm->nodes);
    vm->nodes = NULL;
    vm->node_capacity = 0;
  }
  vm->node_count = 0;
  trail trail = {.depth = 0};
  return write_value(L, vm, &trail);
}
