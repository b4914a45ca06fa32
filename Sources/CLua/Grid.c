// The grid library: what games on a board of square cells do most, over plain lists.
//
// Arguments are checked with their names before anything is written. Work is charged by the number
// of cells. No function calls Lua while it holds a board, except `fill`, which keeps none.
#include <stdarg.h>
#include <stdio.h>

#include "Grid.h"
#include "Slots.h"

enum {
  MAX_COMPANIONS = 8,
  /// Cells that cost as much as one instruction, when they are only copied.
  CELLS_PER_UNIT = 4,
};

// MARK: Arguments

void grid_refuse(lua_State *L, int argument, const char *name, const char *format, ...) {
  char text[200];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  clua_pay(clua_vm_of(L), 20);
  luaL_argerror(L, argument, lua_pushfstring(L, "%s %s", name, text));
  __builtin_unreachable();
}

lua_Integer grid_whole(lua_State *L, int argument, const char *name, lua_Integer low,
                       lua_Integer high) {
  int is_whole = 0;
  bool is_number = lua_type(L, argument) == LUA_TNUMBER;
  lua_Integer value = is_number ? lua_tointegerx(L, argument, &is_whole) : 0;
  if (!is_whole) {
    grid_refuse(L, argument, name, "must be a whole number, not %s",
                is_number ? "one with a fraction" : luaL_typename(L, argument));
  }
  if (value < low || value > high) {
    grid_refuse(L, argument, name, "must be from %lld to %lld, not %lld", (long long)low,
                (long long)high, (long long)value);
  }
  return value;
}

lua_Integer grid_minimum(lua_State *L, int argument, lua_Integer otherwise) {
  if (lua_isnoneornil(L, argument)) return otherwise;
  return grid_whole(L, argument, "minimum", 1, GRID_MAX_CELLS);
}

// Whether the metatable on top of the stack answers for members of its table.
static bool is_answering(lua_State *L) {
  static const char *const events[] = {"__index", "__newindex", "__len"};
  for (int i = 0; i < 3; i++) {
    lua_pushstring(L, events[i]);
    bool is_there = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
    if (is_there) return true;
  }
  return false;
}

// The stack index of a plain list: the argument's, or that of the list behind a read-only one,
// which is pushed.
static int plain_list(lua_State *L, int argument, const char *name) {
  luaL_checkstack(L, 4, NULL);
  if (lua_type(L, argument) != LUA_TTABLE) {
    grid_refuse(L, argument, name, "must be a list, not %s", luaL_typename(L, argument));
  }
  if (clua_is_plain(L, argument)) return argument;
  lua_getmetatable(L, argument);
  bool is_plain = !is_answering(L);
  lua_pop(L, 1);
  if (is_plain) return argument;
  if (clua_push_sealed(L, argument)) return lua_gettop(L);
  grid_refuse(L, argument, name, "must be a plain list, not one with a metatable");
}

static void check_writable(lua_State *L, int argument, const char *name) {
  if (plain_list(L, argument, name) != argument) grid_refuse(L, argument, name, "is read-only");
}

static lua_Integer length_of(lua_State *L, int list, int argument, const char *name) {
  lua_Unsigned count = lua_rawlen(L, list);
  if (count > GRID_MAX_CELLS) {
    grid_refuse(L, argument, name, "must have at most %d members, not %llu", GRID_MAX_CELLS,
                (unsigned long long)count);
  }
  return (lua_Integer)count;
}

// The whole number at a place of a list.
static int64_t member(lua_State *L, int list, lua_Integer place, int argument, const char *name) {
  int is_whole = 0, type = lua_rawgeti(L, list, place);
  lua_Integer value = type == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_whole) : 0;
  if (!is_whole) {
    grid_refuse(L, argument, name, "must hold whole numbers; member %lld is %s", (long long)place,
                type == LUA_TNUMBER ? "one with a fraction" : lua_typename(L, type));
  }
  lua_pop(L, 1);
  return value;
}

// Reads a list of whole numbers into `room`, or into scratch memory if it is longer.
static int64_t *read_list(lua_State *L, int argument, const char *name, int64_t *room,
                          lua_Integer capacity, lua_Integer *count) {
  luaL_checkstack(L, 8, NULL);
  int list = plain_list(L, argument, name);
  *count = length_of(L, list, argument, name);
  clua_pay(clua_vm_of(L), 2 + *count / CELLS_PER_UNIT);
  int64_t *cells = room;
  if (*count > capacity) cells = grid_scratch(L, (size_t)*count * sizeof *cells);
  if (!clua_read_members(L, list, cells, *count)) {
    clua_pay(clua_vm_of(L), *count);
    for (lua_Integer i = 0; i < *count; i++) cells[i] = member(L, list, i + 1, argument, name);
  }
  return cells;
}

