// Tables and stacks of the known Lua as they lie in memory, for what goes over many members at a time or
// is done at every move: through Lua's interface each costs several calls. Internals.c says when Lua is
// the known one; when it is not, callers use the interface.
//
// Numbers and booleans are not objects, so writing one where a value already is needs no barrier of
// the collector.
#ifndef CLUA_SLOTS_H
#define CLUA_SLOTS_H

#include <assert.h>

#include "Private.h"

#pragma GCC visibility push(hidden)

enum {
  CLUA_SLOT_NIL = 0, CLUA_SLOT_INTEGER = 0x03,
  CLUA_SLOT_SHORT_STRING = 0x44, CLUA_SLOT_TABLE = 0x45,
  CLUA_SLOT_KIND = 0x0F,     // of a tag: 0 for each kind of nil
  CLUA_SHORT_STRING = 40,    // the most bytes of a string that there is only once
  CLUA_STRING_HEADER = 24,   // a string's bytes follow it
  CLUA_STRING_LENGTH = 11,   // the byte of the header that has the length of such a string
};

typedef union clua_content {
  int64_t integer;
  const void *object;
} clua_content;

/// A place of a table's array.
typedef struct clua_slot {
  clua_content value;
  uint8_t tag;
} clua_slot;

/// A key of a table that does not lie in its array, and its value.
typedef struct clua_pair {
  clua_content value;
  uint8_t tag, key_tag;
  int32_t next;
  const void *key;
} clua_pair;

typedef struct clua_table {
  void *next;
  uint8_t type, mark, flags, pairs_logarithm;
  uint32_t hint;             // the array's size, or a hint of the list's length
  clua_slot *slots;
  clua_pair *pairs;
  const void *last_free;     // NULL: it has no pairs at all
  const void *metatable;
} clua_table;

/// The start of a call's record: below its arguments lies the function.
typedef struct clua_frame {
  clua_slot *function;
} clua_frame;

/// The start of a thread.
typedef struct clua_thread {
  void *next;
  uint8_t type, mark, status, allows_hook;
  uint16_t calls;
  clua_slot *top;  // the first free place of the stack
  void *global;
  clua_frame *frame;
} clua_thread;

static_assert(sizeof(void *) != 8 ||
                  (sizeof(clua_slot) == 16 && sizeof(clua_pair) == 24 &&
                   offsetof(clua_pair, key) == 16 && offsetof(clua_table, hint) == 12 &&
                   offsetof(clua_table, last_free) == 32 && offsetof(clua_table, metatable) == 40 &&
                   offsetof(clua_thread, top) == 16 && offsetof(clua_thread, frame) == 32),
              "tables and threads lie in memory as Lua 5.4.4 has them");

static inline bool clua_knows_tables(const clua_vm *vm) {
  return sizeof(void *) == 8 && vm->is_known_lua;
}

/// The table at an index of the stack, which is one; NULL when Lua is not the known one.
static inline clua_table *clua_known_table(lua_State *L, const clua_vm *vm, int index) {
  return clua_knows_tables(vm) ? (clua_table *)lua_topointer(L, index) : NULL;
}

/// The arguments of the C function that is running, and how many there are; NULL when Lua is not the
/// known one.
static inline const clua_slot *clua_known_arguments(lua_State *L, int *count) {
  if (!clua_knows_tables(clua_vm_of(L))) {
    *count = lua_gettop(L);
    return NULL;
  }
  const clua_thread *thread = (const clua_thread *)L;
  const clua_slot *arguments = thread->frame->function + 1;
  *count = (int)(thread->top - arguments);
  return arguments;
}

/// Pushes a value that something else keeps alive, for which the stack has room. It needs no barrier:
/// the collector goes over stacks again at its end.
static inline void clua_push_slot(lua_State *L, const clua_slot *slot) {
  clua_thread *thread = (clua_thread *)L;
  *thread->top++ = *slot;
}

/// Pushes a value that the registry keeps at a place, for which the stack has room.
static inline void clua_push_kept(lua_State *L, const clua_table *registry, int32_t place) {
  // What lies within the hint lies within the array, too.
  if (registry != NULL && place > 0 && (uint32_t)place <= registry->hint) {
    clua_push_slot(L, &registry->slots[place - 1]);
  } else {
    lua_rawgeti(L, LUA_REGISTRYINDEX, place);
  }
}

/// The table of the state; NULL when Lua is not the known one.
static inline clua_table *clua_state_table(const clua_vm *vm, const clua_rules *rules) {
  return clua_knows_tables(vm) ? (clua_table *)rules->state_table : NULL;
}

/// How many places the array of a table has.
static inline uint32_t clua_room(const clua_table *table) {
  enum { IS_HINT = 0x80 };
  uint32_t size = table->hint;
  if ((table->flags & IS_HINT) == 0 || (size & (size - 1)) == 0) return size;
  return UINT32_C(1) << (32 - __builtin_clz(size));
}

static inline bool clua_is_nil(uint8_t tag) { return (tag & CLUA_SLOT_KIND) == 0; }

/// How many keys a table has that do not lie in its array.
static inline int64_t clua_count_pairs(const clua_table *table) {
  const clua_pair *end = table->pairs + ((size_t)1 << table->pairs_logarithm);
  int64_t count = 0;
  for (const clua_pair *pair = table->pairs; pair < end; pair++) count += !clua_is_nil(pair->tag);
  return count;
}

static inline bool clua_has_key(const clua_pair *pair, const void *key) {
  return pair->key == key && pair->key_tag == CLUA_SLOT_SHORT_STRING;
}

/// Whether a metatable is that of the tables that the host makes for the state of the game that is
/// being played: it answers nothing.
static inline bool clua_is_mark(const clua_vm *vm, const void *metatable) {
  return vm->play != NULL && vm->rules[vm->play->rules - 1]->mark_table == metatable;
}

/// Whether no metamethod can answer for the table at an index.
static inline bool clua_is_plain(lua_State *L, int index) {
  const clua_vm *vm = clua_vm_of(L);
  const clua_table *table = clua_known_table(L, vm, index);
  if (table != NULL) return table->metatable == NULL || clua_is_mark(vm, table->metatable);
  if (!lua_getmetatable(L, index)) return true;
  bool is_mark = clua_is_mark(vm, lua_topointer(L, -1));
  lua_pop(L, 1);
  return is_mark;
}

#pragma GCC visibility pop
#endif
