// Lets playtest play a game that is a shared library: version 1 of the C interface. C99 or later,
// C++, and whatever can export one C function (docs/engines.md).
//
// A library exports `playtest_engine`, which returns a table of functions. Its path stands in
// engines/NAME.json as "library". Functions may be called from any thread, for different states at
// the same time; a level that is open is only read. Everything depends on the arguments alone.
#ifndef PLAYTEST_ENGINE_H
#define PLAYTEST_ENGINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLAYTEST_ENGINE_ABI 1

/* The largest state, in bytes. */
#define PT_STATE_BYTES 65536

/* How a game ended, in pt_look. */
enum { PT_GOES_ON = 0, PT_WON = 1, PT_LOST = 2, PT_ENDED = 3 };

/* What every player may ask of a position. */
typedef struct pt_look {
  int64_t score;
  double worth;       /* what it is worth to players that look ahead; the score where unknown */
  int32_t end;        /* PT_GOES_ON, PT_WON, PT_LOST or PT_ENDED */
  int32_t move_count; /* how many moves there are; 0 at an end */
} pt_look;

/* Notes an event: its place among the `events` of `game` in the order of their names, from 0, and a
   number. `host` is what the function was given. */
typedef void (*pt_emit)(void *host, int32_t event, int64_t value);

typedef struct pt_engine {
  uint32_t abi;  /* PLAYTEST_ENGINE_ABI */
  uint32_t size; /* sizeof(pt_engine) */

  /* The declaration, JSON as `game` in the process protocol. Beside its members: "version", of your
     build. The game has one player: "players" and "own" of a game in Lua are refused. */
  const char *game;

  /* Opens a level: `fields_json` is an object with all of its fields. NULL: it cannot be played,
     and `error`, of `room` bytes, says why, with an ending 0; "FIELD: message" names the field to
     blame. */
  void *(*level_open)(const char *fields_json, char *error, size_t room);
  void (*level_close)(void *level);

  /* How many bytes a state has, the same for all states of a level, at most PT_STATE_BYTES. Without
     `state_copy` the host copies and compares states as bytes, so padding must be 0. */
  size_t (*state_bytes)(const void *level);

  /* Sets up the position. `state` is all 0 and aligned to 16 bytes. Draw k of chance is
     pt_bits(key, k); how far the game is in its stream, it keeps in its state. */
  void (*start)(const void *level, void *state, uint64_t key, pt_emit emit, void *host);

  /* Plays a move. 0, or -1: it is illegal, and the state is unchanged. The key is that of `start`
     in the game itself, and another one in a game that a player imagines. */
  int (*apply)(
      const void *level, void *state, int64_t move, uint64_t key, pt_emit emit, void *host);

  void (*look)(const void *level, const void *state, pt_look *out);

  /* Writes the legal moves, at most `room`, and returns how many there are. A move is packed by
     pt_move. It must depend on what the player sees alone. */
  int32_t (*moves)(const void *level, const void *state, int64_t *out, int32_t room);

  /* What follows may be NULL. */

  /* Makes of the state something that its player could believe, by what the player sees and the key
     alone. Required where the declaration says "hidden": "imagine", unless what is hidden is only
     what will be drawn: the host then gives `apply` another key. */
  void (*imagine)(const void *level, void *state, uint64_t key);

  /* Writes numbers that describe what the player sees, at most `room`, and returns how many. */
  int32_t (*observe)(const void *level, const void *state, float *out, int32_t room);

  /* Writes the position as text, at most `room` bytes of UTF-8 without an ending 0, and returns how
     many bytes the whole text has. */
  int32_t (*picture)(const void *level, const void *state, char *out, int32_t room);

  /* Writes the declared `metrics`, in their order. Required where there are any. */
  void (*figures)(const void *level, const void *state, int64_t *out);

  /* For states that own memory: `state_bytes` is then the size of a handle, and both are required.
     `to` is all 0. */
  void (*state_copy)(const void *level, void *to, const void *from);
  void (*state_drop)(const void *level, void *state);

  /* Why a game was lost: a place among the declared `reasons`, from 0; -1: nothing is said. Required
     where there are any. Libraries that were built before it was here have a smaller `size`. */
  int32_t (*reason)(const void *level, const void *state);
} pt_engine;

/* The one symbol of the library. */
#if defined(_WIN32)
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const pt_engine *playtest_engine(void);

// Moves.

/* A move of up to four numbers from -32768 to 32767; numbers that a move does not have are 0. */
static inline int64_t pt_move(int a, int b, int c, int d) {
  return (int64_t)((uint64_t)(uint16_t)a | (uint64_t)(uint16_t)b << 16 |
                   (uint64_t)(uint16_t)c << 32 | (uint64_t)(uint16_t)d << 48);
}

/* The number at a place of a move, from 0. */
static inline int pt_number(int64_t move, int place) {
  return (int16_t)(uint16_t)((uint64_t)move >> (16 * place));
}

// Chance.

/* Draw `k` of the stream `key` as 64 random bits: SplitMix64's finaliser over a Weyl sequence, the
   same in every client and in playtest. */
static inline uint64_t pt_bits(uint64_t key, uint64_t k) {
  uint64_t z = key + (k + 1) * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* Draw `k` as a number from 0 to below 1. */
static inline double pt_uniform(uint64_t key, uint64_t k) {
  return (double)(pt_bits(key, k) >> 11) * (1.0 / 9007199254740992.0);
}

/* Draw `k` as a whole number from 0 to below `limit`: the high half of bits times limit. */
static inline uint32_t pt_below(uint64_t key, uint64_t k, uint32_t limit) {
  uint64_t bits = pt_bits(key, k);
  uint64_t low = (bits & UINT32_MAX) * limit;
  return (uint32_t)(((bits >> 32) * limit + (low >> 32)) >> 32);
}

// Levels.

/* The end of a JSON string, after its closing quote; `text` is after the opening one. */
static inline const char *pt_after_string(const char *text) {
  while (*text && *text != '"') text += *text == '\\' && text[1] ? 2 : 1;
  return *text ? text + 1 : text;
}

/* Where the value of a field begins in a level's `fields_json`, or NULL. Names with a backslash are
   not found. */
static inline const char *pt_field(const char *json, const char *name) {
  size_t length = strlen(name);
  int depth = 0;
  while (*json) {
    if (*json == '"') {
      const char *text = json + 1;
      json = pt_after_string(text);
      const char *after = json + strspn(json, " \t\r\n");
      if (depth == 1 && *after == ':' && (size_t)(json - text) == length + 1 &&
          memcmp(text, name, length) == 0) {
        return after + 1 + strspn(after + 1, " \t\r\n");
      }
    } else {
      depth += (*json == '{' || *json == '[') - (*json == '}' || *json == ']');
      json++;
    }
  }
  return NULL;
}

/* A number among a level's fields. */
static inline double pt_number_field(const char *json, const char *name, double fallback) {
  const char *value = pt_field(json, name);
  char *end;
  double number = value ? strtod(value, &end) : fallback;
  return value && end != value ? number : fallback;
}

#ifdef __cplusplus
}
#endif
#endif