// Checks the members of a list without keeping them.
static void check_members(lua_State *L, int argument, lua_Integer count, const char *name) {
  int64_t room[GRID_ROOM];
  clua_pay(clua_vm_of(L), count / CELLS_PER_UNIT);
  if (count <= GRID_ROOM && clua_read_members(L, argument, room, count)) return;
  clua_pay(clua_vm_of(L), count);
  for (lua_Integer i = 1; i <= count; i++) member(L, argument, i, argument, name);
}

void grid_read_board(lua_State *L, int arguments, grid_board *b) {
  lua_settop(L, arguments);  // what is missing is nil
  b->cells = read_list(L, 1, "board", b->room, GRID_ROOM, &b->count);
  if (b->count == 0) grid_refuse(L, 1, "board", "must have cells; it is empty");
  b->width = grid_whole(L, 2, "width", 1, b->count);
  if (b->count % b->width != 0) {
    grid_refuse(L, 2, "width", "must divide the board's %lld cells; it is %lld",
                (long long)b->count, (long long)b->width);
  }
  b->height = b->count / b->width;
}

void *grid_scratch(lua_State *L, size_t bytes) { return lua_newuserdatauv(L, bytes, 0); }

// MARK: Results

void grid_start(grid_result *result, lua_State *L, int argument) {
  luaL_checkstack(L, 8, NULL);
  result->L = L;
  result->count = 0;
  result->list = 0;
  if (lua_isnoneornil(L, argument)) return;
  check_writable(L, argument, "out");
  result->list = argument;
}

static void make_list(grid_result *result) {
  if (result->list != 0) return;
  lua_createtable(result->L, (int)result->count, 0);
  result->list = lua_gettop(result->L);
}

void grid_add_more(grid_result *result, lua_Integer value) {
  make_list(result);
  lua_pushinteger(result->L, value);
  lua_rawseti(result->L, result->list, ++result->count);
}

// Writes the first members, which were kept.
static void write_first(grid_result *result) {
  lua_State *L = result->L;
  lua_Integer count = result->count < 2 * GRID_ROOM ? result->count : 2 * GRID_ROOM;
  const clua_table *known = clua_known_table(L, clua_vm_of(L), result->list);
  if (known == NULL || clua_room(known) < count) {
    for (lua_Integer i = 0; i < count; i++) {
      lua_pushinteger(L, result->first[i]);
      lua_rawseti(L, result->list, i + 1);
    }
    return;
  }
  for (lua_Integer i = 0; i < count; i++) {
    known->slots[i].value.integer = result->first[i];
    known->slots[i].tag = CLUA_SLOT_INTEGER;
  }
}

int grid_finish(grid_result *result) {
  lua_State *L = result->L;
  make_list(result);
  clua_pay(clua_vm_of(L), 1 + result->count);
  write_first(result);
  for (lua_Integer old = (lua_Integer)lua_rawlen(L, result->list); old > result->count; old--) {
    clua_pay(clua_vm_of(L), 1);
    lua_pushnil(L);
    lua_rawseti(L, result->list, old);
  }
  lua_pushvalue(L, result->list);
  return 1;
}

// MARK: Changes

// Lets what is in a column fall to its lowest empty cells; `order` says where each cell came from.
static lua_Integer settle(const grid_board *b, lua_Integer column, int32_t *order) {
  lua_Integer moved = 0, floor = b->height - 1;  // the lowest row that may still be empty
  for (lua_Integer row = b->height - 1; row >= 0; row--) {
    lua_Integer cell = row * b->width + column;
    if (b->cells[cell] < 0) floor = row - 1;
    if (b->cells[cell] <= 0) continue;
    lua_Integer target = floor * b->width + column;
    floor -= 1;
    if (target == cell) continue;
    b->cells[target] = b->cells[cell];
    b->cells[cell] = 0;
    order[target] = (int32_t)cell;
    order[cell] = -1;
    moved += 1;
  }
  return moved;
}

