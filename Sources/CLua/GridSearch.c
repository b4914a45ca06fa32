// The functions of the grid library that find something: lines, swaps, groups, ways.
#include "Grid.h"

// MARK: Runs and lines

typedef void (*run_action)(void *context, lua_Integer from, lua_Integer step, lua_Integer length);

// The length of the run that starts at `from`, of cells `step` apart of which `left` follow.
static lua_Integer run_length(const grid_board *b, lua_Integer from, lua_Integer step,
                              lua_Integer left) {
  int64_t value = b->cells[from];
  lua_Integer length = 1;
  if (value <= 0) return 1;
  while (length <= left && b->cells[from + length * step] == value) length++;
  return length;
}

// All runs of at least `minimum` equal positive cells: row by row, then column by column.
static void each_run(const grid_board *b, lua_Integer minimum, run_action action, void *context) {
  for (int pass = 0; pass < 2; pass++) {
    lua_Integer lines = pass == 0 ? b->height : b->width, end = b->count / lines;
    lua_Integer step = pass == 0 ? 1 : b->width, next = pass == 0 ? b->width : 1;
    for (lua_Integer line = 0; line < lines; line++) {
      for (lua_Integer i = 0; i < end;) {
        lua_Integer from = line * next + i * step;
        lua_Integer length = run_length(b, from, step, end - i - 1);
        if (length >= minimum && b->cells[from] > 0) action(context, from, step, length);
        i += length;
      }
    }
  }
}

static void mark_run(void *marks, lua_Integer from, lua_Integer step, lua_Integer length) {
  for (lua_Integer i = 0; i < length; i++) ((unsigned char *)marks)[from + i * step] = 1;
}

static void add_run(void *result, lua_Integer from, lua_Integer step, lua_Integer length) {
  grid_add(result, from + 1);
  grid_add(result, step);
  grid_add(result, length);
}

int grid_lines(lua_State *L) {
  grid_board b;
  unsigned char small[GRID_ROOM], *marks = small;
  grid_read_board(L, 4, &b);
  lua_Integer minimum = grid_minimum(L, 3, 3);
  grid_result result;
  grid_start(&result, L, 4);
  clua_pay(clua_vm_of(L), b.count);
  if (b.count > GRID_ROOM) marks = grid_scratch(L, (size_t)b.count);
  memset(marks, 0, (size_t)b.count);
  each_run(&b, minimum, mark_run, marks);
  for (lua_Integer cell = 0; cell < b.count; cell++) {
    if (marks[cell]) grid_add(&result, cell + 1);
  }
  return grid_finish(&result);
}

int grid_runs(lua_State *L) {
  grid_board b;
  grid_read_board(L, 4, &b);
  lua_Integer minimum = grid_minimum(L, 3, 3);
  grid_result result;
  grid_start(&result, L, 4);
  clua_pay(clua_vm_of(L), b.count);
  each_run(&b, minimum, add_run, &result);
  return grid_finish(&result);
}

// MARK: Swaps

// How many of the `left` cells on one side of `cell` hold `value` before one that does not.
static lua_Integer beside(const grid_board *b, lua_Integer cell, lua_Integer step,
                          lua_Integer left, int64_t value) {
  lua_Integer count = 0;
  while (count < left && b->cells[cell + (count + 1) * step] == value) count++;
  return count;
}

static inline lua_Integer smaller(lua_Integer a, lua_Integer b) { return a < b ? a : b; }

// Whether a cell is part of a run of at least `minimum`. No side is followed further than needed.
static bool is_in_run(const grid_board *b, lua_Integer row, lua_Integer column,
                      lua_Integer minimum) {
  lua_Integer w = b->width, cell = row * w + column, most = minimum - 1;
  int64_t value = b->cells[cell];
  lua_Integer across = 1 + beside(b, cell, -1, smaller(column, most), value) +
                       beside(b, cell, 1, smaller(w - 1 - column, most), value);
  if (across >= minimum) return true;
  return 1 + beside(b, cell, -w, smaller(row, most), value) +
             beside(b, cell, w, smaller(b->height - 1 - row, most), value) >=
         minimum;
}

