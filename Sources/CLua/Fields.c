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
  if (state == NULL || rules->known_count == 0 || clua_room(state) > 0 ||
      state->pairs_logarithm != rules->known_logarithm) {
    return false;
  }
  const clua_pair *level = &state->pairs[rules->known_level.place];
  if (!clua_has_key(level, rules->known_level.key) || level->tag != CLUA_SLOT_TABLE ||
      level->value.object != rules->level_table) {
    return false;
  }
  for (int32_t i = 0; i < rules->known_count; i++) {
    const clua_pair *pair = &state->pairs[rules->known[i].place];
    if (!clua_has_key(pair, rules->known[i].key) || clua_is_nil(pair->tag)) return false;
  }
  return clua_count_pairs(state) == rules->known_count + 1;
}

static bool lies_at(const clua_table *state, int32_t place, const void *key) {
  if (place >> state->pairs_logarithm != 0) return false;
  return clua_has_key(&state->pairs[place], key) && !clua_is_nil(state->pairs[place].tag);
}

// Notes where a field lies, whose name is on top of the stack; false when that cannot be known.
static bool learn(lua_State *L, const clua_table *state, clua_known_field *field) {
  size_t length;
  const char *name = lua_tolstring(L, -1, &length);
  const void *key = lua_topointer(L, -1);
  for (int32_t i = 0; length <= CLUA_SHORT_STRING && i >> state->pairs_logarithm == 0; i++) {
    if (!lies_at(state, i, key)) continue;
    field->key = key;
    field->place = i;
    field->length = (uint8_t)length;
    memcpy(field->name, name, length);
    return true;
  }
  return false;
}

static bool is_called(const clua_known_field *field, const char *name) {
  return field->length == strlen(name) && memcmp(field->name, name, field->length) == 0;
}

static void note_known(clua_rules *rules, const clua_table *state, int32_t count) {
  rules->known_score = -1;
  rules->known_turn = -1;
  rules->known_scores = -1;
  for (int32_t i = 0; i < count; i++) {
    if (is_called(&rules->known[i], "score")) rules->known_score = i;
    if (is_called(&rules->known[i], "turn")) rules->known_turn = i;
    if (is_called(&rules->known[i], "scores")) rules->known_scores = i;
  }
  rules->known_count = count;
  rules->known_logarithm = state->pairs_logarithm;
}

// Notes where the fields lie that were just packed: `count` that are seen, and the hidden ones.
static void learn_fields(lua_State *L, clua_rules *rules, const clua_table *state,
                         const clua_field *fields, int32_t count) {
  int32_t all = count + rules->hidden_count;
  rules->known_count = 0;
  rules->remembered_count = 0;
  rules->keeps_names = false;
  if (state == NULL || all == 0 || all > CLUA_KNOWN_FIELDS || clua_room(state) > 0) return;
  bool is_known = true;
  for (int32_t i = 0; i <= all && is_known; i++) {
    if (i < count) {
      lua_pushlstring(L, fields[i].name, fields[i].length);
    } else if (i < all) {
      lua_pushlstring(L, rules->hidden[i - count].name, rules->hidden[i - count].length);
    } else {
      lua_pushliteral(L, "level");
    }
    is_known = learn(L, state, i < all ? &rules->known[i] : &rules->known_level);
    lua_pop(L, 1);
  }
  if (!is_known) return;
  note_known(rules, state, all);
  rules->known_visible = count;
}

// Takes for a field's key what lies in its place, if that has the field's name.
static bool recall(const clua_table *state, clua_known_field *field) {
  if (field->place >> state->pairs_logarithm != 0) return false;
  const clua_pair *pair = &state->pairs[field->place];
  if (pair->key_tag != CLUA_SLOT_SHORT_STRING || clua_is_nil(pair->tag)) return false;
  const char *key = pair->key;
  if ((uint8_t)key[CLUA_STRING_LENGTH] != field->length ||
      memcmp(key + CLUA_STRING_HEADER, field->name, field->length) != 0) {
    return false;
  }
  field->key = key;
  return true;
}

