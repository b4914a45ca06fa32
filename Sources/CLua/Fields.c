// Packs the fields of a state: by their names, or in the places where they lay the time before.
#include "Packing.h"

static bool is_hidden(const clua_rules *rules, const clua_field *name) {
  for (int32_t i = 0; i < rules->hidden_count; i++) {
    const clua_hidden *hidden = &rules->hidden[i];
    if (hidden->length == name->length && memcmp(hidden->name, name->name, name->length) == 0) {
      return true;
    }
  }
  return false;
}

static void begin_hidden(clua_writer *out, const clua_hidden *hidden) {
  out->is_secret = true;
  out->pool = hidden->pool;
  out->own_pool = hidden->pool;
  out->is_own = hidden->is_own;
}

static bool write_hidden(lua_State *L, clua_writer *out, int table) {
  clua_rules *rules = out->rules;
  clua_add_count(out->vm, out->shape, (uint64_t)rules->hidden_count);
  for (int32_t i = 0; i < rules->hidden_count; i++) {
    const clua_hidden *hidden = &rules->hidden[i];
    clua_field name = {hidden->name, hidden->length};
    begin_hidden(out, hidden);
    if (!clua_write_field(L, out, table, &name)) return false;
  }
  return true;
}

// Puts the sizes of the pools before their values.
static void write_pools(clua_writer *out) {
  clua_rules *rules = out->rules;
  if (rules->pools == 0) return;
  clua_bytes *text = &rules->text;
  text->count = 0;
  for (int32_t i = 0; i < rules->pools; i++) clua_add_count(out->vm, text, out->secrets[i]);
  clua_bytes_add(out->vm, text, rules->secret.bytes, rules->secret.count);
  rules->secret.count = 0;
  clua_bytes_add(out->vm, &rules->secret, text->bytes, text->count);
}

// MARK: Known fields

// Whether the state has the names that it had when it was packed last, in the same places.
static bool has_known_names(const clua_rules *rules, const clua_table *state) {
  if (state == NULL || rules->known_count == 0 || clua_room(state) > 0) return false;
  int32_t found = 0;
  for (int64_t i = ((int64_t)1 << state->pairs_logarithm) - 1; i >= 0; i--) {
    found += !clua_is_nil(state->pairs[i].tag);
  }
  const clua_pair *level = clua_known_pair(state, &rules->known_level);
  if (found != rules->known_count + 1 || level == NULL || level->tag != CLUA_SLOT_TABLE ||
      level->value.object != rules->level_table) {
    return false;
  }
  for (int32_t i = 0; i < rules->known_count; i++) {
    const clua_pair *pair = clua_known_pair(state, &rules->known[i]);
    if (pair == NULL || clua_is_nil(pair->tag)) return false;
  }
  return true;
}

// Notes where a field lies; false when that cannot be known.
static bool learn(lua_State *L, const clua_table *state, const char *name, size_t length,
                  clua_known_field *field) {
  lua_pushlstring(L, name, length);
  const void *key = lua_topointer(L, -1);
  lua_pop(L, 1);
  for (int32_t i = 0; length <= CLUA_SHORT_STRING && i >> state->pairs_logarithm == 0; i++) {
    const clua_pair *pair = &state->pairs[i];
    if (pair->key != key || pair->key_tag != CLUA_SLOT_SHORT_STRING || clua_is_nil(pair->tag)) {
      continue;
    }
    field->key = key;
    field->place = i;
    field->length = (uint8_t)length;
    memcpy(field->name, name, length);
    return true;
  }
  return false;
}

// Notes where the fields lie that were just packed: `count` that are seen, and the hidden ones.
static void learn_fields(lua_State *L, clua_writer *out, const clua_table *state,
                         const clua_field *fields, int32_t count) {
  clua_rules *rules = out->rules;
  int32_t all = count + rules->hidden_count;
  rules->known_count = 0;
  if (state == NULL || all == 0 || all > CLUA_KNOWN_FIELDS || clua_room(state) > 0 ||
      !learn(L, state, "level", 5, &rules->known_level)) {
    return;
  }
  for (int32_t i = 0; i < all; i++) {
    const clua_hidden *hidden = &rules->hidden[i - (i < count ? i : count)];
    const char *name = i < count ? fields[i].name : hidden->name;
    size_t length = i < count ? fields[i].length : hidden->length;
    if (!learn(L, state, name, length, &rules->known[i])) return;
    lua_pushlstring(L, name, length);
    lua_rawseti(L, out->names, i + 1);
  }
  lua_pushliteral(L, "level");
  lua_rawseti(L, out->names, all + 1);
  rules->known_count = all;
  rules->known_visible = count;
}

