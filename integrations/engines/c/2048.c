// 2048 in C: the rules of scripts/games/tiles.lua, in which a tile is the exponent of 2.
#include <stdio.h>

#include "playtest_engine.h"

enum { LEFT = 1, RIGHT, UP, DOWN, LARGEST = 6, CELLS = LARGEST * LARGEST };

typedef struct level {
  int size, target, moves;
  double fours;
} level;

typedef struct state {
  int64_t score;
  uint64_t draws;
  int32_t moved, best;
  uint8_t board[CELLS + 4]; // 4 more, so that there is no padding.
} state;

static void *level_open(const char *json, char *error, size_t room) {
  level *opened = malloc(sizeof *opened);
  if (!opened) {
    snprintf(error, room, "there is too little memory");
    return NULL;
  }
  opened->size = (int)pt_number_field(json, "size", 4);
  opened->target = (int)pt_number_field(json, "target", 11);
  opened->moves = (int)pt_number_field(json, "moves", 0);
  opened->fours = pt_number_field(json, "fours", 0.1);
  if (opened->size < 3 || opened->size > LARGEST) {
    snprintf(error, room, "size: must be from 3 to %d", LARGEST);
    free(opened);
    return NULL;
  }
  return opened;
}

static void level_close(void *opened) { free(opened); }

static size_t state_bytes(const void *opened) {
  (void)opened;
  return sizeof(state);
}

// The cell at a place of a line, counted from the side that tiles slide to.
static int cell_at(int size, int direction, int line, int place) {
  int across = direction == RIGHT || direction == DOWN ? size - 1 - place : place;
  return direction <= RIGHT ? line * size + across : across * size + line;
}

static void add_tile(const level *l, state *s, uint64_t key) {
  int empty[CELLS], count = 0;
  for (int cell = 0; cell < l->size * l->size; cell++) {
    if (s->board[cell] == 0) empty[count++] = cell;
  }
  int cell = empty[pt_below(key, s->draws++, (uint32_t)count)];
  s->board[cell] = pt_uniform(key, s->draws++) < l->fours ? 2 : 1;
}

static void start(const void *opened, void *at, uint64_t key, pt_emit emit, void *host) {
  (void)emit, (void)host;
  add_tile(opened, at, key);
  add_tile(opened, at, key);
}

static int can_slide(const level *l, const state *s, int direction) {
  for (int line = 0; line < l->size; line++) {
    for (int i = 1; i < l->size; i++) {
      int near = s->board[cell_at(l->size, direction, line, i - 1)];
      int far = s->board[cell_at(l->size, direction, line, i)];
      if (far && (near == 0 || near == far)) return 1;
    }
  }
  return 0;
}

static int32_t moves(const void *opened, const void *at, int64_t *out, int32_t room) {
  int32_t count = 0;
  for (int direction = LEFT; direction <= DOWN; direction++) {
    if (!can_slide(opened, at, direction)) continue;
    if (count < room) out[count] = pt_move(direction, 0, 0, 0);
    count++;
  }
  return count;
}

static int32_t end_of(const level *l, const state *s, int32_t offered) {
  if (s->best >= l->target) return PT_WON;
  return offered == 0 || (l->moves > 0 && s->moved >= l->moves) ? PT_LOST : PT_GOES_ON;
}

static void look(const void *opened, const void *at, pt_look *out) {
  const level *l = opened;
  const state *s = at;
  int empty = 0;
  for (int cell = 0; cell < l->size * l->size; cell++) empty += s->board[cell] == 0;
  int32_t count = moves(opened, at, NULL, 0);
  out->score = s->score;
  out->worth = (double)(s->score + 50 * empty);
  out->end = end_of(l, s, count);
  out->move_count = out->end == PT_GOES_ON ? count : 0;
}

