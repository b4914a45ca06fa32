// What the files of the grid library share.
//
// A board is a list of whole numbers, row by row from the top left. 0 is an empty cell, a positive
// number something that matches and falls, a negative number something fixed, such as a wall.
#ifndef CLUA_GRID_H
#define CLUA_GRID_H

#include "Private.h"

#pragma GCC visibility push(hidden)

enum {
  /// The most cells a board has.
  GRID_MAX_CELLS = 16384,
  /// Cells of a board that need no memory of Lua's.
  GRID_ROOM = 256,
};

/// A board that was read, with cells counted from 0.
typedef struct grid_board {
  int64_t *cells;
  lua_Integer count, width, height;
  int64_t room[GRID_ROOM];
} grid_board;

/// A list that is being written: the argument `out`, or a new one. Its first members are kept here
/// until it is known how many there are.
typedef struct grid_result {
  lua_State *L;
  int list;  // its stack index; 0: there is none yet
  lua_Integer count;
  int64_t first[2 * GRID_ROOM];
} grid_result;

/// Raises "bad argument #n to 'function' (NAME WHAT)".
__attribute__((format(printf, 4, 5))) _Noreturn void grid_refuse(
    lua_State *L, int argument, const char *name, const char *format, ...);
/// A whole number within bounds.
lua_Integer grid_whole(lua_State *L, int argument, const char *name, lua_Integer low,
                       lua_Integer high);
/// The argument `minimum`, or `otherwise` if there is none.
lua_Integer grid_minimum(lua_State *L, int argument, lua_Integer otherwise);
/// Reads `board` and `width`, arguments 1 and 2 of `arguments`; what is above them is scratch.
void grid_read_board(lua_State *L, int arguments, grid_board *board);
/// Memory that lives until the function returns.
void *grid_scratch(lua_State *L, size_t bytes);

/// Begins to write to the argument `out`, or to a new list.
void grid_start(grid_result *result, lua_State *L, int argument);
/// Adds a number behind the first ones.
void grid_add_more(grid_result *result, lua_Integer value);
/// Removes what the list held before, behind what was written, and pushes the list.
int grid_finish(grid_result *result);

static inline void grid_add(grid_result *result, lua_Integer value) {
  if (result->count < 2 * GRID_ROOM) {
    result->first[result->count++] = value;
  } else {
    grid_add_more(result, value);
  }
}

int grid_lines(lua_State *L);
int grid_runs(lua_State *L);
int grid_swaps(lua_State *L);
int grid_groups(lua_State *L);
int grid_flood(lua_State *L);
int grid_distances(lua_State *L);

#pragma GCC visibility pop
#endif
