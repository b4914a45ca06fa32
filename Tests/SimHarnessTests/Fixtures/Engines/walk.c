// A walk along a line, as a library that can break every rule: a level's `fault` says how.
#include <signal.h>
#include <stdio.h>

#include "playtest_engine.h"

typedef struct level {
  int length, fault;
} level;

typedef struct state {
  int64_t score;
  uint64_t draws;
  int32_t place, steps;
} state;

enum {
  FINE,
  SEGV,
  ABORT,
  EXITS,
  RECURSES,
  WRITES_BEHIND,
  ILLEGAL,
  SCORE,
  WORTH,
  END,
  NO_MOVES,
  MANY_MOVES,
  RANGE,
  EVENT,
  MANY_EVENTS,
  LARGE,
  /// A crash in some games alone.
  SEGV_SOMETIMES,
  /// Each game starts with another score, whatever its key.
  COUNTS_STARTS,
  /// The worth after the second move and the last score are others each time.
  COUNTS_MOVES,
  START_SCORE,
  /// A reason that is not declared.
  REASON_PLACE,
  /// Another reason each time.
  COUNTS_REASONS,
  NEGATIVE_EVENT,
  /// Too far above 0, and below.
  EVENT_ABOVE,
  EVENT_BELOW,
  BELOW_RANGE,
  /// Events with the largest values that may be.
  WIDEST_EVENTS
};

static const int64_t WIDEST = 1000000000000000;

static _Atomic int starts, moves_played;
/// The same thread plays a game and plays it again.
static _Thread_local int reasons_asked;

static void *level_open(const char *json, char *error, size_t room) {
  level *opened = malloc(sizeof *opened);
  opened->length = (int)pt_number_field(json, "length", 10);
  opened->fault = (int)pt_number_field(json, "fault", 0);
  if (opened->length == 13) {
    snprintf(error, room, "length: 13 brings bad luck");
    free(opened);
    return NULL;
  }
  return opened;
}

static void level_close(void *opened) { free(opened); }

static size_t state_bytes(const void *opened) {
  return ((const level *)opened)->fault == LARGE ? PT_STATE_BYTES + 1 : sizeof(state);
}

static void start(const void *opened, void *at, uint64_t key, pt_emit emit, void *host) {
  state *s = at;
  (void)emit, (void)host;
  s->place = (int32_t)pt_below(key, s->draws++, 3);
  if (((const level *)opened)->fault == COUNTS_STARTS) s->score = ++starts;
}

#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Winfinite-recursion"

static int deep(volatile int *n) {
  volatile char room[4096];
  room[0] = (char)*n;
  ++*n;
  return deep(n) + room[0];
}

static void break_rule(int fault, state *s, pt_emit emit, void *host) {
  volatile int n = 0;
  switch (fault) {
  case SEGV: *(volatile int *)(intptr_t)n = 1; break;
  case ABORT: abort();
  case EXITS: exit(3);
  case RECURSES: deep(&n); break;
  case WRITES_BEHIND: memset(s + 1, 1, 8); break;
  case EVENT: emit(host, 7, 1); break;
  case NEGATIVE_EVENT: emit(host, 0, 1), emit(host, -1, 2), emit(host, 0, 3); break;
  case WIDEST_EVENTS: emit(host, 0, -WIDEST), emit(host, 0, WIDEST); break;
  case EVENT_ABOVE: emit(host, 0, WIDEST + 1); break;
  case EVENT_BELOW: emit(host, 0, INT64_MIN), emit(host, 0, 1); break;
  case MANY_EVENTS:
    for (int i = 0; i < 200000; i++) emit(host, 0, 1);
  }
}

static int apply(
    const void *opened, void *at, int64_t move, uint64_t key, pt_emit emit, void *host) {
  const level *l = opened;
  state *s = at;
  if (l->fault == ILLEGAL && s->steps == 2) return -1;
  if (s->steps == 2) break_rule(l->fault, s, emit, host);
  if (l->fault == SEGV_SOMETIMES && s->steps == 2 && pt_below(key, 99, 6) == 0) {
    break_rule(SEGV, s, emit, host);
  }
  s->steps++;
  s->place += pt_number(move, 0);
  if (pt_below(key, s->draws++, 8) == 0) {
    s->place--;
    emit(host, 0, 1);
  }
  s->score = 10 * s->place;
  return 0;
}

