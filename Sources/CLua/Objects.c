// Host objects: userdata {class, instance} whose methods call back.
#include <stdio.h>
#include <stdlib.h>

#include "Private.h"

static inline const clua_object *object_at(lua_State *L, int index) {
  return lua_touserdata(L, index);  // host objects are the only userdata that scripts can hold
}

void clua_push_object(lua_State *L, clua_vm *vm, int32_t class_id, int64_t instance) {
  if (class_id < 0 || class_id >= vm->class_count) {
    lua_pushnil(L);
    return;
  }
  const clua_class *class = vm->classes[class_id];
  if (instance == 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, class->lone);
    return;
  }
  clua_object *object = lua_newuserdatauv(L, sizeof *object, 0);
  object->owner = class;
  object->instance = instance;
  lua_rawgeti(L, LUA_REGISTRYINDEX, class->metatable);
  lua_setmetatable(L, -2);
}

// MARK: Calling back

// What a refused call is charged, in instructions.
enum { CLUA_REFUSAL_WORK = 100 };

static clua_status answer(clua_vm *vm, int32_t function, const clua_value *arguments,
                          int32_t count) {
  vm->reply.count = 0;
  vm->reply.work = 0;
  vm->reply_text[0] = 0;
  vm->charged += 1;
  // While the host works, this VM is not the current one.
  clua_current = NULL;
  clua_status status = vm->callback(vm->context, function, arguments, count, &vm->reply);
  clua_current = vm;
  // Making a message takes longer than most answers.
  const int64_t work = status == CLUA_OK ? vm->reply.work : CLUA_REFUSAL_WORK;
  if (work > 0) clua_pay(vm, work);
  return status;
}

void clua_call_back(lua_State *L, clua_vm *vm, int32_t function, const clua_value *arguments,
                    int32_t count) {
  if (vm->callback == NULL) clua_raise(L, "the game cannot be reached from here");
  if (answer(vm, function, arguments, count) == CLUA_OK) return;
  vm->reply_text[CLUA_TEXT_CAPACITY - 1] = 0;
  clua_raise(L, "%s", vm->reply_text[0] != 0 ? vm->reply_text : "the game refused this");
}

static int push_reply(lua_State *L, clua_vm *vm, int arguments) {
  int32_t count = vm->reply.count;
  if (count == 0) return 0;
  const clua_value *values = vm->reply_values;
  if (count == 1) {
    if (values->type == CLUA_INTEGER) {
      lua_pushinteger(L, values->integer);
    } else {
      clua_push_value(L, vm, values, 1, arguments);
    }
    return 1;
  }
  if (count > CLUA_MAX_VALUES) count = CLUA_MAX_VALUES;
  luaL_checkstack(L, CLUA_MAX_VALUES + 8, NULL);
  int pushed = 0;
  for (int32_t i = 0; i < count; pushed++) {
    i += clua_push_value(L, vm, values + i, count - i, arguments);
  }
  return pushed;
}

// MARK: Methods

static _Noreturn void complain_about_self(lua_State *L, const clua_method *method) {
  const char *class = method->owner->name;
  clua_raise(L, "'%s' was called without its object: call it as %s:%s(...)", method->name, class,
             method->name);
}

// A list that a script gives, to the place where replies' lists lie: the reply comes after it.
static void read_list(lua_State *L, clua_vm *vm, const clua_method *method, clua_value *value) {
  int list = 2;
  if (clua_push_sealed(L, list)) lua_replace(L, list);
  lua_Unsigned length = lua_rawlen(L, list);
  if (length > CLUA_LIST_CAPACITY) {
    clua_raise(L, "%s:%s takes a list of at most %d numbers", method->owner->name, method->name,
               CLUA_LIST_CAPACITY);
  }
  int64_t count = (int64_t)length, *members = vm->reply_list;
  clua_pay(vm, 4 * (count + 1));  // about what a loop over the list would have cost
  if (!clua_read_members(L, list, members, count)) {
    luaL_checkstack(L, 1, NULL);
    for (int64_t i = 0; i < count; i++) {
      int is_integer = 0;
      if (lua_rawgeti(L, list, i + 1) == LUA_TNUMBER) {
        members[i] = lua_tointegerx(L, -1, &is_integer);
      }
      if (!is_integer) {
        clua_raise(L, "%s:%s takes a list of whole numbers; element %d is not one",
                   method->owner->name, method->name, (int)i + 1);
      }
      lua_pop(L, 1);
    }
  }
  value->type = CLUA_LIST;
  value->bytes = members;
  value->length = count;
}