static int apply(
    const void *opened, void *at, int64_t move, uint64_t key, pt_emit emit, void *host) {
  const level *l = opened;
  state *s = at;
  int direction = pt_number(move, 0);
  if (direction < LEFT || direction > DOWN || move != pt_move(direction, 0, 0, 0) ||
      !can_slide(l, s, direction) || end_of(l, s, 1) != PT_GOES_ON) {
    return -1;
  }
  for (int line = 0; line < l->size; line++) {
    int filled = 0, last = 0; // The tile in the cell that was filled last, if it may still merge.
    for (int i = 0; i < l->size; i++) {
      int cell = cell_at(l->size, direction, line, i), tile = s->board[cell];
      if (tile == 0) continue;
      s->board[cell] = 0;
      if (tile == last) {
        s->board[cell_at(l->size, direction, line, filled - 1)]++;
        s->score += INT64_C(1) << (tile + 1);
        if (tile + 1 > s->best) s->best = tile + 1;
        emit(host, 0, tile + 1);
        last = 0; // A tile merges once per move.
      } else {
        s->board[cell_at(l->size, direction, line, filled++)] = (uint8_t)tile;
        last = tile;
      }
    }
  }
  s->moved++;
  add_tile(l, s, key);
  return 0;
}

static int32_t picture(const void *opened, const void *at, char *out, int32_t room) {
  const level *l = opened;
  const state *s = at;
  char text[CELLS * 6 + LARGEST + 1];
  int length = 0;
  for (int cell = 0; cell < l->size * l->size; cell++) {
    char tile[12] = ".";
    if (s->board[cell]) snprintf(tile, sizeof tile, "%ld", 1L << s->board[cell]);
    const char *after = (cell + 1) % l->size ? "" : cell + 1 < l->size * l->size ? "\n" : "";
    length += snprintf(text + length, sizeof text - (size_t)length, "%6s%s", tile, after);
  }
  if (room > 0) memcpy(out, text, (size_t)(length < room ? length : room));
  return length;
}

static void figures(const void *opened, const void *at, int64_t *out) {
  (void)opened;
  out[0] = ((const state *)at)->best;
}

static const pt_engine engine = {
  .abi = PLAYTEST_ENGINE_ABI,
  .size = sizeof(pt_engine),
  .game =
    "{\"name\": \"2048\", \"version\": \"1\","
    " \"summary\": \"Slide equal tiles together until one is large enough.\","
    " \"fields\": ["
    "{\"name\": \"size\", \"kind\": \"whole\", \"min\": 3, \"max\": 6, \"default\": 4,"
    " \"unit\": \"cells\", \"summary\": \"rows and columns of the board\"},"
    "{\"name\": \"target\", \"kind\": \"whole\", \"min\": 4, \"max\": 17, \"default\": 11,"
    " \"unit\": \"exponent\", \"summary\": \"the tile that wins: 11 is 2048\"},"
    "{\"name\": \"fours\", \"kind\": \"number\", \"min\": 0, \"max\": 1, \"default\": 0.1,"
    " \"unit\": \"share\", \"step\": 0.1, \"summary\": \"how many of the new tiles are fours\"},"
    "{\"name\": \"moves\", \"kind\": \"whole\", \"min\": 0, \"max\": 2000, \"default\": 0,"
    " \"unit\": \"moves\", \"step\": 10,"
    " \"summary\": \"moves until the game is lost; 0: no limit\"}],"
    " \"move\": [[\"direction\", 1, 4]], \"events\": {\"merged\": \"tiles merged\"},"
    " \"metrics\": [{\"name\": \"best\", \"unit\": \"exponent\","
    " \"summary\": \"the largest tile\"}], \"hidden\": \"imagine\"}",
  .level_open = level_open,
  .level_close = level_close,
  .state_bytes = state_bytes,
  .start = start,
  .apply = apply,
  .look = look,
  .moves = moves,
  .picture = picture,
  .figures = figures,
};

const pt_engine *playtest_engine(void) { return &engine; }