static void look(const void *opened, const void *at, pt_look *out) {
  const level *l = opened;
  const state *s = at;
  int breaks = s->steps == 2;
  out->score = breaks && l->fault == SCORE ? INT64_MAX : s->score;
  if (s->steps == 0 && l->fault == START_SCORE) out->score = INT64_MIN;
  out->worth = breaks && l->fault == WORTH ? 0.0 / 0.0 : s->place;
  out->end = s->place >= l->length ? PT_WON : s->steps >= 8 ? PT_LOST : PT_GOES_ON;
  if (breaks && l->fault == END) out->end = 9;
  if (l->fault == COUNTS_MOVES && breaks) out->worth += ++moves_played;
  if (l->fault == COUNTS_MOVES && out->end) out->score += ++moves_played;
  out->move_count = out->end ? 0 : 3;
  if (breaks && l->fault == NO_MOVES) out->move_count = 0;
  if (breaks && l->fault == MANY_MOVES) out->move_count = 1 << 30;
}

__attribute__((unused)) static int32_t moves(
    const void *opened, const void *at, int64_t *out, int32_t room) {
  const level *l = opened;
  const state *s = at;
  if (room < 3) return 3;
  for (int i = 0; i < 3; i++) out[i] = pt_move(i, 0, 0, 0);
  if (s->steps == 2 && l->fault == RANGE) out[1] = pt_move(1, 5, 0, 0);
  if (s->steps == 2 && l->fault == BELOW_RANGE) out[2] = pt_move(-1, 0, 0, 0);
  return 3;
}

static int32_t picture(const void *opened, const void *at, char *out, int32_t room) {
  (void)opened;
  return snprintf(out, (size_t)room, "place %d", ((const state *)at)->place);
}

static void figures(const void *opened, const void *at, int64_t *out) {
  (void)opened;
  out[0] = ((const state *)at)->place;
}

__attribute__((unused)) static int32_t reason(const void *opened, const void *at) {
  const state *s = at;
  int fault = ((const level *)opened)->fault;
  // It may be asked only of games that are lost.
  if (s->place >= ((const level *)opened)->length || s->steps < 8) abort();
  if (fault == REASON_PLACE) return 2;
  if (fault == COUNTS_REASONS) return reasons_asked++ % 2;
  return s->place % 3 == 0 ? -1 : s->place < 5 ? 1 : 0;
}

#ifndef ABI
#define ABI PLAYTEST_ENGINE_ABI
#endif
#ifndef SIZE
#define SIZE sizeof(pt_engine)
#endif
#ifndef REASONS
#define REASONS "\"reasons\":[\"late\",\"very late\"],"
#endif
#ifndef REASON
#define REASON reason
#endif
#ifndef GAME
#define GAME                                                                                       \
  "{\"summary\":\"A walk.\",\"hidden\":\"imagine\",\"move\":[[\"step\",0,2]],"    \
  "\"fields\":[{\"name\":\"length\",\"kind\":\"whole\",\"min\":3,\"max\":20,\"default\":10},"       \
  "{\"name\":\"fault\",\"kind\":\"whole\",\"min\":0,\"max\":99,\"default\":0}],"                    \
  "\"events\":{\"slipped\":\"steps back\"},"                                                       \
  "\"metrics\":[{\"name\":\"place\",\"unit\":\"steps\",\"summary\":\"the last place\"}]," REASONS  \
  "\"version\":\"1\"}"
#endif
#ifndef MOVES
#define MOVES moves
#endif

static const pt_engine engine = {
  .abi = ABI,
  .size = SIZE,
  .game = GAME,
  .level_open = level_open,
  .level_close = level_close,
  .state_bytes = state_bytes,
  .start = start,
  .apply = apply,
  .look = look,
  .moves = MOVES,
  .picture = picture,
  .figures = figures,
  .reason = REASON,
};

#ifndef NAME
#define NAME playtest_engine
#endif
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const pt_engine *NAME(void) { return &engine; }
