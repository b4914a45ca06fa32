// Games whose rules are scripts: one protected call loads a state, plays a move, lists the moves,
// asks for the outcome and packs the state, as asked. What a script calls meanwhile, `offer`, `emit`
// and `random`, writes into the call's record.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "State.h"

static clua_rules *rules_of(const clua_vm *vm, int32_t number) {
  return number > 0 && number <= vm->rules_count ? vm->rules[number - 1] : NULL;
}

// MARK: What scripts call

static clua_rules *current(lua_State *L, const char *what, int32_t steps) {
  clua_vm *vm = clua_vm_of(L);
  clua_pay(vm, 4);
  if (vm->play == NULL || (vm->play->allowed & steps) == 0) {
    clua_raise(L, "%s cannot be called here", what);
  }
  return vm->rules[vm->play->rules - 1];
}

// A number as a message has it: without a sign of what is no number, which differs between machines.
static const char *in_words(double number, char *text, size_t size) {
  if (isnan(number)) return "nan";
  if (isinf(number)) return number < 0 ? "-inf" : "inf";
  snprintf(text, size, "%.14g", number);
  return text;
}

static int64_t whole(lua_State *L, int argument, const char *what) {
  int is_whole = 0;
  int64_t value = lua_tointegerx(L, argument, &is_whole);
  if (lua_type(L, argument) != LUA_TNUMBER) {
    clua_raise(L, "%s needs whole numbers, not %s", what, luaL_typename(L, argument));
  }
  if (!is_whole) {
    char text[40];
    double number = lua_tonumberx(L, argument, NULL);
    if (isfinite(number) && floor(number) == number) {
      clua_raise(L, "%s: %s is out of range", what, in_words(number, text, sizeof text));
    }
    clua_raise(L, "%s needs whole numbers, not %s", what,
               isfinite(number) ? "fractions" : in_words(number, text, sizeof text));
  }
  return value;
}

int clua_offer(lua_State *L) {
  clua_rules *rules = current(L, "offer", CLUA_STEP_MOVES);
  int count;
  const clua_slot *arguments = clua_known_arguments(L, &count);
  if (count != rules->move_count) {
    clua_raise(L, rules->move_count == 1 ? "offer takes the %d number of a move, not %d"
                                         : "offer takes the %d numbers of a move, not %d",
               rules->move_count, count);
  }
  uint64_t packed = 0;
  for (int i = 0; i < count; i++) {
    bool is_integer = arguments != NULL && arguments[i].tag == CLUA_SLOT_INTEGER;
    int64_t value = is_integer ? arguments[i].value.integer : whole(L, i + 1, "offer");
    if (value < rules->minimum[i] || value > rules->maximum[i]) {
      clua_raise(L, "offer: `%.40s` must be from %d to %d, not %lld", rules->moves[i],
                 rules->minimum[i], rules->maximum[i], (long long)value);
    }
    packed |= (uint64_t)(uint16_t)(int16_t)value << (16 * i);
  }
  if (rules->offer_count == rules->offer_capacity) {
    if (rules->offer_count >= CLUA_PLAY_MOVES) {
      clua_raise(L, "a position can have at most %d moves", CLUA_PLAY_MOVES);
    }
    int32_t capacity = rules->offer_capacity * 2 + 32;
    uint64_t *grown = realloc(rules->offers, (size_t)capacity * sizeof *grown);
    if (grown == NULL) clua_kill(clua_vm_of(L), CLUA_MEMORY);
    rules->offers = grown;
    rules->offer_capacity = capacity;
  }
  rules->offers[rules->offer_count++] = packed;
  return 0;
}

int clua_emit(lua_State *L) {
  clua_rules *rules = current(L, "emit", CLUA_STEP_APPLY | CLUA_STEP_SETUP);
  if (lua_type(L, 1) != LUA_TSTRING) {
    clua_raise(L, "emit needs the name of an event, not %s",
               lua_isnone(L, 1) ? "nothing" : luaL_typename(L, 1));
  }
  const char *name = lua_tostring(L, 1);
  int32_t event = 0;
  while (event < rules->event_count && strcmp(rules->events[event], name) != 0) event += 1;
  if (event == rules->event_count) {
    clua_raise(L, "emit: `events` has no '%.40s'", name);
  }
  clua_event emitted = {event, lua_gettop(L) < 2 ? 1 : whole(L, 2, "emit")};
  if (emitted.value > CLUA_EVENT_LIMIT || emitted.value < -CLUA_EVENT_LIMIT) {
    clua_raise(L, "emit: the number must be from -10^12 to 10^12");
  }
  if (rules->emitted_count == rules->emitted_capacity) {
    if (rules->emitted_count >= CLUA_PLAY_EVENTS) {
      clua_raise(L, "a move can have at most %d events", CLUA_PLAY_EVENTS);
    }
    int32_t capacity = rules->emitted_capacity * 2 + 16;
    clua_event *grown = realloc(rules->emitted, (size_t)capacity * sizeof *grown);
    if (grown == NULL) clua_kill(clua_vm_of(L), CLUA_MEMORY);
    rules->emitted = grown;
    rules->emitted_capacity = capacity;
  }
  rules->emitted[rules->emitted_count++] = emitted;
  return 0;
}