static bool write_known(lua_State *L, clua_writer *out, int table, const clua_table *state,
                        int32_t number) {
  const clua_known_field *field = &out->rules->known[number];
  // The name's whole room is copied, as a fixed number of bytes needs no call.
  enum { START = offsetof(clua_known_field, length), BYTES = sizeof *field - START };
  memcpy(clua_reserve(out->vm, out->shape, BYTES), (const char *)field + START, BYTES);
  out->shape->count += 1 + (size_t)field->length;
  const clua_pair *pair = &state->pairs[field->place];
  if (pair->tag == CLUA_SLOT_INTEGER && !out->is_secret) {
    clua_pay(out->vm, 1);
    clua_add_byte(out->vm, out->shape, CLUA_TAG_INTEGER);
    clua_add_integer(out->vm, out->shape, pair->value.integer);
    return true;
  }
  if (clua_write_numbers(out, &pair->value, pair->tag)) return true;
  clua_field name = {field->name, field->length};
  bool is_fine;
  if (clua_write_rows(L, out, table, &name, &pair->value, pair->tag, &is_fine)) return is_fine;
  lua_rawgeti(L, out->names, number + 1);
  return clua_write_named(L, out, table, field->name, field->length);
}

static bool write_known_fields(lua_State *L, clua_writer *out, int table, const clua_table *state) {
  const clua_rules *rules = out->rules;
  clua_pay(out->vm, 1 + (int64_t)(rules->known_count + 1) * (rules->known_count + 1) / 16);
  clua_add_count(out->vm, out->shape, (uint64_t)rules->known_visible);
  for (int32_t i = 0; i < rules->known_visible; i++) {
    if (!write_known(L, out, table, state, i)) return false;
  }
  clua_add_count(out->vm, out->shape, (uint64_t)rules->hidden_count);
  for (int32_t i = 0; i < rules->hidden_count; i++) {
    begin_hidden(out, &rules->hidden[i]);
    if (!write_known(L, out, table, state, rules->known_visible + i)) return false;
  }
  return true;
}

// Whether a script has left the level in its place.
static bool has_own_level(lua_State *L, const clua_rules *rules, int table) {
  lua_pushliteral(L, "level");
  lua_rawget(L, table);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->level);
  bool is_own = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is_own;
}

// Writes the fields by their names, which are looked up and sorted.
static bool write_fields(lua_State *L, clua_writer *out, int table, const clua_table *state) {
  if (!has_own_level(L, out->rules, table)) {
    return clua_complain(L, out, "has another value in `level`, which is read only");
  }
  clua_field fields[CLUA_RECORD_NAMES];
  int32_t found = clua_names_of(L, out, table, fields), count = 0;
  if (found < 0) return false;
  for (int32_t i = 0; i < found; i++) {
    bool is_level = fields[i].length == 5 && memcmp(fields[i].name, "level", 5) == 0;
    if (!is_level && !is_hidden(out->rules, &fields[i])) fields[count++] = fields[i];
  }
  clua_add_count(out->vm, out->shape, (uint64_t)count);
  for (int32_t i = 0; i < count; i++) {
    if (!clua_write_field(L, out, table, &fields[i])) return false;
  }
  if (!write_hidden(L, out, table)) return false;
  learn_fields(L, out, state, fields, count);
  return true;
}

bool clua_pack_state(lua_State *L, clua_rules *rules) {
  clua_writer out;
  memset(&out, 0, offsetof(clua_writer, path));
  out.vm = clua_vm_of(L);
  out.rules = rules;
  out.shape = &rules->visible;
  luaL_checkstack(L, 12, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->names);
  out.names = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->state);
  int table = lua_gettop(L);
  const clua_table *state = clua_known_table(L, out.vm, table);
  clua_start_walk(&rules->visited);
  clua_visit(out.vm, &rules->visited, lua_topointer(L, table));
  rules->visible.count = 0;
  rules->secret.count = 0;
  bool is_fine = has_known_names(rules, state) ? write_known_fields(L, &out, table, state)
                                               : write_fields(L, &out, table, state);
  if (!is_fine) return false;
  write_pools(&out);
  if (clua_is_full(&out)) {
    out.depth = 0;
    return clua_complain(L, &out, "is larger than 65536 bytes");
  }
  lua_settop(L, out.names - 1);
  return true;
}
