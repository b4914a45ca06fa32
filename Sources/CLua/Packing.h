// What Packing.c and Fields.c share: values of a state are written by the first, its fields by the
// second.
#ifndef CLUA_PACKING_H
#define CLUA_PACKING_H

#include "State.h"

#pragma GCC visibility push(hidden)

typedef struct clua_field {
  const char *name;
  size_t length;
} clua_field;

// Where the packing is.
typedef struct clua_writer {
  clua_vm *vm;
  clua_rules *rules;
  clua_bytes *shape;               // what is seen
  bool is_secret;                  // the values at hand are hidden
  uint32_t secrets[CLUA_STATE_POOLS];
  int32_t pool;
  bool is_own;                     // a list of two: the second's values go to the next pool
  int32_t own_pool;
  int depth;
  clua_field path[CLUA_STATE_DEPTH + 2];  // names; without one a place
  int64_t places[CLUA_STATE_DEPTH + 2];
} clua_writer;

/// Leaves "s.down[3] WHAT" on the stack and answers false.
bool clua_complain(lua_State *L, const clua_writer *out, const char *what);
/// Whether the state is larger than it may be.
bool clua_is_full(const clua_writer *out);
/// The names of the table at an index, sorted; -1 with a message when it has other keys as well.
int32_t clua_names_of(lua_State *L, clua_writer *out, int table, clua_field *fields);
/// Writes a name and its value in the table at an index.
bool clua_write_field(lua_State *L, clua_writer *out, int table, const clua_field *name);
/// Writes the value of the name on top of the stack, and pops it.
bool clua_write_named(lua_State *L, clua_writer *out, int table, const char *name, size_t length);
/// Writes a list of whole numbers without Lua's interface; false, and nothing written, for any other
/// value.
bool clua_write_numbers(clua_writer *out, const clua_content *value, uint8_t tag);
/// Writes a list of tables that lies under a name in the state's table; false, and nothing written, for
/// any other value. What is wrong with a member makes `*is_fine` false.
bool clua_write_rows(lua_State *L, clua_writer *out, int table, const clua_field *name,
                     const clua_content *value, uint8_t tag, bool *is_fine);

#pragma GCC visibility pop
#endif
