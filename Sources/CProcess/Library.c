#define _GNU_SOURCE
#include "Library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLACE = 1024 };

_Thread_local volatile sig_atomic_t clibrary_inside;
// What this thread does in a library.
static _Thread_local char place[PLACE];
static _Thread_local volatile sig_atomic_t place_length;
_Thread_local uintptr_t clibrary_about;
// The number of the game, or -1.
static _Thread_local volatile int64_t place_game = -1;

// MARK: Crashes

static int crash_code;
static void (*crash_before)(void);

static void put(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDERR_FILENO, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

static void say(const char *text) { put(text, strlen(text)); }

// A number that is not negative; `printf` is not for signal handlers.
static void say_number(int64_t number) {
  char digits[20];
  size_t first = sizeof digits;
  do {
    digits[--first] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  put(digits + first, sizeof digits - first);
}

// Ends the process: this thread's library crashed.
static void end_crashed(const char *how) {
  clibrary_inside = 0;
  if (crash_before) crash_before();
  say("playtest: ");
  // The line says first what crashed, then, behind a 0, on which level and what to do.
  size_t length = (size_t)place_length;
  size_t first = strnlen(place, length);
  put(place, first);
  say(how);
  if (first + 1 < length) {
    if (place_game >= 0) {
      say(" in game ");
      say_number(place_game);
      say(" of ");
    } else {
      say(" on ");
    }
    put(place + first + 1, length - first - 1);
  }
  say("\n");
  _exit(crash_code);
}

static const char *words(int number) {
  switch (number) {
  case SIGSEGV: return " crashed (signal 11, a bad address)";
  case SIGBUS: return " crashed (signal 7, a bad address)";
  case SIGFPE: return " crashed (signal 8, a division by zero)";
  case SIGILL: return " crashed (signal 4, a bad instruction)";
  case SIGABRT: return " crashed (signal 6, it aborted)";
  default: return " crashed";
  }
}

static const int watched[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { WATCHED = sizeof watched / sizeof *watched };
static struct sigaction earlier[WATCHED];

static void crashed(int number, siginfo_t *info, void *context) {
  (void)info, (void)context;
  if (clibrary_inside) end_crashed(words(number));
  // Not a library's: as it would have been without this handler.
  for (int i = 0; i < WATCHED; i++) {
    if (watched[i] == number) sigaction(number, &earlier[i], NULL);
  }
  raise(number);
}

static void exited(void) {
  if (clibrary_inside) end_crashed(" ended the program by calling exit");
}

void clibrary_before_crash(void (*before)(void)) { crash_before = before; }

void clibrary_watch(int code) {
  static bool is_watching;
  if (is_watching) return;
  is_watching = true;
  crash_code = code;
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < WATCHED; i++) sigaction(watched[i], &action, &earlier[i]);
  atexit(exited);
}

void clibrary_set_place(const char *text, size_t length, uintptr_t about, int64_t game) {
  if (length > PLACE) length = PLACE;
  place_length = 0;
  place_game = game;
  memcpy(place, text, length);
  place_length = (sig_atomic_t)length;
  clibrary_about = about;
}

void clibrary_clear_place(void) { clibrary_about = 0; }

// A stack for the handler, so that an endless recursion is named too.
void clibrary_give_stack(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE)) return;
  size_t size = 65536;
  stack = (stack_t){.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp) sigaltstack(&stack, NULL);
}

// MARK: Opening

static void note(char *error, size_t room, const char *text) { snprintf(error, room, "%s", text); }

