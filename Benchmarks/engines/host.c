// Measures engines from the other side of their pipe, or a library from inside, with as little work
// of its own as there can be. Needs no playtest. As in a run, the host and an engine that answers at
// once are kept on one processor (Sources/EngineGames/ProcessorSharing.swift).
//
//   host trip COMMAND...      the round trip of one `apply`, and of one `try` of 60 moves: line.py
//   host games COMMAND...     random decisions per second of a game whose moves are bare numbers
//   host library FILE         the same of a library
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../integrations/engines/c/playtest_engine.h"

enum { TRIPS = 20000, TRIES = 2000, ROUNDS = 5, MOST = 1000000, LINE = 1 << 20 };
static const double SECONDS = 1;
// The processor's time where this process does all the work, so that other work counts less.
enum { WALL = CLOCK_MONOTONIC, OWN = CLOCK_PROCESS_CPUTIME_ID };

static int to_engine, from_engine;
static pid_t engine;
static char line[LINE];

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void fail(const char *what) {
  fprintf(stderr, "host: %s\n", what);
  exit(1);
}

static void start_engine(char **command) {
  int in[2], out[2];
  if (pipe(in) || pipe(out)) fail("no pipe");
  engine = fork();
  if (engine == 0) {
    dup2(in[0], 0), dup2(out[1], 1);
    close(in[1]), close(out[0]);
    execvp(command[0], command);
    fail("cannot start the engine");
  }
  close(in[0]), close(out[1]);
  to_engine = in[1], from_engine = out[0];
}

// Sends a line and waits for the answer, which is then in `line`.
static void ask(const char *text, int length) {
  if (write(to_engine, text, (size_t)length) != length) fail("cannot write to the engine");
  size_t count = 0;
  while (count == 0 || line[count - 1] != '\n') {
    ssize_t got = read(from_engine, line + count, LINE - 1 - count);
    if (got <= 0) fail("the engine ended");
    count += (size_t)got;
  }
  line[count] = 0;
  if (strstr(line, "\"error\"")) fail(line);
}

static int by_size(const void *a, const void *b) {
  double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_size);
  return values[count / 2];
}

static double trip(const char *text, int count) {
  double *times = malloc(sizeof *times * (size_t)count);
  for (int i = 0; times && i < count; i++) {
    double begin = now(WALL);
    ask(text, (int)strlen(text));
    times[i] = now(WALL) - begin;
  }
  double middle = times ? median(times, count) : 0;
  free(times);
  return middle;
}

static void hello(void) {
  const char *text = "{\"id\":0,\"hello\":{\"versions\":[1]}}\n";
  ask(text, (int)strlen(text));
  // After the engine's start, so that threads of its own stay free.
  int processor = sched_getcpu();
  if (processor < 0) fail("no processor has a number");
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  if (sched_setaffinity(0, sizeof one, &one) || sched_setaffinity(engine, sizeof one, &one))
    fail("cannot share a processor");
}

static void measure_trips(void) {
  const char *begin =
    "{\"id\":1,\"do\":[[\"level\",1,{\"moves\":1}],[\"level\",2,{\"moves\":60}],"
    "[\"new\",1,1,5],[\"new\",2,2,5]]}\n";
  hello();
  ask(begin, (int)strlen(begin));
  const char *one = "{\"id\":2,\"do\":[[\"apply\",1,0]]}\n";
  const char *all = "{\"id\":2,\"do\":[[\"try\",2,7]]}\n";
  trip(one, TRIPS / 10);
  double applied = trip(one, TRIPS);
  trip(all, TRIES / 10);
  printf("trip %.1f us, try of 60 moves %.1f us\n", applied * 1e6, trip(all, TRIES) * 1e6);
}

// The moves of the last look of the answer: bare numbers of one digit.
static int read_moves(char *moves) {
  const char *found = strstr(line, "\"moves\":["), *next;
  while (found && (next = strstr(found + 1, "\"moves\":["))) found = next;
  int count = 0;
  if (!found) fail("there are no moves in the answer");
  for (found += strlen("\"moves\":["); *found != ']'; found++) {
    if (*found != ',') moves[count++] = *found;
  }
  return count;
}