// Whether exchanging a cell with its right (0, 1) or lower (1, 0) neighbour makes a run.
static bool swap_makes_run(grid_board *b, lua_Integer row, lua_Integer column, int down, int right,
                           lua_Integer minimum) {
  lua_Integer cell = row * b->width + column, other = cell + down * b->width + right;
  int64_t value = b->cells[cell], second = b->cells[other];
  if (value <= 0 || second <= 0 || value == second) return false;
  b->cells[cell] = second;
  b->cells[other] = value;
  bool makes_run = is_in_run(b, row, column, minimum) ||
                   is_in_run(b, row + down, column + right, minimum);
  b->cells[cell] = value;
  b->cells[other] = second;
  return makes_run;
}

// A board with two empty cells around it, for runs of three: no cell of those ends a line.
enum { EDGE = 2, EDGED_ROOM = 1024 };

typedef struct edged {
  int64_t cells[EDGED_ROOM];
  lua_Integer width;
} edged;

// Copies a board; false when it is too large.
static bool edge(const grid_board *b, edged *e) {
  lua_Integer cells = (b->width + 2 * EDGE) * (b->height + 2 * EDGE);
  if (cells > EDGED_ROOM) return false;
  e->width = b->width + 2 * EDGE;
  memset(e->cells, 0, (size_t)cells * sizeof *e->cells);
  for (lua_Integer row = 0; row < b->height; row++) {
    memcpy(&e->cells[(row + EDGE) * e->width + EDGE], &b->cells[row * b->width],
           (size_t)b->width * sizeof *b->cells);
  }
  return true;
}

static inline bool is_in_three(const int64_t *cell, lua_Integer step) {
  int64_t value = *cell;
  if (cell[-step] == value) return cell[-2 * step] == value || cell[step] == value;
  return cell[step] == value && cell[2 * step] == value;
}

// Whether exchanging a cell with the one `step` further makes a run of three.
static inline bool swap_makes_three(edged *e, int64_t *cell, lua_Integer step) {
  int64_t value = *cell, second = cell[step];
  if (value <= 0 || second <= 0 || value == second) return false;
  *cell = second;
  cell[step] = value;
  bool makes_run = is_in_three(cell, 1) || is_in_three(cell, e->width) ||
                   is_in_three(cell + step, 1) || is_in_three(cell + step, e->width);
  *cell = value;
  cell[step] = second;
  return makes_run;
}

int grid_swaps(lua_State *L) {
  grid_board b;
  edged e;
  grid_read_board(L, 4, &b);
  lua_Integer minimum = grid_minimum(L, 3, 3);
  grid_result result;
  grid_start(&result, L, 4);
  lua_Integer reach = smaller(minimum, b.width > b.height ? b.width : b.height), cell = 0;
  bool is_edged = minimum == 3 && edge(&b, &e);
  for (lua_Integer row = 0; row < b.height; row++) {
    clua_pay(clua_vm_of(L), b.width * (2 + reach / 2));
    for (lua_Integer column = 0; column < b.width; column++) {
      cell += 1;
      int64_t *edged_cell = is_edged ? &e.cells[(row + EDGE) * e.width + EDGE + column] : NULL;
      if (column + 1 < b.width &&
          (is_edged ? swap_makes_three(&e, edged_cell, 1)
                    : swap_makes_run(&b, row, column, 0, 1, minimum))) {
        grid_add(&result, cell);
        grid_add(&result, cell + 1);
      }
      if (row + 1 < b.height &&
          (is_edged ? swap_makes_three(&e, edged_cell, e.width)
                    : swap_makes_run(&b, row, column, 1, 0, minimum))) {
        grid_add(&result, cell);
        grid_add(&result, cell + b.width);
      }
    }
  }
  return grid_finish(&result);
}