clibrary *clibrary_open(const char *path, char *error, size_t room) {
  // A name without a slash would be looked for elsewhere.
  char full[4096];
  snprintf(full, sizeof full, "%s%s", strchr(path, '/') ? "" : "./", path);
  clibrary_give_stack();
  clibrary_inside = 1;
  void *handle = dlopen(full, RTLD_NOW | RTLD_LOCAL);
  clibrary_inside = 0;
  if (!handle) {
    const char *why = dlerror();
    snprintf(error, room, "cannot be opened: %s", why ? why : "no reason is given");
    return NULL;
  }
  const pt_engine *(*function)(void);
  void *symbol = dlsym(handle, "playtest_engine");
  if (!symbol) {
    note(error, room, "has no function `playtest_engine`; export it, as playtest_engine.h says");
    dlclose(handle);
    return NULL;
  }
  memcpy(&function, &symbol, sizeof function);
  clibrary_inside = 1;
  const pt_engine *engine = function();
  clibrary_inside = 0;
  if (!engine) {
    note(error, room, "gives no table: `playtest_engine` returned NULL");
    return NULL;
  }
  if (engine->abi != PLAYTEST_ENGINE_ABI) {
    snprintf(
        error, room,
        "is of version %u of the interface, and this playtest has version %d; build it with this"
        " playtest's playtest_engine.h",
        engine->abi, PLAYTEST_ENGINE_ABI);
    return NULL;
  }
  // The size of the table before `reason` was added: older libraries have it.
  size_t older = offsetof(pt_engine, reason);
  if (engine->size != sizeof(pt_engine) && engine->size != older) {
    snprintf(
        error, room,
        "has a table of %u bytes, and this playtest's has %zu; set `size` to sizeof(pt_engine)",
        engine->size, sizeof(pt_engine));
    return NULL;
  }
  const char *missing = !engine->game          ? "game"
                        : !engine->level_open  ? "level_open"
                        : !engine->level_close ? "level_close"
                        : !engine->state_bytes ? "state_bytes"
                        : !engine->start       ? "start"
                        : !engine->apply       ? "apply"
                        : !engine->look        ? "look"
                        : !engine->moves       ? "moves"
                                               : NULL;
  if (missing) {
    snprintf(error, room, "has no `%s` in its table, which is required", missing);
    return NULL;
  }
  if (!engine->state_copy != !engine->state_drop) {
    note(error, room, "has only one of `state_copy` and `state_drop`; give both or neither");
    return NULL;
  }
  clibrary *library = malloc(sizeof *library);
  if (!library) {
    note(error, room, "cannot be opened: there is too little memory");
    return NULL;
  }
  library->engine = (pt_engine){0};
  memcpy(&library->engine, engine, engine->size);
  return library;
}

const char *clibrary_game(const clibrary *library) { return library->engine.game; }

int32_t clibrary_functions(const clibrary *library) {
  const pt_engine *e = &library->engine;
  return (e->imagine ? CLIBRARY_IMAGINE : 0) | (e->observe ? CLIBRARY_OBSERVE : 0) |
         (e->picture ? CLIBRARY_PICTURE : 0) | (e->figures ? CLIBRARY_FIGURES : 0) |
         (e->state_copy ? CLIBRARY_COPY : 0) | (e->reason ? CLIBRARY_REASON : 0);
}

clibrary_level *clibrary_open_level(
    clibrary *library, const char *fields, char *error, size_t room) {
  const pt_engine *e = &library->engine;
  clibrary_level *level = malloc(sizeof *level);
  if (!level) {
    note(error, room, "there is too little memory");
    return NULL;
  }
  clibrary_give_stack();
  error[0] = 0;
  clibrary_inside = 1;
  level->engine = e;
  level->level = e->level_open(fields, error, room);
  level->bytes = level->level ? e->state_bytes(level->level) : 0;
  clibrary_inside = 0;
  error[room - 1] = 0;
  if (!level->level) {
    if (!error[0]) note(error, room, "the level cannot be opened, and the library does not say why");
    free(level);
    return NULL;
  }
  if (level->bytes == 0 || level->bytes > PT_STATE_BYTES) {
    snprintf(
        error, room, "its states have %zu bytes, and they may have 1 to %d", level->bytes,
        PT_STATE_BYTES);
    clibrary_close_level(level);
    return NULL;
  }
  return level;
}

void clibrary_close_level(clibrary_level *level) {
  clibrary_inside = 1;
  level->engine->level_close(level->level);
  clibrary_inside = 0;
  free(level);
}

size_t clibrary_state_bytes(const clibrary_level *level) { return level->bytes; }