// Draw k is a function of the stream's key and k: StableNumerics/StreamKey.swift has the same.
static uint64_t draw(clua_play *play) {
  uint64_t z = play->key + (++play->draws) * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

int clua_random(lua_State *L) {
  current(L, "random", CLUA_STEP_SETUP | CLUA_STEP_APPLY | CLUA_STEP_IMAGINE | CLUA_STEP_CALL);
  clua_play *play = clua_vm_of(L)->play;
  if (lua_gettop(L) == 0) {
    lua_pushnumber(L, (double)(draw(play) >> 11) * 0x1p-53);
    return 1;
  }
  if (lua_gettop(L) > 1) {
    clua_raise(L, "random takes one number, not %d; random(6) gives 1 to 6", lua_gettop(L));
  }
  int64_t bound = whole(L, 1, "random");
  if (bound < 1) clua_raise(L, "random needs a whole number of at least 1");
  lua_pushinteger(L, 1 + (int64_t)(((unsigned __int128)draw(play) * (uint64_t)bound) >> 64));
  return 1;
}

// MARK: The steps

// A fault that no line of the script raised: at its function's first line.
static _Noreturn void fault(lua_State *L, int32_t function, const char *what) {
  lua_Debug about = {0};
  if (function > 0 && lua_rawgeti(L, LUA_REGISTRYINDEX, function) == LUA_TFUNCTION &&
      lua_getinfo(L, ">S", &about)) {
    lua_pushfstring(L, "%s:%d: %s", about.short_src, about.linedefined, what);
  } else {
    lua_pushstring(L, what);
  }
  lua_error(L);
  abort();  // lua_error does not return
}

static void push_kept(lua_State *L, const clua_rules *rules, int32_t place) {
  clua_push_kept(L, rules->registry, place);
}

static void push_state(lua_State *L) { lua_pushvalue(L, CLUA_STATE_INDEX); }

// Writes a number of the move where it lay in the move's table before, which is on top, without Lua's
// interface; false, and nothing written, where it does not lie there.
static bool put_number(const clua_table *table, int32_t place, const void *key, int32_t number) {
  if (table == NULL || place >> table->pairs_logarithm != 0) return false;
  clua_pair *pair = &table->pairs[place];
  if (!clua_has_key(pair, key) || pair->tag != CLUA_SLOT_INTEGER) return false;
  pair->value.integer = number;
  return true;
}

static int32_t place_of(const clua_table *table, const void *key) {
  int32_t place = 0;
  while (place >> table->pairs_logarithm == 0 && !clua_has_key(&table->pairs[place], key)) place += 1;
  return place;
}

static void push_move(lua_State *L, clua_rules *rules, const clua_play *play) {
  push_kept(L, rules, rules->move);
  const clua_table *table = clua_knows_tables(clua_vm_of(L)) ? rules->move_table : NULL;
  for (int i = 0; i < rules->move_count; i++) {
    if (put_number(table, rules->move_places[i], rules->move_keys[i], play->move[i])) continue;
    push_kept(L, rules, rules->move_names + i);
    lua_pushinteger(L, play->move[i]);
    lua_rawset(L, -3);
    if (table != NULL) rules->move_places[i] = place_of(table, rules->move_keys[i]);
  }
}

// Calls a function with what lies above it on the stack, while some of offer, emit and random may be
// called.
static void call(lua_State *L, clua_play *play, int32_t allowed, int arguments, int results) {
  play->allowed = allowed;
  lua_call(L, arguments, results);
  play->allowed = 0;
}

static int64_t field_number(lua_State *L, int32_t function, const char *name) {
  char text[120];
  int is_whole = 0;
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  int64_t value = lua_tointegerx(L, -1, &is_whole);
  if (lua_isnil(L, -1)) is_whole = true;
  if (!is_whole || lua_type(L, -1) == LUA_TSTRING || value > CLUA_EVENT_LIMIT ||
      value < -CLUA_EVENT_LIMIT) {
    snprintf(text, sizeof text, "s.%.20s must be a whole number from -10^12 to 10^12", name);
    fault(L, function, text);
  }
  lua_pop(L, 1);
  return value;
}

static int64_t read_score(lua_State *L, const clua_rules *rules, int32_t function, bool is_known) {
  if (is_known && rules->known_score >= 0) {
    const clua_table *state = rules->state_table;
    const clua_pair *pair = &state->pairs[rules->known[rules->known_score].place];
    int64_t score = pair->value.integer;
    if (pair->tag == CLUA_SLOT_INTEGER && clua_is_score(score)) return score;
  }
  push_state(L);
  int64_t score = field_number(L, function, "score");
  lua_pop(L, 1);
  return score;
}

// How many arguments `apply` looks at, which is asked once: the others need not be passed.
static int32_t count_parameters(lua_State *L, clua_rules *rules, int32_t apply) {
  enum { ALL = 4 };
  if (rules->apply != apply) {
    lua_Debug about = {0};
    push_kept(L, rules, apply);
    bool is_counted = lua_getinfo(L, ">u", &about) != 0 && !about.isvararg;
    rules->apply_parameters = is_counted ? about.nparams : ALL;
    rules->apply = apply;
  }
  return rules->apply_parameters;
}

static void save(lua_State *L, clua_rules *rules, clua_play *play, int32_t function, bool is_known) {
  if (!clua_pack_state(L, rules, is_known)) fault(L, function, lua_tostring(L, -1));
  if (rules->secret.count > 0) {
    clua_bytes_add(clua_vm_of(L), &rules->visible, rules->secret.bytes, rules->secret.count);
  }
  play->visible = (int64_t)(rules->visible.count - rules->secret.count);
  play->length = (int64_t)rules->visible.count;
  play->state = rules->visible.bytes;
}

static void ask_worth(lua_State *L, clua_rules *rules, clua_play *play) {
  push_kept(L, rules, play->functions.worth);
  push_state(L);
  if (rules->players == 2) lua_pushinteger(L, play->player);
  call(L, play, 0, rules->players, 1);
  int is_number = 0;
  play->worth = lua_tonumberx(L, -1, &is_number);
  if (!is_number || lua_type(L, -1) == LUA_TSTRING || !(play->worth > -1e15 && play->worth < 1e15)) {
    char number[40], text[120];
    snprintf(text, sizeof text, "worth must return a number from -10^15 to 10^15, not %s",
             lua_type(L, -1) == LUA_TNUMBER ? in_words(play->worth, number, sizeof number)
             : lua_isnil(L, -1) ? "nil" : luaL_typename(L, -1));
    fault(L, play->functions.worth, text);
  }
  lua_pop(L, 1);
}

// Takes a text that a function returned; false when it is something else.
static bool take_text(lua_State *L, int index, clua_bytes *buffer, const char **text,
                      int64_t *length, int32_t function) {
  size_t bytes = 0;
  buffer->count = 0;
  *text = NULL;
  *length = 0;
  if (lua_type(L, index) != LUA_TSTRING) return false;
  const char *found = lua_tolstring(L, index, &bytes);
  if (bytes > CLUA_STATE_BYTES) fault(L, function, "the text is longer than 65536 bytes");
  clua_pay_bytes(clua_vm_of(L), bytes);
  clua_bytes_add(clua_vm_of(L), buffer, found, bytes);
  clua_bytes_add(clua_vm_of(L), buffer, "", 1);
  *text = (const char *)buffer->bytes;
  *length = (int64_t)bytes;
  return true;
}

// What the function returned stays on the stack: the call is nearly over.
static void ask_outcome(lua_State *L, clua_rules *rules, clua_play *play) {
  const char *const names[] = {"won", "lost", rules->players == 2 ? "draw" : "ended"};
  push_kept(L, rules, play->functions.outcome);
  push_state(L);
  lua_pushinteger(L, (play->steps & CLUA_STEP_MOVES) ? rules->offer_count : 1);
  call(L, play, 0, 2, 2);
  if (lua_isnil(L, -2)) {
    bool is_stuck = (play->steps & CLUA_STEP_MOVES) != 0 && rules->offer_count == 0;
    play->outcome = is_stuck ? CLUA_OUTCOME_STUCK : CLUA_OUTCOME_NONE;
  } else {
    const char *text = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    int found = 0;
    while (found < 3 && strcmp(text, names[found]) != 0) found += 1;
    if (found == 3) {
      char what[160];
      bool is_string = lua_type(L, -2) == LUA_TSTRING;
      snprintf(what, sizeof what, "outcome must return %s, not %s%.20s%s",
               rules->players == 2 ? "\"won\", \"lost\" or \"draw\", as player 1 sees it, or nil"
                                   : "\"won\", \"lost\", \"ended\" or nil",
               is_string ? "\"" : "a ", is_string ? text : luaL_typename(L, -2),
               is_string ? "\"" : "");
      fault(L, play->functions.outcome, what);
    }
    play->outcome = (clua_outcome)(CLUA_OUTCOME_WON + found);
    rules->offer_count = 0;
  }
  if (play->steps & CLUA_STEP_REASON) {
    bool is_text = take_text(
        L, -1, &rules->text, &play->text, &play->text_length, play->functions.outcome);
    if (!is_text && !lua_isnil(L, -1)) {
      fault(L, play->functions.outcome,
            "the reason that outcome returns behind the outcome must be a string");
    }
  }
}

// Calls a function of the game and takes what it returns: a text, a number or a move's numbers.
static void ask(lua_State *L, clua_rules *rules, clua_play *play) {
  int first = lua_gettop(L) + 1, arguments = 1, allowed = 0;
  push_kept(L, rules, play->function);
  if (play->steps & CLUA_STEP_CHECK) push_kept(L, rules, rules->level); else push_state(L);
  if (play->extra == CLUA_EXTRA_MOVE || play->extra == CLUA_EXTRA_MOVE_AND_RANDOM) {
    push_move(L, rules, play);
    arguments += 1;
  }
  if (play->extra == CLUA_EXTRA_MOVE_AND_RANDOM) {
    push_kept(L, rules, rules->random);
    arguments += 1;
    allowed = CLUA_STEP_CALL;
  }
  if (play->extra == CLUA_EXTRA_TEXT) {
    lua_pushlstring(L, play->text == NULL ? "" : play->text, (size_t)play->text_length);
    arguments += 1;
  }
  if (rules->players == 2 && !(play->steps & CLUA_STEP_CHECK)) {
    lua_pushinteger(L, play->player);
    arguments += 1;
  }
  call(L, play, allowed, arguments, CLUA_MOVE_NUMBERS);
  play->number = lua_type(L, first) == LUA_TNUMBER ? lua_tonumberx(L, first, NULL) : 0.0 / 0.0;
  if (lua_type(L, first) == LUA_TBOOLEAN) play->number = lua_toboolean(L, first);
  while (play->number_count < CLUA_MOVE_NUMBERS
         && clua_is_whole(L, first + play->number_count, &play->numbers[play->number_count])) {
    play->number_count += 1;
  }
  int next = first + play->number_count;
  play->stray = play->number_count < CLUA_MOVE_NUMBERS && !lua_isnil(L, next)
                    ? lua_typename(L, lua_type(L, next)) : NULL;
  take_text(L, first, &rules->text, &play->text, &play->text_length, play->function);
  take_text(L, first + 1, &rules->name, &play->name, &play->name_length, play->function);
  // The first result stays for CLUA_STEP_TABLE.
  lua_settop(L, first);
}

// Writes out what the function returned, which lies at an index. The last of all steps: the nodes
// point into strings that a later one could collect.
static void write_table(lua_State *L, clua_play *play, int result) {
  clua_vm *vm = clua_vm_of(L);
  lua_pushvalue(L, result);
  if (!clua_write_out(L, vm)) fault(L, play->function, lua_tostring(L, -1));
  play->nodes = vm->nodes;
  play->node_count = vm->node_count;
}

// What a step takes of the stack at most, without the values of tables in a state.
enum { STACK_SLOTS = 40 };

static int perform(lua_State *L) {
  clua_play *play = lua_touserdata(L, 1);
  clua_rules *rules = rules_of(clua_vm_of(L), play->rules);
  int32_t changed = 0;
  luaL_checkstack(L, STACK_SLOTS, NULL);
  push_kept(L, rules, rules->state);
  lua_replace(L, CLUA_STATE_INDEX);
  if (play->steps & CLUA_STEP_SETUP) {
    changed = play->functions.setup;
    clua_clear_state(L, rules);
    push_kept(L, rules, changed);
    push_state(L);
    push_kept(L, rules, rules->random);
    push_kept(L, rules, rules->emit);
    call(L, play, CLUA_STEP_SETUP, 3, 0);
  }
  if (play->steps & CLUA_STEP_LOAD) {
    bool is_blind = (play->steps & CLUA_STEP_BLIND) != 0;
    clua_unpack_state(L, rules, play, is_blind && rules->players != 2);
    if (is_blind && rules->players == 2) clua_hide_from(L, rules, play->player);
  }
  if (play->steps & CLUA_STEP_APPLY) {
    changed = play->functions.apply;
    push_kept(L, rules, changed);
    push_state(L);
    push_move(L, rules, play);
    int32_t parameters = count_parameters(L, rules, changed), arguments = 2;
    if (parameters > arguments) {
      push_kept(L, rules, rules->random);
      arguments += 1;
    }
    if (parameters > arguments) {
      push_kept(L, rules, rules->emit);
      arguments += 1;
    }
    call(L, play, CLUA_STEP_APPLY, arguments, 0);
  }
  if (play->steps & CLUA_STEP_IMAGINE) {
    changed = play->functions.imagine;
    push_kept(L, rules, changed);
    push_state(L);
    push_kept(L, rules, rules->random);
    call(L, play, CLUA_STEP_IMAGINE, 2, 0);
  }
  bool is_known = (play->steps & (CLUA_STEP_SCORE | CLUA_STEP_SAVE)) && clua_find_fields(L, rules);
  if ((play->steps & CLUA_STEP_SCORE) && rules->players == 2) {
    const char *wrong = clua_read_table(L, rules, play, is_known);
    if (wrong != NULL) fault(L, changed, wrong);
  } else if (play->steps & CLUA_STEP_SCORE) {
    play->score = read_score(L, rules, changed, is_known);
  }
  if (play->steps & CLUA_STEP_SAVE) save(L, rules, play, changed, is_known);
  bool returns_moves = false;
  if (play->steps & CLUA_STEP_MOVES) {
    push_kept(L, rules, play->functions.moves);
    push_state(L);
    push_kept(L, rules, rules->offer);
    call(L, play, CLUA_STEP_MOVES, 2, 1);
    returns_moves = lua_istable(L, -1);
    lua_pop(L, 1);
  }
  if (play->steps & CLUA_STEP_OUTCOME) {
    ask_outcome(L, rules, play);
    if (play->outcome == CLUA_OUTCOME_STUCK && returns_moves) {
      fault(L, play->functions.moves,
            "moves must call offer(...) for each move; the table that it returns is not read");
    }
    if (play->outcome == CLUA_OUTCOME_STUCK) {
      fault(L, play->functions.outcome,
            "there is no move and no outcome; return one where `offered` is 0");
    }
  }
  if (play->steps & CLUA_STEP_WORTH) ask_worth(L, rules, play);
  if (play->steps & (CLUA_STEP_CALL | CLUA_STEP_CHECK)) ask(L, rules, play);
  int result = lua_gettop(L);
  if (play->steps & CLUA_STEP_RESAVE) save(L, rules, play, changed, clua_find_fields(L, rules));
  if ((play->steps & CLUA_STEP_CALL) && (play->steps & CLUA_STEP_TABLE)) {
    write_table(L, play, result);
  }
  return 0;
}

clua_status clua_play_steps(clua_vm *vm, clua_play *play) {
  lua_State *L = vm->state;
  clua_rules *rules = rules_of(vm, play->rules);
  if (rules == NULL) {
    lua_pushliteral(L, "there are no rules of this number");
    return CLUA_ERROR;
  }
  rules->offer_count = 0;
  rules->emitted_count = 0;
  play->number_count = 0;
  play->stray = NULL;
  play->node_count = 0;
  play->allowed = 0;
  vm->play = play;
  lua_pushcfunction(L, perform);
  lua_pushlightuserdata(L, play);
  int status = lua_pcall(L, 1, 0, CLUA_PLACE_HANDLER);
  vm->play = NULL;
  // Names that nothing keeps may be gone by the next call.
  if (!rules->keeps_names) rules->known_count = 0;
  if (status != LUA_OK) {
    rules->is_dirty = true;
    return CLUA_ERROR;
  }
  play->moves = rules->offers;
  play->move_count = rules->offer_count;
  play->events = rules->emitted;
  play->event_count = rules->emitted_count;
  return CLUA_OK;
}