// MARK: Areas

// The cells of equal value that are connected with a cell, in the order in which they are reached.
// `labels` of the cells are set: to `label`, or to the number of steps. Answers how many.
static lua_Integer spread(const grid_board *b, lua_Integer from, int32_t *queue, int32_t *labels,
                          int32_t label, bool counts_steps) {
  lua_Integer count = 1;
  int64_t value = b->cells[from];
  queue[0] = (int32_t)from;
  labels[from] = counts_steps ? 0 : label;
  for (lua_Integer next = 0; next < count; next++) {
    lua_Integer cell = queue[next], column = cell % b->width;
    int32_t mark = counts_steps ? labels[cell] + 1 : label;
    const lua_Integer beside[] = {
      cell - b->width, column > 0 ? cell - 1 : -1, column + 1 < b->width ? cell + 1 : -1,
      cell + b->width < b->count ? cell + b->width : -1};
    for (int i = 0; i < 4; i++) {
      lua_Integer other = beside[i];
      if (other < 0 || labels[other] >= 0 || b->cells[other] != value) continue;
      labels[other] = mark;
      queue[count++] = (int32_t)other;
    }
  }
  return count;
}

// Reads the board, and prepares a queue of its cells and labels that are all -1.
static int32_t *start_areas(lua_State *L, grid_board *b, int32_t *room, int32_t **labels) {
  grid_read_board(L, 4, b);
  clua_pay(clua_vm_of(L), 2 * b->count);
  int32_t *queue = room;
  if (b->count > GRID_ROOM) queue = grid_scratch(L, 2 * (size_t)b->count * sizeof *queue);
  *labels = queue + b->count;
  for (lua_Integer cell = 0; cell < b->count; cell++) (*labels)[cell] = -1;
  return queue;
}

int grid_groups(lua_State *L) {
  grid_board b;
  int32_t room[2 * GRID_ROOM], *labels, *queue = start_areas(L, &b, room, &labels);
  lua_Integer minimum = grid_minimum(L, 3, 1);
  grid_result result;
  grid_start(&result, L, 4);
  int32_t groups = 0;
  for (lua_Integer cell = 0; cell < b.count; cell++) {
    if (b.cells[cell] <= 0) labels[cell] = 0;
    if (labels[cell] >= 0) continue;
    lua_Integer size = spread(&b, cell, queue, labels, groups + 1, false);
    if (size >= minimum) {
      groups++;
    } else {
      for (lua_Integer i = 0; i < size; i++) labels[queue[i]] = 0;
    }
  }
  for (lua_Integer cell = 0; cell < b.count; cell++) grid_add(&result, labels[cell]);
  grid_finish(&result);
  lua_pushinteger(L, groups);
  return 2;
}

int grid_flood(lua_State *L) {
  grid_board b;
  int32_t room[2 * GRID_ROOM], *labels, *queue = start_areas(L, &b, room, &labels);
  lua_Integer from = grid_whole(L, 3, "cell", 1, b.count);
  grid_result result;
  grid_start(&result, L, 4);
  spread(&b, from - 1, queue, labels, 0, false);
  for (lua_Integer cell = 0; cell < b.count; cell++) {
    if (labels[cell] == 0) grid_add(&result, cell + 1);
  }
  return grid_finish(&result);
}

int grid_distances(lua_State *L) {
  grid_board b;
  int32_t room[2 * GRID_ROOM], *labels, *queue = start_areas(L, &b, room, &labels);
  lua_Integer from = grid_whole(L, 3, "cell", 1, b.count);
  grid_result result;
  grid_start(&result, L, 4);
  spread(&b, from - 1, queue, labels, 0, true);
  for (lua_Integer cell = 0; cell < b.count; cell++) grid_add(&result, labels[cell]);
  return grid_finish(&result);
}