static int call_method(lua_State *L) {
  const clua_method *method = lua_touserdata(L, lua_upvalueindex(1));
  clua_vm *vm = clua_vm_of(L);
  clua_value arguments[CLUA_MAX_VALUES];
  int count = lua_gettop(L);
  const clua_object *self = object_at(L, 1);
  if (__builtin_expect(self == NULL || self->owner != method->owner, 0)) {
    complain_about_self(L, method);
  }
  if (__builtin_expect(count > CLUA_MAX_VALUES, 0)) {
    clua_raise(L, "%s:%s takes at most %d arguments", method->owner->name, method->name,
               CLUA_MAX_VALUES - 1);
  }
  arguments[0].type = CLUA_OBJECT;
  arguments[0].class_id = self->owner->id;
  arguments[0].integer = self->instance;
  for (int i = 1; i < count; i++) clua_decode(L, i + 1, &arguments[i]);
  if (method->takes_list && count > 1 && arguments[1].type == CLUA_TABLE) {
    read_list(L, vm, method, &arguments[1]);
  }
  clua_call_back(L, vm, method->function, arguments, count);
  return push_reply(L, vm, 0);
}

// MARK: Names that are not methods

// The number of single changes that make one name of another, where the exchange of two neighbours
// is one; no number is as large as that of names of more than 31 bytes.
static int distance(const char *a, const char *b) {
  enum { MOST = 32 };
  size_t length_a = strlen(a), length_b = strlen(b);
  if (length_a >= MOST || length_b >= MOST) return INT32_MAX;
  // The rows of this byte of `a`, of the one before it and of the one before that.
  int rows[3][MOST];
  for (size_t j = 0; j <= length_b; j++) rows[0][j] = (int)j;
  for (size_t i = 1; i <= length_a; i++) {
    int *row = rows[i % 3], *before = rows[(i + 2) % 3], *two_before = rows[(i + 1) % 3];
    row[0] = (int)i;
    for (size_t j = 1; j <= length_b; j++) {
      int change = before[j - 1] + (a[i - 1] != b[j - 1]);
      int gap = (before[j] < row[j - 1] ? before[j] : row[j - 1]) + 1;
      row[j] = change < gap ? change : gap;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          two_before[j - 2] + 1 < row[j]) {
        row[j] = two_before[j - 2] + 1;
      }
    }
  }
  return rows[length_a % 3][length_b];
}

static _Noreturn void complain(lua_State *L, const char *owner, const char *name,
                               const char *nearest) {
  if (nearest != NULL) {
    clua_raise(L, "%s has no '%.60s'; did you mean '%.60s'?", owner, name, nearest);
  }
  clua_raise(L, "%s has no '%.60s'", owner, name);
}

static _Noreturn void complain_about_name(lua_State *L, const clua_class *class, const char *name) {
  const char *nearest = NULL;
  int least = (int)strlen(name) / 3 + 2;
  for (int32_t i = 0; i < class->count; i++) {
    int steps = distance(name, class->methods[i].name);
    if (steps < least) {
      least = steps;
      nearest = class->methods[i].name;
    }
  }
  complain(L, class->name, name, nearest);
}

// __index of a record's real table, called only for keys that it has not. Upvalue: the record's
// name. Keys that are not strings are nil, as they are in any table: `ipairs` reads them.
static int get_missing(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING || lua_type(L, 1) != LUA_TTABLE) {
    lua_pushnil(L);
    return 1;
  }
  const char *name = lua_tostring(L, 2), *nearest = NULL;
  int least = (int)strlen(name) / 3 + 2;
  luaL_checkstack(L, 4, NULL);
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_pop(L, 1);
    clua_pay(clua_vm_of(L), 20);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    const char *known = lua_tostring(L, -1);
    int steps = distance(name, known);
    // The table's own order says nothing: of names that are as near, the first by the alphabet.
    if (steps < least || (steps == least && nearest != NULL && strcmp(known, nearest) < 0)) {
      least = steps;
      nearest = known;
    }
  }
  complain(L, lua_tostring(L, lua_upvalueindex(1)), name, nearest);
}

