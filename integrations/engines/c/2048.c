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

// Lines of tiles are compared all at once, as the bytes of a word.
static const uint64_t LOW = UINT64_C(0x7F7F7F7F7F7F7F7F), HIGH = UINT64_C(0x8080808080808080);

// The high bit of each byte that is not 0; tiles are below 128.
static uint64_t filled(uint64_t tiles) { return (tiles + LOW) & HIGH; }

// Of neighbours, 1 if some far tile can slide to the near one's cell, 2 the other way, 3 both.
static int slides(uint64_t near, uint64_t far, uint64_t cells) {
  uint64_t apart = filled(near ^ far);
  return ((filled(far) & ~(filled(near) & apart) & cells) != 0) |
         ((filled(near) & ~(filled(far) & apart) & cells) != 0) << 1;
}

// The directions that tiles can slide to: bit LEFT, RIGHT, UP, DOWN.
static int directions(const level *l, const state *s) {
  int across = 0, along = 0;
  uint64_t above = 0, all = HIGH >> 8 * (8 - l->size);
  for (int row = 0; row < l->size; row++) {
    uint64_t tiles = 0;
    for (int i = 0; i < l->size; i++) tiles |= (uint64_t)s->board[row * l->size + i] << 8 * i;
    across |= slides(tiles, tiles >> 8, all >> 8);
    if (row > 0) along |= slides(above, tiles, all);
    above = tiles;
  }
  return across << LEFT | along << UP;
}

static int32_t moves(const void *opened, const void *at, int64_t *out, int32_t room) {
  int32_t count = 0, can = directions(opened, at);
  for (int direction = LEFT; direction <= DOWN; direction++) {
    if (!(can >> direction & 1)) continue;
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
      end_of(l, s, 1) != PT_GOES_ON) {
    return -1;
  }
  // From cell to cell away from the side that tiles slide to, and from line to line.
  int across = direction <= RIGHT, back = direction == RIGHT || direction == DOWN;
  int next = (across ? 1 : l->size) * (back ? -1 : 1), line = across ? l->size : 1, slid = 0;
  uint8_t *first = s->board + (back ? (l->size - 1) * -next : 0);
  for (uint8_t *end = first + line * l->size; first != end; first += line) {
    uint8_t *filled = first, *cell = first;
    int last = 0; // The tile in the cell that was filled last, if it may still merge.
    for (int i = 0; i < l->size; i++, cell += next) {
      int tile = *cell;
      if (tile == 0) continue;
      *cell = 0;
      if (tile == last) {
        filled[-next]++;
        s->score += INT64_C(1) << (tile + 1);
        if (tile + 1 > s->best) s->best = tile + 1;
        emit(host, 0, tile + 1);
        slid = 1;
        last = 0; // A tile merges once per move.
      } else {
        slid |= filled != cell;
        *filled = (uint8_t)tile;
        filled += next;
        last = tile;
      }
    }
  }
  if (!slid) return -1;
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

static int32_t reason(const void *opened, const void *at) {
  return directions(opened, at) == 0 ? 0 : 1; // "stuck", "moves"
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
    " \"summary\": \"the largest tile\"}], \"reasons\": [\"stuck\", \"moves\"],"
    " \"hidden\": \"imagine\"}",
  .level_open = level_open,
  .level_close = level_close,
  .state_bytes = state_bytes,
  .start = start,
  .apply = apply,
  .look = look,
  .moves = moves,
  .picture = picture,
  .figures = figures,
  .reason = reason,
};

const pt_engine *playtest_engine(void) { return &engine; }
