#define _GNU_SOURCE
#include "Library.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Bytes behind a state that a library must not write.
enum { GUARD = 16, GUARD_BYTE = 0xA5, FIGURES = 64, PICTURE = 65536, NUMBERS = 16384 };
_Static_assert(PT_STATE_BYTES == CLIBRARY_STATE_BYTES, "the largest state");
#define LOOKED(field) (offsetof(clibrary_call, field) - offsetof(clibrary_call, score))
_Static_assert(
    LOOKED(worth) == offsetof(pt_look, worth) && LOOKED(end) == offsetof(pt_look, end) &&
        LOOKED(move_count) == offsetof(pt_look, move_count) &&
        LOOKED(move_count) + sizeof(int32_t) == sizeof(pt_look),
    "a call has a look");

// What belongs to a thread: one state, and lists that grow.
typedef struct workspace {
  _Alignas(16) uint8_t state[PT_STATE_BYTES + GUARD];
  int64_t figures[FIGURES];
  char picture[PICTURE];
  float numbers[NUMBERS];
  int64_t *moves;
  int32_t move_room;
  clibrary_event *events;
  int32_t event_room;
  int32_t event_count;
  // The same as the fields of `clibrary_call`.
  int64_t event_names;
  uint64_t event_extent;
  int failure;
} workspace;

static _Thread_local workspace *own;

static workspace *workspace_of_thread(void) {
  if (!own) {
    void *memory = NULL;
    if (posix_memalign(&memory, 16, sizeof *own) != 0) return NULL;
    memset(memory, 0, sizeof *own);
    own = memory;
    clibrary_give_stack();
  }
  return own;
}

static void emit(void *host, int32_t name, int64_t value) {
  workspace *w = host;
  if (w->event_count == w->event_room) {
    int32_t room = w->event_room ? 2 * w->event_room : 64;
    if (room > CLIBRARY_EVENTS) {
      w->failure = CLIBRARY_TOO_MANY_EVENTS;
      return;
    }
    clibrary_event *events = realloc(w->events, (size_t)room * sizeof *events);
    if (!events) {
      w->failure = CLIBRARY_NO_MEMORY;
      return;
    }
    w->events = events;
    w->event_room = room;
  }
  w->events[w->event_count++] = (clibrary_event){.name = name, .value = value};
  int64_t names = (int64_t)(uint32_t)name + 1;
  uint64_t extent = value < 0 ? -(uint64_t)value : (uint64_t)value;
  w->event_names = names > w->event_names ? names : w->event_names;
  w->event_extent = extent > w->event_extent ? extent : w->event_extent;
}

static void begin(workspace *w) {
  w->event_count = 0;
  w->event_names = 0;
  w->event_extent = 0;
  w->failure = CLIBRARY_DONE;
}

// Room for moves; whether there is as much.
static bool make_room(workspace *w, int32_t count) {
  if (count <= w->move_room) return true;
  int32_t room = count < 128 ? 128 : count;
  int64_t *moves = realloc(w->moves, (size_t)room * sizeof *moves);
  if (!moves) return false;
  w->moves = moves;
  w->move_room = room;
  return true;
}

static void load(workspace *w, const uint8_t *from, size_t bytes) {
  if (from) {
    clibrary_copy_bytes(w->state, from, bytes);
  } else {
    memset(w->state, 0, bytes);
  }
  memset(w->state + bytes, GUARD_BYTE, GUARD);
}

static bool is_guarded(const workspace *w, size_t bytes) {
  static const uint64_t pattern = UINT64_C(0xA5A5A5A5A5A5A5A5);
  for (size_t i = 0; i < GUARD; i += 8) {
    if (memcmp(w->state + bytes + i, &pattern, 8) != 0) return false;
  }
  return true;
}

// A hash of bytes, the same on every machine of one byte order.
static uint64_t hash(const uint8_t *bytes, size_t count) {
  uint64_t sum = UINT64_C(0x9E3779B97F4A7C15) ^ count;
  for (size_t i = 0; i < count; i += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
    sum = pt_bits(sum ^ word, 0);
  }
  return sum;
}

uint64_t clibrary_hash(const clibrary_level *level, const uint8_t *state) {
  return hash(state, level->bytes);
}