void clua_refuse_missing(lua_State *L, const char *name) {
  int table = lua_gettop(L);
  // One metatable serves all records of a name.
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_RECORDS);
  if (lua_getfield(L, -1, name) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 1);
    lua_pushstring(L, name);
    lua_pushcclosure(L, get_missing, 1);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, name);
  }
  lua_setmetatable(L, table);
  lua_settop(L, table);
}

static const clua_method *find_method(const clua_class *class, const char *name) {
  for (int32_t i = 0; i < class->count; i++) {
    if (strcmp(class->methods[i].name, name) == 0) return &class->methods[i];
  }
  return NULL;
}

// Reads a property, or asks `open_get`. The name is at `key`.
static int get(lua_State *L, const clua_class *class, int64_t instance, int key) {
  clua_vm *vm = clua_vm_of(L);
  clua_value arguments[2];
  arguments[0].type = CLUA_OBJECT;
  arguments[0].class_id = class->id;
  arguments[0].integer = instance;
  if (lua_type(L, key) != LUA_TSTRING) {
    clua_raise(L, "%s has no fields by %s", class->name, luaL_typename(L, key));
  }
  // The names of properties are interned, so the table finds them by address.
  lua_pushvalue(L, key);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNUMBER) {
    clua_call_back(L, vm, (int32_t)lua_tointegerx(L, -1, NULL), arguments, 1);
    if (push_reply(L, vm, CLUA_NO_ARGUMENTS) == 0) lua_pushnil(L);
    return 1;
  }
  if (class->open_get != CLUA_NO_FUNCTION) {
    clua_decode(L, key, &arguments[1]);
    clua_call_back(L, vm, class->open_get, arguments, 2);
    if (push_reply(L, vm, CLUA_NO_ARGUMENTS) > 0) return 1;
  }
  complain_about_name(L, class, lua_tostring(L, key));
}

// __index of the methods' table of a class's lone instance. Upvalues: class, properties.
static int get_from_lone(lua_State *L) {
  return get(L, lua_touserdata(L, lua_upvalueindex(1)), 0, 2);
}

// __index of numbered instances. Upvalues: class, properties, methods.
static int get_from_instance(lua_State *L) {
  const clua_object *object = object_at(L, 1);
  const clua_class *class = lua_touserdata(L, lua_upvalueindex(1));
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL) return 1;
  lua_pop(L, 1);
  if (object == NULL) clua_raise(L, "%s expected", class->name);
  return get(L, class, object->instance, 2);
}

static int set(lua_State *L) {
  const clua_class *class = lua_touserdata(L, lua_upvalueindex(1));
  const clua_object *object = object_at(L, 1);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
  if (object == NULL || object->owner != class) {
    clua_raise(L, "%s cannot be assigned to like this", class->name);
  }
  if (name == NULL) {
    if (class->open_set == CLUA_NO_FUNCTION) clua_raise(L, "%s cannot be assigned to", class->name);
    clua_raise(L, "%s: a name must be a string, as in %s.hits = 1; this one is of type %s",
               class->name, class->name, luaL_typename(L, 2));
  }
  if (class->open_set == CLUA_NO_FUNCTION || find_method(class, name) != NULL) {
    clua_raise(L, "%s.%.60s cannot be assigned to", class->name, name);
  }
  clua_value arguments[3];
  arguments[0].type = CLUA_OBJECT;
  arguments[0].class_id = class->id;
  arguments[0].integer = object->instance;
  clua_decode(L, 2, &arguments[1]);
  clua_decode(L, 3, &arguments[2]);
  clua_call_back(L, clua_vm_of(L), class->open_set, arguments, 3);
  return 0;
}

static int are_equal(lua_State *L) {
  const clua_object *a = object_at(L, 1), *b = object_at(L, 2);
  lua_pushboolean(L, a != NULL && b != NULL && a->owner == b->owner && a->instance == b->instance);
  return 1;
}

static int describe(lua_State *L) {
  const clua_object *object = object_at(L, 1);
  if (object == NULL) return 0;
  if (object->instance == 0) {
    lua_pushstring(L, object->owner->name);
  } else {
    lua_pushfstring(L, "%s %I", object->owner->name, (LUAI_UACINT)object->instance);
  }
  return 1;
}