static int grid_fall(lua_State *L) {
  grid_board b;
  int32_t room[GRID_ROOM], *order = room;
  int companions = lua_gettop(L) > 2 ? lua_gettop(L) - 2 : 0;
  if (companions > MAX_COMPANIONS) {
    clua_raise(L, "fall takes at most %d lists in addition to the board", MAX_COMPANIONS);
  }
  grid_read_board(L, companions + 2, &b);
  check_writable(L, 1, "board");
  for (int i = 3; i < 3 + companions; i++) {
    check_writable(L, i, "list");
    lua_Integer count = length_of(L, i, i, "list");
    if (count != b.count) {
      grid_refuse(L, i, "list", "must have the board's %lld members, not %lld",
                  (long long)b.count, (long long)count);
    }
  }
  clua_pay(clua_vm_of(L), b.count / 2 + companions * b.count / 2);
  if (b.count > GRID_ROOM) order = grid_scratch(L, (size_t)b.count * sizeof *order);
  for (lua_Integer cell = 0; cell < b.count; cell++) order[cell] = (int32_t)cell;
  lua_Integer moved = 0;
  for (lua_Integer column = 0; column < b.width; column++) moved += settle(&b, column, order);
  // From below, a cell takes from one above it, which has not been written yet.
  for (lua_Integer cell = b.count - 1; moved > 0 && cell >= 0; cell--) {
    if (order[cell] == cell) continue;
    lua_pushinteger(L, b.cells[cell]);
    lua_rawseti(L, 1, cell + 1);
    for (int i = 3; i < 3 + companions; i++) {
      if (order[cell] < 0) lua_pushinteger(L, 0); else lua_rawgeti(L, i, order[cell] + 1);
      lua_rawseti(L, i, cell + 1);
    }
  }
  lua_pushinteger(L, moved);
  return 1;
}

// Sets empty cells by chance. `random` is called in the order of the cells; it may be any function,
// so nothing of the board is kept while it runs.
static int grid_fill(lua_State *L) {
  lua_Integer filled = 0, choices;
  lua_settop(L, 3);
  luaL_checkstack(L, 8, NULL);
  check_writable(L, 1, "board");
  lua_Integer count = length_of(L, 1, 1, "board");
  bool is_list = lua_type(L, 2) == LUA_TTABLE;
  if (is_list) {
    int list = plain_list(L, 2, "values");
    if (list != 2) lua_replace(L, 2);
    choices = length_of(L, 2, 2, "values");
    if (choices == 0) grid_refuse(L, 2, "values", "must not be empty");
    check_members(L, 2, choices, "values");
  } else {
    choices = grid_whole(L, 2, "values", 1, LUA_MAXINTEGER);
  }
  if (lua_type(L, 3) != LUA_TFUNCTION) {
    grid_refuse(L, 3, "random", "must be a function, not %s", luaL_typename(L, 3));
  }
  check_members(L, 1, count, "board");
  clua_pay(clua_vm_of(L), count / 2);
  for (lua_Integer cell = 1; cell <= count; cell++) {
    int is_whole = 0;
    if (lua_rawgeti(L, 1, cell) != LUA_TNUMBER || lua_tointegerx(L, -1, &is_whole) != 0 ||
        !is_whole) {
      lua_pop(L, 1);
      continue;
    }
    clua_pay(clua_vm_of(L), 4);
    lua_pushvalue(L, 3);
    lua_pushinteger(L, choices);
    lua_call(L, 1, 1);
    lua_Integer drawn = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &is_whole) : 0;
    if (drawn < 1 || drawn > choices) {
      grid_refuse(L, 3, "random", "must give a whole number from 1 to %lld", (long long)choices);
    }
    if (is_list) lua_rawgeti(L, 2, drawn); else lua_pushinteger(L, drawn);
    lua_rawseti(L, 1, cell);
    lua_pop(L, 2);
    filled += 1;
  }
  lua_pushinteger(L, filled);
  return 1;
}