static void measure_games(void) {
  char text[200], moves[64];
  double rates[ROUNDS], *times = malloc(sizeof *times * MOST);
  uint64_t choices = 0;
  int timed = 0;
  if (!times) fail("no memory");
  hello();
  const char *level =
    "{\"id\":1,\"do\":[[\"level\",1,{\"size\":4,\"target\":11,\"fours\":0.1,\"moves\":0}]]}\n";
  ask(level, (int)strlen(level));
  for (int round = 0; round < ROUNDS; round++) {
    double begin = now(WALL), spent = 0;
    long decisions = 0;
    for (uint64_t game = 0; spent < SECONDS; game++) {
      ask(text, sprintf(text, "{\"id\":1,\"do\":[[\"new\",1,1,%d]]}\n", (int)game));
      for (int count; (count = read_moves(moves)) > 0; decisions++) {
        char move = moves[pt_below(7, choices++, (uint32_t)count)];
        double asked = now(WALL);
        ask(text, sprintf(text, "{\"id\":1,\"do\":[[\"apply\",1,%c]]}\n", move));
        if (timed < MOST) times[timed++] = now(WALL) - asked;
      }
      spent = now(WALL) - begin;
    }
    rates[round] = (double)decisions / spent;
  }
  double rate = median(rates, ROUNDS);
  printf("%.0f decisions/s; the median of one %.1f us\n", rate, median(times, timed) * 1e6);
  free(times);
}

static void ignore(void *host, int32_t event, int64_t value) {
  *(int64_t *)host += event + value;
}

static void measure_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) fail(dlerror());
  const pt_engine *(*entry)(void);
  *(void **)&entry = dlsym(library, "playtest_engine");
  if (!entry) fail(dlerror());
  const pt_engine *engine = entry();
  char error[200] = "";
  void *level = engine->level_open(
    "{\"size\":4,\"target\":11,\"fours\":0.1,\"moves\":0}", error, sizeof error);
  if (!level) fail(error);
  double rates[ROUNDS], looks[ROUNDS];
  uint64_t choices = 0;
  int64_t events = 0, moves[64];
  size_t size = engine->state_bytes(level);
  char *state = malloc(size), *copy = malloc(size);
  if (!state || !copy) fail("no memory");
  pt_look look;
  for (int round = 0; round < ROUNDS; round++) {
    double begin = now(OWN), spent = 0;
    long decisions = 0;
    for (uint64_t game = 0; spent < SECONDS; game++) {
      memset(state, 0, size);
      engine->start(level, state, game, ignore, &events);
      for (;; decisions++) {
        engine->look(level, state, &look);
        if (look.end) break;
        int32_t count = engine->moves(level, state, moves, 64);
        int64_t move = moves[pt_below(7, choices++, (uint32_t)count)];
        engine->apply(level, state, move, game, ignore, &events);
      }
      spent = now(OWN) - begin;
    }
    rates[round] = spent / (double)decisions;
    memset(state, 0, size);
    engine->start(level, state, 1, ignore, &events);
    int32_t count = engine->moves(level, state, moves, 64);
    begin = now(OWN);
    for (int i = 0; i < 1000000; i++) {
      memcpy(copy, state, size);
      engine->apply(level, copy, moves[i % count], (uint64_t)i, ignore, &events);
      engine->look(level, copy, &look);
    }
    looks[round] = (now(OWN) - begin) / 1e6;
  }
  double decision = median(rates, ROUNDS);
  printf("%.0f decisions/s, %.0f ns each; copy, apply and look %.0f ns\n", 1 / decision,
         decision * 1e9, median(looks, ROUNDS) * 1e9);
}

int main(int count, char **words) {
  if (count < 3) fail("usage: host trip|games COMMAND..., host library FILE");
  if (strcmp(words[1], "library") == 0) {
    measure_library(words[2]);
    return 0;
  }
  start_engine(words + 2);
  if (strcmp(words[1], "trip") == 0) measure_trips(); else measure_games();
  close(to_engine);
  wait(NULL);
  return 0;
}
