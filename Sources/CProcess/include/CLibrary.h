// Games that are shared libraries: opened, called step by step, and named where they crash.
#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The largest state, in bytes.
#define CLIBRARY_STATE_BYTES 65536
/// The most moves that a position may offer.
#define CLIBRARY_MOVES 100000
/// The most events of a call, a power of 2.
#define CLIBRARY_EVENTS 65536

/// A library that was opened; it stays open.
typedef struct clibrary clibrary;

/// A level that was opened; any thread may use it.
typedef struct clibrary_level clibrary_level;

/// The optional functions that a library has.
enum {
  CLIBRARY_IMAGINE = 1,
  CLIBRARY_OBSERVE = 2,
  CLIBRARY_PICTURE = 4,
  CLIBRARY_FIGURES = 8,
  /// Its states own memory.
  CLIBRARY_COPY = 16,
  CLIBRARY_REASON = 32,
};

/// What a call does, in this order.
enum {
  CLIBRARY_START = 1,
  CLIBRARY_APPLY = 2,
  CLIBRARY_IMAGINES = 4,
  CLIBRARY_LOOKS = 8,
  CLIBRARY_MOVES_TOO = 16,
  CLIBRARY_FIGURES_TOO = 32,
  CLIBRARY_PICTURE_TOO = 64,
  CLIBRARY_HASH = 128,
  CLIBRARY_OBSERVES = 256,
  /// With a look, which says whether the game is lost.
  CLIBRARY_REASONS = 512,
};

/// What a call does that plays a move; calls with these steps alone are the fastest.
enum { CLIBRARY_PLAYS = CLIBRARY_APPLY | CLIBRARY_LOOKS | CLIBRARY_MOVES_TOO };

/// What came of a call.
enum {
  CLIBRARY_DONE = 0,
  /// The move is illegal; the state is as it was.
  CLIBRARY_ILLEGAL = 1,
  /// It wrote beyond its state.
  CLIBRARY_OVERFLOW = 2,
  CLIBRARY_TOO_MANY_MOVES = 3,
  CLIBRARY_TOO_MANY_EVENTS = 4,
  CLIBRARY_NO_MEMORY = 5,
  /// `moves` gave another number of moves than `look`.
  CLIBRARY_UNEQUAL_MOVES = 6,
};

typedef struct clibrary_event {
  int32_t name;
  int64_t value;
} clibrary_event;

/// A call: what to do, and what came of it. What it points to belongs to the thread until the next
/// call.
typedef struct clibrary_call {
  int32_t steps;
  /// The state to begin with; not for a start.
  const uint8_t *from;
  int64_t move;
  uint64_t key;
  /// How many figures there are.
  int32_t figure_count;

  const uint8_t *state;
  /// Of the state.
  uint64_t hash;
  /// As `pt_look`, which a library writes here itself.
  int64_t score;
  double worth;
  int32_t end;
  int32_t move_count;
  const int64_t *moves;
  int32_t event_count;
  const clibrary_event *events;
  /// How many events must be declared for those here; a negative name counts as a huge one.
  int64_t event_names;
  /// The largest value of an event, without its sign.
  uint64_t event_extent;
  const int64_t *figures;
  const char *picture;
  int32_t picture_length;
  const float *numbers;
  int32_t number_count;
  /// The place of the reason among those that are declared; -1: none.
  int32_t reason;
} clibrary_call;

/// What comes of a move.
typedef struct clibrary_look {
  int64_t score;
  double worth;
  int32_t end;
  /// Of the state after it.
  uint64_t hash;
} clibrary_look;

/// Opens a library; NULL: `error`, of `room` bytes, says why.
clibrary *clibrary_open(const char *path, char *error, size_t room);

/// What it declares, as JSON.
const char *clibrary_game(const clibrary *library);

int32_t clibrary_functions(const clibrary *library);

/// Opens a level; NULL: `error` says why.
clibrary_level *clibrary_open_level(
  clibrary *library, const char *fields, char *error, size_t room);

void clibrary_close_level(clibrary_level *level);

size_t clibrary_state_bytes(const clibrary_level *level);

/// A hash of a state.
uint64_t clibrary_hash(const clibrary_level *level, const uint8_t *state);

/// Carries out a call.
int clibrary_perform(const clibrary_level *level, clibrary_call *call);

/// Plays each of some moves on a copy of a state, and looks at what comes of it. `hashes` is
/// whether to hash the states.
int clibrary_look_at(
  const clibrary_level *level, const uint8_t *from, uint64_t key, const int64_t *moves,
  int32_t count, int hashes, clibrary_look *looks);

/// Copies a state to where there are as many bytes.
int clibrary_copy(const clibrary_level *level, uint8_t *to, const uint8_t *from);

/// Lets go the memory that a state owns.
void clibrary_drop(const clibrary_level *level, uint8_t *state);

/// What this thread's calls are about, for the message of a crash. `text` is copied: the engine and
/// the library, and behind a 0 the level and what to do. `about` identifies it; `game` is the game's
/// number, or -1.
void clibrary_set_place(const char *text, size_t length, uintptr_t about, int64_t game);

extern _Thread_local uintptr_t clibrary_about;

/// What identifies the place that was set last in this thread; 0: none was, or it was cleared.
static inline uintptr_t clibrary_place(void) { return clibrary_about; }

/// The place is still said in a crash, and no longer identified.
void clibrary_clear_place(void);

/// From now on a crash inside a library, or its exit, ends the process with `code` after this
/// thread's line has been written to standard error. Other crashes end the process as before.
void clibrary_watch(int code);

/// Copies the bytes of a state. For short states, inline copies are faster than a call of `memcpy`.
static inline void clibrary_copy_bytes(uint8_t *to, const uint8_t *from, size_t count) {
  size_t done = 0;
  if (count <= 256) {
    for (; done + 16 <= count; done += 16) memcpy(to + done, from + done, 16);
  }
  if (done < count) memcpy(to + done, from + done, count - done);
}

/// What is called before that line is written; it must be safe in a signal handler.
void clibrary_before_crash(void (*before)(void));

#endif