// Inlined twice, once with steps that are known to the compiler.
__attribute__((always_inline)) static inline int perform(
    const clibrary_level *level, clibrary_call *call, int32_t steps) {
  workspace *w = workspace_of_thread();
  if (!w) return CLIBRARY_NO_MEMORY;
  const pt_engine *e = level->engine;
  load(w, steps & CLIBRARY_START ? NULL : call->from, level->bytes);
  begin(w);
  call->state = w->state;
  clibrary_inside = 1;
  if (steps & CLIBRARY_START) e->start(level->level, w->state, call->key, emit, w);
  if (steps & CLIBRARY_APPLY &&
      e->apply(level->level, w->state, call->move, call->key, emit, w) != 0) {
    w->failure = CLIBRARY_ILLEGAL;
  }
  if (w->failure == CLIBRARY_DONE) {
    if (steps & CLIBRARY_IMAGINES && e->imagine) {
      e->imagine(level->level, w->state, call->key);
    }
    if (steps & CLIBRARY_LOOKS) {
      // In place: to copy two numbers at once that were just written one by one takes longer.
      pt_look *look = (pt_look *)&call->score;
      *look = (pt_look){0};
      e->look(level->level, w->state, look);
    }
    if (steps & CLIBRARY_MOVES_TOO) {
      call->moves = NULL;
      int32_t expected = call->end == PT_GOES_ON ? call->move_count : 0;
      call->move_count = expected;
      if (expected < 0 || expected > CLIBRARY_MOVES) {
        w->failure = CLIBRARY_TOO_MANY_MOVES;
      } else if (!make_room(w, expected)) {
        w->failure = CLIBRARY_NO_MEMORY;
      } else if (expected > 0) {
        if (e->moves(level->level, w->state, w->moves, expected) != expected) {
          w->failure = CLIBRARY_UNEQUAL_MOVES;
        }
        call->moves = w->moves;
      }
    }
    if (steps & CLIBRARY_FIGURES_TOO && e->figures && call->figure_count <= FIGURES) {
      e->figures(level->level, w->state, w->figures);
      call->figures = w->figures;
    }
    if (steps & CLIBRARY_PICTURE_TOO && e->picture) {
      int32_t length = e->picture(level->level, w->state, w->picture, PICTURE);
      call->picture = w->picture;
      call->picture_length = length < 0 ? 0 : length > PICTURE ? PICTURE : length;
    }
    if (steps & CLIBRARY_OBSERVES && e->observe) {
      int32_t count = e->observe(level->level, w->state, w->numbers, NUMBERS);
      call->numbers = w->numbers;
      call->number_count = count < 0 ? 0 : count > NUMBERS ? NUMBERS : count;
    }
    if (steps & CLIBRARY_REASONS) {
      // Only of a game that is lost: of others there may be none.
      bool is_asked = e->reason && call->end == PT_LOST;
      call->reason = is_asked ? e->reason(level->level, w->state) : -1;
    }
  }
  clibrary_inside = 0;
  call->events = w->events;
  call->event_count = w->event_count;
  call->event_names = w->event_names;
  call->event_extent = w->event_extent;
  if (!is_guarded(w, level->bytes)) return CLIBRARY_OVERFLOW;
  if (steps & CLIBRARY_HASH) call->hash = hash(w->state, level->bytes);
  return w->failure;
}

int clibrary_perform(const clibrary_level *level, clibrary_call *call) {
  return call->steps == CLIBRARY_PLAYS ? perform(level, call, CLIBRARY_PLAYS)
                                       : perform(level, call, call->steps);
}

int clibrary_look_at(
    const clibrary_level *level, const uint8_t *from, uint64_t key, const int64_t *moves,
    int32_t count, int hashes, clibrary_look *looks) {
  workspace *w = workspace_of_thread();
  if (!w) return CLIBRARY_NO_MEMORY;
  const pt_engine *e = level->engine;
  for (int32_t i = 0; i < count; i++) {
    load(w, from, level->bytes);
    begin(w);
    pt_look look = {0};
    clibrary_inside = 1;
    if (e->apply(level->level, w->state, moves[i], key, emit, w) != 0) {
      w->failure = CLIBRARY_ILLEGAL;
    } else {
      e->look(level->level, w->state, &look);
    }
    clibrary_inside = 0;
    if (!is_guarded(w, level->bytes)) return CLIBRARY_OVERFLOW;
    if (w->failure != CLIBRARY_DONE) return w->failure;
    looks[i] = (clibrary_look){
        .score = look.score, .worth = look.worth, .end = look.end,
        .hash = hashes ? hash(w->state, level->bytes) : 0};
  }
  return CLIBRARY_DONE;
}

int clibrary_copy(const clibrary_level *level, uint8_t *to, const uint8_t *from) {
  const pt_engine *e = level->engine;
  if (!e->state_copy) {
    memcpy(to, from, level->bytes);
    return CLIBRARY_DONE;
  }
  workspace *w = workspace_of_thread();
  if (!w) return CLIBRARY_NO_MEMORY;
  load(w, NULL, level->bytes);
  clibrary_inside = 1;
  e->state_copy(level->level, w->state, from);
  clibrary_inside = 0;
  memcpy(to, w->state, level->bytes);
  return CLIBRARY_DONE;
}

void clibrary_drop(const clibrary_level *level, uint8_t *state) {
  if (!level->engine->state_drop) return;
  clibrary_inside = 1;
  level->engine->state_drop(level->level, state);
  clibrary_inside = 0;
}
