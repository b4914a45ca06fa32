// Two-player games: who moves, the points of both, and what one player does not see.
#include "State.h"

// Does what clua_read_table does, without Lua's interface, if the fields are as they should be; false:
// they are not, and nothing that counts was taken.
static bool read_known_table(const clua_rules *rules, const clua_table *state, clua_play *play) {
  if (rules->known_turn < 0 || rules->known_score >= 0) return false;
  const clua_pair *turn = &state->pairs[rules->known[rules->known_turn].place];
  if (turn->tag != CLUA_SLOT_INTEGER || (turn->value.integer != 1 && turn->value.integer != 2)) {
    return false;
  }
  if (rules->known_scores >= 0) {
    const clua_pair *scores = &state->pairs[rules->known[rules->known_scores].place];
    if (scores->tag != CLUA_SLOT_TABLE) return false;
    const clua_table *list = scores->value.object;
    if (list->last_free != NULL || clua_room(list) != 2) return false;
    for (int player = 0; player < 2; player++) {
      const clua_slot *slot = &list->slots[player];
      if (slot->tag != CLUA_SLOT_INTEGER || !clua_is_score(slot->value.integer)) return false;
      play->scores[player] = slot->value.integer;
    }
  }
  play->turn = (int32_t)turn->value.integer;
  return true;
}

const char *clua_read_table(lua_State *L, const clua_rules *rules, clua_play *play, bool is_known) {
  static const char wrong_scores[] =
      "s.scores must be a list of two whole numbers from -10^12 to 10^12, the points of player 1 and"
      " of player 2";
  if (is_known && read_known_table(rules, rules->state_table, play)) return NULL;
  int top = lua_gettop(L), table = CLUA_STATE_INDEX;
  lua_pushliteral(L, "turn");
  lua_rawget(L, table);
  int64_t turn = 0;
  if (!clua_is_whole(L, -1, &turn) || (turn != 1 && turn != 2)) {
    return "s.turn must say who moves, 1 or 2, also when the game is over";
  }
  play->turn = (int32_t)turn;
  lua_pushliteral(L, "score");
  lua_rawget(L, table);
  if (!lua_isnil(L, -1)) {
    return "s.score is for games of one player; set s.scores = { 0, 0 } instead";
  }
  lua_pushliteral(L, "scores");
  lua_rawget(L, table);
  if (lua_isnil(L, -1)) {
    lua_settop(L, top);
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TTABLE || lua_rawlen(L, -1) != 2) return wrong_scores;
  for (int player = 0; player < 2; player++) {
    lua_rawgeti(L, top + 3, player + 1);
    int64_t score = 0;
    if (!clua_is_whole(L, -1, &score) || !clua_is_score(score)) {
      return wrong_scores;
    }
    play->scores[player] = score;
  }
  lua_settop(L, top);
  return NULL;
}

void clua_hide_from(lua_State *L, clua_rules *rules, int32_t player) {
  int top = lua_gettop(L), table = CLUA_STATE_INDEX;
  for (int32_t i = 0; i < rules->hidden_count; i++) {
    const clua_hidden *hidden = &rules->hidden[i];
    lua_pushlstring(L, hidden->name, hidden->length);
    if (hidden->is_own) {
      lua_rawget(L, table);
      lua_pushnil(L);
      lua_rawseti(L, -2, 3 - player);
      lua_pop(L, 1);
    } else {
      lua_pushnil(L);
      lua_rawset(L, table);
    }
  }
  lua_settop(L, top);
}
