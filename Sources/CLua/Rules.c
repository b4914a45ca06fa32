// Opening the rules of a game in a machine that has loaded its script.
#include <stdlib.h>

#include "State.h"

/// Room in the list of known names: games start often, so it should not have to grow then.
enum { COMMON_NAMES = 8 };

static char **copies(const char *const *names, int32_t count) {
  char **copied = calloc((size_t)count + 1, sizeof *copied);
  for (int32_t i = 0; copied != NULL && i < count; i++) {
    copied[i] = strdup(names[i]);
    if (copied[i] == NULL) {
      for (int32_t j = 0; j < i; j++) free(copied[j]);
      free(copied);
      return NULL;
    }
  }
  return copied;
}

static void free_names(char **names, int32_t count) {
  for (int32_t i = 0; names != NULL && i < count; i++) free(names[i]);
  free(names);
}

void clua_rules_forget(clua_vm *vm) {
  for (int32_t i = 0; i < vm->rules_count; i++) {
    clua_rules *rules = vm->rules[i];
    if (rules->known_count > 0) rules->remembered_count = rules->known_count;
    rules->known_count = 0;
    rules->keeps_names = false;
    rules->is_dirty = false;
  }
}

void clua_rules_free(clua_rules *rules) {
  if (rules == NULL) return;
  for (int32_t i = 0; rules->hidden != NULL && i < rules->hidden_count; i++) {
    free(rules->hidden[i].name);
  }
  free(rules->hidden);
  free_names(rules->moves, rules->move_count);
  free_names(rules->events, rules->event_count);
  free(rules->visited.tables);
  free(rules->visited.walks);
  free(rules->visible.bytes);
  free(rules->secret.bytes);
  free(rules->text.bytes);
  free(rules->name.bytes);
  free(rules->offers);
  free(rules->emitted);
  free(rules);
}

clua_rules *clua_rules_new(const clua_rules_names *names) {
  clua_rules *rules = calloc(1, sizeof *rules);
  if (rules == NULL) return NULL;
  rules->move_count = names->move_count;
  rules->event_count = names->event_count;
  rules->hidden_count = names->hidden_count;
  rules->players = names->players;
  rules->moves = copies(names->moves, names->move_count);
  rules->events = copies(names->events, names->event_count);
  rules->hidden = calloc((size_t)names->hidden_count + 1, sizeof *rules->hidden);
  bool is_whole = rules->moves != NULL && rules->events != NULL && rules->hidden != NULL;
  for (int32_t i = 0; is_whole && i < names->hidden_count; i++) {
    rules->hidden[i].name = strdup(names->hidden[i]);
    is_whole = rules->hidden[i].name != NULL;
    rules->hidden[i].length = strlen(names->hidden[i]);
    rules->hidden[i].pool = names->pools[i];
    rules->hidden[i].is_own = names->own[i];
    int32_t pools = names->pools[i] + (names->own[i] ? 2 : 1);
    if (pools > rules->pools) rules->pools = pools;
  }
  for (int32_t i = 0; i < names->move_count; i++) {
    rules->minimum[i] = names->minimum[i];
    rules->maximum[i] = names->maximum[i];
  }
  if (is_whole && rules->pools <= CLUA_STATE_POOLS) return rules;
  clua_rules_free(rules);
  return NULL;
}

// Makes the level read-only, and its lists, and a name that is no field an error. Its table is on
// top and is replaced.
static void seal_level(lua_State *L) {
  int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (lua_type(L, -1) == LUA_TTABLE) {
      clua_seal(L, "s.level");
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, table);
    } else {
      lua_pop(L, 1);
    }
  }
  // On the real table, which is asked last: a field that is there costs what it did.
  clua_refuse_missing(L, "s.level");
  clua_seal(L, "s.level");
}

void clua_build_rules(lua_State *L, clua_vm *vm, clua_rules *rules, int32_t level) {
  rules->registry = clua_known_table(L, vm, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  rules->mark_table = lua_topointer(L, -1);
  rules->mark = clua_keep(L, vm);
  // A table of ours: its metatable tells it from those of the script.
  lua_createtable(L, 0, 8);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->mark);
  lua_setmetatable(L, -2);
  rules->state_table = lua_topointer(L, -1);
  rules->state = clua_keep(L, vm);
  lua_createtable(L, 0, CLUA_MOVE_NUMBERS);
  rules->move_table = lua_topointer(L, -1);
  rules->move = clua_keep(L, vm);
  lua_rawgeti(L, LUA_REGISTRYINDEX, level);
  seal_level(L);
  rules->level_table = lua_topointer(L, -1);
  rules->level = clua_keep(L, vm);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->state);
  lua_pushliteral(L, "level");
  rules->level_key = lua_topointer(L, -1);
  lua_pushvalue(L, -1);
  clua_keep(L, vm);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->level);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  lua_createtable(L, COMMON_NAMES, 0);
  rules->names = clua_keep(L, vm);
  for (int32_t i = 0; i < rules->move_count; i++) {
    lua_pushstring(L, rules->moves[i]);
    rules->move_keys[i] = lua_topointer(L, -1);
    int32_t slot = clua_keep(L, vm);
    if (i == 0) rules->move_names = slot;
  }
  lua_pushcfunction(L, clua_offer);
  rules->offer = clua_keep(L, vm);
  lua_pushcfunction(L, clua_emit);
  rules->emit = clua_keep(L, vm);
  lua_pushcfunction(L, clua_random);
  rules->random = clua_keep(L, vm);
}