// MARK: Defining

static clua_class *copy_class(const char *name, const clua_member *members, int32_t count) {
  size_t names = 0;
  for (int32_t i = 0; i < count; i++) names += strlen(members[i].name) + 1;
  clua_class *class = calloc(1, sizeof *class);
  if (class == NULL) return NULL;
  class->name = strdup(name);
  class->methods = malloc((size_t)count * sizeof *class->methods + names + 1);
  if (class->name == NULL || class->methods == NULL) {
    free(class->name);
    free(class->methods);
    free(class);
    return NULL;
  }
  char *text = (char *)(class->methods + count);
  for (int32_t i = 0; i < count; i++) {
    size_t length = strlen(members[i].name) + 1;
    memcpy(text, members[i].name, length);
    class->methods[i] = (clua_method){.name = text,
                                      .owner = class,
                                      .function = members[i].function,
                                      .is_property = members[i].is_property,
                                      .takes_list = members[i].takes_list};
    text += length;
  }
  class->count = count;
  return class;
}

// The fields that both metatables of a class share. The metatable is on top.
static void fill_metatable(lua_State *L, clua_class *class) {
  lua_pushstring(L, class->name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  lua_pushlightuserdata(L, class);
  lua_pushcclosure(L, set, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, are_equal);
  lua_setfield(L, -2, "__eq");
  lua_pushcfunction(L, describe);
  lua_setfield(L, -2, "__tostring");
}

static void build_class(lua_State *L, clua_vm *vm, clua_class *class) {
  int base = lua_gettop(L), properties = base + 1, methods = base + 2;
  lua_createtable(L, 0, class->count);
  lua_createtable(L, 0, class->count);
  for (int32_t i = 0; i < class->count; i++) {
    clua_method *method = &class->methods[i];
    if (method->is_property) {
      lua_pushinteger(L, method->function);
    } else {
      lua_pushlightuserdata(L, method);
      lua_pushcclosure(L, call_method, 1);
    }
    lua_setfield(L, method->is_property ? properties : methods, method->name);
  }
  // Numbered instances.
  lua_createtable(L, 0, 6);
  fill_metatable(L, class);
  lua_pushlightuserdata(L, class);
  lua_pushvalue(L, properties);
  lua_pushvalue(L, methods);
  lua_pushcclosure(L, get_from_instance, 3);
  lua_setfield(L, -2, "__index");
  class->metatable = clua_keep(L, vm);
  // Instance 0: a method is found without calling a function.
  clua_object *object = lua_newuserdatauv(L, sizeof *object, 0);
  object->owner = class;
  object->instance = 0;
  lua_createtable(L, 0, 6);
  fill_metatable(L, class);
  lua_createtable(L, 0, 1);
  lua_pushlightuserdata(L, class);
  lua_pushvalue(L, properties);
  lua_pushcclosure(L, get_from_lone, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, methods);
  lua_pushvalue(L, methods);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  class->lone = clua_keep(L, vm);
  lua_settop(L, base);
}

static bool add_class(clua_vm *vm, clua_class *class) {
  if (vm->class_count == vm->class_capacity) {
    int32_t capacity = vm->class_capacity * 2 + 8;
    clua_class **grown = realloc(vm->classes, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return false;
    vm->classes = grown;
    vm->class_capacity = capacity;
  }
  class->id = vm->class_count;
  vm->classes[vm->class_count++] = class;
  return true;
}

int32_t clua_define_class(clua_vm *vm, const char *name, const clua_member *members, int32_t count,
                          int32_t open_get, int32_t open_set) {
  if (vm->dead || vm->inside) return -1;
  clua_class *class = copy_class(name, members, count);
  if (class == NULL) return -1;
  class->open_get = open_get;
  class->open_set = open_set;
  if (!add_class(vm, class)) {
    free(class->methods);
    free(class->name);
    free(class);
    return -1;
  }
  clua_vm *outer = clua_current;
  vm->inside = true;
  clua_current = vm;
  volatile int32_t id = class->id;
  if (_setjmp(vm->landing) == 0) {
    lua_settop(vm->state, CLUA_PLACE_TOP);
    build_class(vm->state, vm, class);
  } else {
    id = -1;
  }
  clua_current = outer;
  vm->inside = false;
  return id;
}