static int grid_set(lua_State *L) {
  int64_t room[GRID_ROOM];
  lua_Integer count, changed = 0;
  lua_settop(L, 3);
  check_writable(L, 1, "board");
  lua_Integer size = length_of(L, 1, 1, "board");
  int64_t *cells = read_list(L, 2, "cells", room, GRID_ROOM, &count);
  lua_Integer value = grid_whole(L, 3, "value", LUA_MININTEGER, LUA_MAXINTEGER);
  for (lua_Integer i = 0; i < count; i++) {
    if (cells[i] < 1 || cells[i] > size) {
      grid_refuse(L, 2, "cells", "must be from 1 to %lld; member %lld is %lld", (long long)size,
                  (long long)(i + 1), (long long)cells[i]);
    }
  }
  clua_pay(clua_vm_of(L), count);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, 1, cells[i]);
    lua_pushinteger(L, value);
    if (!lua_rawequal(L, -1, -2)) changed += 1;
    lua_rawseti(L, 1, cells[i]);
    lua_pop(L, 1);
  }
  lua_pushinteger(L, changed);
  return 1;
}

// MARK: Counting and turning

static int grid_count(lua_State *L) {
  int64_t room[GRID_ROOM];
  lua_Integer size, count = 0;
  lua_settop(L, 2);
  int64_t *cells = read_list(L, 1, "board", room, GRID_ROOM, &size);
  lua_Integer value = grid_whole(L, 2, "value", LUA_MININTEGER, LUA_MAXINTEGER);
  for (lua_Integer i = 0; i < size; i++) count += cells[i] == value;
  lua_pushinteger(L, count);
  return 1;
}

static int grid_find(lua_State *L) {
  int64_t room[GRID_ROOM];
  lua_Integer size;
  lua_settop(L, 3);
  int64_t *cells = read_list(L, 1, "board", room, GRID_ROOM, &size);
  lua_Integer value = grid_whole(L, 2, "value", LUA_MININTEGER, LUA_MAXINTEGER);
  grid_result result;
  grid_start(&result, L, 3);
  for (lua_Integer i = 0; i < size; i++) {
    if (cells[i] == value) grid_add(&result, i + 1);
  }
  return grid_finish(&result);
}

// The cells within one step, in the order of their numbers.
static int near(lua_State *L, bool takes_corners) {
  lua_settop(L, 4);
  lua_Integer width = grid_whole(L, 1, "width", 1, GRID_MAX_CELLS);
  lua_Integer height = grid_whole(L, 2, "height", 1, GRID_MAX_CELLS / width);
  lua_Integer cell = grid_whole(L, 3, "cell", 1, width * height) - 1;
  grid_result result;
  grid_start(&result, L, 4);
  lua_Integer row = cell / width, column = cell % width;
  for (int down = -1; down <= 1; down++) {
    for (int right = -1; right <= 1; right++) {
      bool is_corner = down != 0 && right != 0, is_cell = down == 0 && right == 0;
      lua_Integer r = row + down, c = column + right;
      if (is_cell || (is_corner && !takes_corners)) continue;
      if (r >= 0 && r < height && c >= 0 && c < width) grid_add(&result, r * width + c + 1);
    }
  }
  return grid_finish(&result);
}

static int grid_neighbours(lua_State *L) { return near(L, false); }
static int grid_around(lua_State *L) { return near(L, true); }

static int turned(lua_State *L, bool is_transposed) {
  grid_board b;
  grid_read_board(L, 3, &b);
  grid_result result;
  grid_start(&result, L, 3);
  for (lua_Integer i = 0; i < b.count; i++) {
    lua_Integer row = i / b.width, mirrored = row * b.width + (b.width - 1 - i % b.width);
    grid_add(&result, b.cells[is_transposed ? (i % b.height) * b.width + i / b.height : mirrored]);
  }
  return grid_finish(&result);
}

static int grid_transpose(lua_State *L) { return turned(L, true); }
static int grid_mirror(lua_State *L) { return turned(L, false); }

// MARK: Opening

void clua_open_grid(lua_State *L) {
  static const clua_entry entries[] = {
    {"around", grid_around}, {"count", grid_count}, {"distances", grid_distances},
    {"fall", grid_fall}, {"fill", grid_fill}, {"find", grid_find}, {"flood", grid_flood},
    {"groups", grid_groups}, {"lines", grid_lines}, {"mirror", grid_mirror},
    {"neighbours", grid_neighbours}, {"runs", grid_runs}, {"set", grid_set},
    {"swaps", grid_swaps}, {"transpose", grid_transpose},
  };
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);
  clua_new_library(L, entries, sizeof entries / sizeof *entries, 0);
  clua_refuse_missing(L, "grid");
  clua_seal(L, "grid");
  lua_setfield(L, -2, "grid");
  lua_settop(L, CLUA_PLACE_TOP);
}
