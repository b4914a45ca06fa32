// Two-player games: who moves, the points of both, and what one player does not see.
#include "State.h"

const char *clua_read_table(lua_State *L, const clua_rules *rules, clua_play *play) {
  static const char wrong_scores[] =
      "s.scores must be a list of two whole numbers from -10^12 to 10^12, the points of player 1 and"
      " of player 2";
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->state);
  int table = lua_gettop(L);
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
    lua_settop(L, table - 1);
    return NULL;
  }
  if (lua_type(L, -1) != LUA_TTABLE || lua_rawlen(L, -1) != 2) return wrong_scores;
  for (int player = 0; player < 2; player++) {
    lua_rawgeti(L, table + 3, player + 1);
    int64_t score = 0;
    if (!clua_is_whole(L, -1, &score) || score > CLUA_EVENT_LIMIT || score < -CLUA_EVENT_LIMIT) {
      return wrong_scores;
    }
    play->scores[player] = score;
  }
  lua_settop(L, table - 1);
  return NULL;
}

void clua_hide_from(lua_State *L, clua_rules *rules, int32_t player) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->state);
  int table = lua_gettop(L);
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
  lua_settop(L, table - 1);
}
