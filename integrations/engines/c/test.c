// Plays an engine's games at random, without playtest, and checks what a host relies on. It is
// linked with the engine: make test.
#include <stdio.h>

#include "playtest_engine.h"

enum { GAMES = 200, MOST_MOVES = 64, MOST_TURNS = 5000, LARGEST = 4096 };

static const pt_engine *engine;
static const void *opened;
static size_t size;

static void check(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "test: %s\n", what);
  exit(1);
}

// Events are counted, so that two plays can be compared.
static void count(void *host, int32_t event, int64_t value) {
  *(int64_t *)host += 1000 * (event + 1) + value;
}

// Plays at most `turns` moves from a state, chosen by `choices`; how many there were.
static int play(void *state, uint64_t key, uint64_t choices, int turns, int64_t *events) {
  for (int turn = 0;; turn++) {
    pt_look look;
    int64_t moves[MOST_MOVES];
    engine->look(opened, state, &look);
    int32_t offered = engine->moves(opened, state, moves, MOST_MOVES);
    check(look.end || (offered > 0 && offered == look.move_count), "no move and no end");
    if (look.end || turn == turns) return turn;
    unsigned char before[LARGEST];
    memcpy(before, state, size);
    check(engine->apply(opened, state, -1, key, count, events) == -1, "an illegal move is played");
    check(memcmp(before, state, size) == 0, "an illegal move changes the state");
    int64_t move = moves[pt_below(choices, (uint64_t)turn, (uint32_t)offered)];
    check(engine->apply(opened, state, move, key, count, events) == 0, "a move is refused");
    check(turn < MOST_TURNS, "a game has no end");
  }
}

static void check_game(uint64_t key) {
  _Alignas(16) unsigned char first[LARGEST] = {0}, second[LARGEST] = {0}, third[LARGEST];
  int64_t events = 0, again = 0;
  char text[2000];
  engine->start(opened, first, key, count, &events);
  engine->start(opened, second, key, count, &again);
  check(memcmp(first, second, size) == 0, "one key, and two positions at the start");
  int turns = play(first, key, key + 1, 10, &events);
  memcpy(third, first, size);
  play(first, key, key + 2, MOST_TURNS, &events);
  play(second, key, key + 1, turns, &again);
  check(memcmp(second, third, size) == 0, "one key and the same moves, and two positions");
  play(third, key, key + 2, MOST_TURNS, &again);
  check(memcmp(first, third, size) == 0 && events == again, "a copy plays another game");
  check(engine->picture(opened, first, text, sizeof text) > 0, "there is no picture");
  check(engine->picture(opened, first, NULL, 0) < (int32_t)sizeof text, "a picture without room");
}

int main(void) {
  char error[200] = "";
  engine = playtest_engine();
  check(engine->abi == PLAYTEST_ENGINE_ABI && engine->size == sizeof *engine, "another ABI");
  check(pt_bits(1, 0) == UINT64_C(0x910A2DEC89025CC1), "pt_bits is another function");
  check(pt_number(pt_move(-3, 7, -32768, 32767), 2) == -32768, "pt_number is not pt_move's");
  const char *json = "{\"a\": {\"size\": 9}, \"t\": \"\\\"size\\\": 8\", \"size\" : 5}";
  check(pt_number_field(json, "size", 4) == 5, "a field inside of another is found");
  check(pt_number_field(json, "moves", 7) == 7, "a field that is not there has no default");
  check(!engine->level_open("{\"size\": 99}", error, sizeof error) && *error, "no level's error");
  const char *levels[] = {"{\"size\":3,\"target\":6}", "{\"size\":6,\"target\":8,\"moves\":90}"};
  for (int level = 0; level < 2; level++) {
    void *made = engine->level_open(levels[level], error, sizeof error);
    check(made != NULL, error);
    opened = made;
    size = engine->state_bytes(opened);
    check(size <= LARGEST, "a state is too large for this test");
    for (uint64_t key = 0; key < GAMES; key++) check_game(key);
    engine->level_close(made);
  }
  printf("c: %d games, the same when played again and from copies\n", 2 * GAMES);
  return 0;
}