// Notes again where the fields lie, if they lie where they did before a snapshot was restored: most
// games of a level begin alike. Nothing is made in Lua, so that a game costs the same whatever was
// played before it.
static bool recall_fields(clua_rules *rules, const clua_table *state) {
  int32_t count = rules->remembered_count;
  if (state == NULL || rules->known_count > 0 || count == 0 || clua_room(state) > 0) return false;
  for (int32_t i = 0; i <= count; i++) {
    if (!recall(state, i < count ? &rules->known[i] : &rules->known_level)) return false;
  }
  rules->known_count = count;
  bool is_known = has_known_names(rules, state);
  if (!is_known) rules->known_count = 0;
  return is_known;
}

// Keeps the known names alive even if a script removes their fields: a field is recognised by the
// address of its name.
static void keep_names(lua_State *L, clua_rules *rules) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, rules->names);
  for (int32_t i = 0; i <= rules->known_count; i++) {
    const clua_known_field *field = i < rules->known_count ? &rules->known[i] : &rules->known_level;
    clua_push_slot(L, &(clua_slot){.value.object = field->key, .tag = CLUA_SLOT_SHORT_STRING});
    lua_rawseti(L, -2, i + 1);
  }
  // Lua looks whether garbage is due when a string is pushed. So it does here in every machine: one
  // that has to look the names up pushes them, too.
  lua_pushliteral(L, "level");
  lua_pop(L, 2);
  rules->keeps_names = true;
}

static bool write_known(lua_State *L, clua_writer *out, int table, const clua_table *state,
                        int32_t number) {
  const clua_known_field *field = &out->rules->known[number];
  // The name's whole room is copied, as a fixed number of bytes needs no call.
  enum { START = offsetof(clua_known_field, length), BYTES = sizeof *field - START };
  uint8_t *at = clua_reserve(out->vm, out->shape, BYTES + 1 + CLUA_INTEGER_BYTES);
  memcpy(at, (const char *)field + START, BYTES);
  at += 1 + field->length;
  const clua_pair *pair = &state->pairs[field->place];
  bool is_integer = pair->tag == CLUA_SLOT_INTEGER && !out->is_secret;
  if (is_integer) {
    clua_pay(out->vm, 1);
    *at++ = CLUA_TAG_INTEGER;
    at = clua_encode(at, pair->value.integer);
  }
  out->shape->count = (size_t)(at - out->shape->bytes);
  if (is_integer) return true;
  if (clua_write_numbers(out, &pair->value, pair->tag)) return true;
  clua_field name = {field->name, field->length};
  bool is_fine;
  if (clua_write_rows(L, out, table, &name, &pair->value, pair->tag, &is_fine)) return is_fine;
  lua_pushlstring(L, field->name, field->length);
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
  learn_fields(L, out->rules, state, fields, count);
  return true;
}

bool clua_find_fields(lua_State *L, clua_rules *rules) {
  const clua_table *state = clua_state_table(clua_vm_of(L), rules);
  return has_known_names(rules, state) || recall_fields(rules, state);
}

bool clua_pack_state(lua_State *L, clua_rules *rules, bool is_known) {
  clua_writer out;
  memset(&out, 0, offsetof(clua_writer, path));
  out.vm = clua_vm_of(L);
  out.rules = rules;
  out.shape = &rules->visible;
  const clua_table *state = clua_state_table(out.vm, rules);
  clua_start_walk(&rules->visited);
  clua_visit(out.vm, &rules->visited, rules->state_table);
  rules->visible.count = 0;
  rules->secret.count = 0;
  bool is_fine = is_known ? write_known_fields(L, &out, CLUA_STATE_INDEX, state)
                          : write_fields(L, &out, CLUA_STATE_INDEX, state);
  if (!is_fine) return false;
  write_pools(&out);
  if (clua_is_full(&out)) {
    out.depth = 0;
    return clua_complain(L, &out, "is larger than 65536 bytes");
  }
  if (rules->known_count > 0 && !rules->keeps_names) keep_names(L, rules);
  return true;
}
