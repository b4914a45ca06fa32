// Lua patterns: find, match, gmatch and gsub over a matcher that pays for every step it takes.
#include "Private.h"

enum { MAX_CAPTURES = 32, MAX_DEPTH = 180, STEPS_PER_PAYMENT = 128 };
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct matcher {
  lua_State *L;
  clua_vm *vm;
  const char *source, *source_end, *pattern_end;
  int steps, depth, level;
  struct {
    const char *start;
    ptrdiff_t length;
  } captures[MAX_CAPTURES];
} matcher;

static inline void step(matcher *m) {
  if (__builtin_expect(++m->steps >= STEPS_PER_PAYMENT, 0)) {
    clua_pay(m->vm, m->steps / 4);
    m->steps = 0;
  }
}

// MARK: Single characters

static const char *item_end(matcher *m, const char *p) {
  char c = *p++;
  if (c == '%') {
    if (p == m->pattern_end) clua_raise(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (c != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  do {  // the first character of a set may be ']'
    if (p == m->pattern_end) clua_raise(m->L, "malformed pattern (missing ']')");
    step(m);
    if (*p++ == '%') {
      if (p == m->pattern_end) clua_raise(m->L, "malformed pattern (missing ']')");
      p++;
    }
  } while (p == m->pattern_end || *p != ']');
  return p + 1;
}

// Classes as in the C locale, whatever the process's locale is.
static bool in_class(int c, int class) {
  bool is_upper = c >= 'A' && c <= 'Z', is_lower = c >= 'a' && c <= 'z';
  bool is_digit = c >= '0' && c <= '9', is_graph = c > 32 && c < 127, is_in;
  switch (class | 32) {
    case 'a': is_in = is_upper || is_lower; break;
    case 'c': is_in = c < 32 || c == 127; break;
    case 'd': is_in = is_digit; break;
    case 'g': is_in = is_graph; break;
    case 'l': is_in = is_lower; break;
    case 'p': is_in = is_graph && !(is_upper || is_lower || is_digit); break;
    case 's': is_in = c == ' ' || (c >= 9 && c <= 13); break;
    case 'u': is_in = is_upper; break;
    case 'w': is_in = is_upper || is_lower || is_digit; break;
    case 'x': is_in = is_digit || ((c | 32) >= 'a' && (c | 32) <= 'f'); break;
    default: return c == class;
  }
  bool is_complement = class >= 'A' && class <= 'Z';
  return is_in != is_complement;
}

// `set` is at '[', `last` at the closing ']'.
static bool in_set(matcher *m, int c, const char *set, const char *last) {
  bool is_in = true;
  if (set[1] == '^') {
    is_in = false;
    set++;
  }
  while (++set < last) {
    step(m);
    if (*set == '%') {
      set++;
      if (in_class(c, (unsigned char)*set)) return is_in;
    } else if (set[1] == '-' && set + 2 < last) {
      set += 2;
      if ((unsigned char)set[-2] <= c && c <= (unsigned char)*set) return is_in;
    } else if ((unsigned char)*set == c) {
      return is_in;
    }
  }
  return !is_in;
}

static bool matches_one(matcher *m, const char *s, const char *p, const char *end) {
  step(m);
  if (s >= m->source_end) return false;
  int c = (unsigned char)*s;
  switch (*p) {
    case '.': return true;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(m, c, p, end - 1);
    default: return (unsigned char)*p == c;
  }
}

// MARK: Matching

static const char *match(matcher *m, const char *s, const char *p);

static const char *match_balance(matcher *m, const char *s, const char *p) {
  if (p + 1 >= m->pattern_end) clua_raise(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->source_end || *s != *p) return NULL;
  int open = 1;
  while (++s < m->source_end) {
    step(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == *p) {
      open += 1;
    }
  }
  return NULL;
}

static const char *match_greedy(matcher *m, const char *s, const char *p, const char *end) {
  ptrdiff_t count = 0;
  while (matches_one(m, s + count, p, end)) count++;
  for (; count >= 0; count--) {
    const char *result = match(m, s + count, end + 1);
    if (result != NULL) return result;
  }
  return NULL;
}

static const char *match_lazy(matcher *m, const char *s, const char *p, const char *end) {
  for (;;) {
    const char *result = match(m, s, end + 1);
    if (result != NULL) return result;
    if (!matches_one(m, s, p, end)) return NULL;
    s++;
  }
}

static const char *open_capture(matcher *m, const char *s, const char *p, ptrdiff_t length) {
  if (m->level >= MAX_CAPTURES) clua_raise(m->L, "too many captures");
  m->captures[m->level].start = s;
  m->captures[m->level].length = length;
  m->level += 1;
  const char *result = match(m, s, p);
  if (result == NULL) m->level -= 1;
  return result;
}

static const char *close_capture(matcher *m, const char *s, const char *p) {
  int last = m->level - 1;
  while (last >= 0 && m->captures[last].length != CAPTURE_OPEN) last--;
  if (last < 0) clua_raise(m->L, "invalid pattern capture");
  m->captures[last].length = s - m->captures[last].start;
  const char *result = match(m, s, p);
  if (result == NULL) m->captures[last].length = CAPTURE_OPEN;
  return result;
}

static const char *match_back(matcher *m, const char *s, int digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->level || m->captures[index].length == CAPTURE_OPEN) {
    clua_raise(m->L, "invalid capture index %%%d", index + 1);
  }
  // A position capture repeats nothing.
  size_t length = m->captures[index].length > 0 ? (size_t)m->captures[index].length : 0;
  clua_pay_bytes(m->vm, length);
  if ((size_t)(m->source_end - s) < length || memcmp(m->captures[index].start, s, length) != 0) {
    return NULL;
  }
  return s + length;
}

static bool at_frontier(matcher *m, const char *s, const char *p, const char *end) {
  int before = s == m->source ? 0 : (unsigned char)s[-1];
  int after = s == m->source_end ? 0 : (unsigned char)*s;
  return !in_set(m, before, p, end - 1) && in_set(m, after, p, end - 1);
}

static const char *match_here(matcher *m, const char *s, const char *p) {
  while (p < m->pattern_end) {
    step(m);
    if (*p == '(') {
      bool is_position = p + 1 < m->pattern_end && p[1] == ')';
      return is_position ? open_capture(m, s, p + 2, CAPTURE_POSITION)
                         : open_capture(m, s, p + 1, CAPTURE_OPEN);
    }
    if (*p == ')') return close_capture(m, s, p + 1);
    if (*p == '$' && p + 1 == m->pattern_end) return s == m->source_end ? s : NULL;
    if (*p == '%' && p + 1 < m->pattern_end) {
      if (p[1] == 'b') {
        s = match_balance(m, s, p + 2);
        if (s == NULL) return NULL;
        p += 4;
        continue;
      }
      if (p[1] == 'f') {
        p += 2;
        if (p >= m->pattern_end || *p != '[') {
          clua_raise(m->L, "missing '[' after '%%f' in pattern");
        }
        const char *end = item_end(m, p);
        if (!at_frontier(m, s, p, end)) return NULL;
        p = end;
        continue;
      }
      if (p[1] >= '0' && p[1] <= '9') {
        s = match_back(m, s, (unsigned char)p[1]);
        if (s == NULL) return NULL;
        p += 2;
        continue;
      }
    }
    const char *end = item_end(m, p);
    char suffix = end < m->pattern_end ? *end : 0;
    if (suffix == '*') return match_greedy(m, s, p, end);
    if (suffix == '-') return match_lazy(m, s, p, end);
    bool is_match = matches_one(m, s, p, end);
    if (suffix == '+') return is_match ? match_greedy(m, s + 1, p, end) : NULL;
    if (suffix == '?') {
      if (is_match) {
        const char *result = match(m, s + 1, end + 1);
        if (result != NULL) return result;
      }
      p = end + 1;
      continue;
    }
    if (!is_match) return NULL;
    s++;
    p = end;
  }
  return s;
}

static const char *match(matcher *m, const char *s, const char *p) {
  if (m->depth == 0) clua_raise(m->L, "pattern too complex");
  m->depth -= 1;
  const char *result = match_here(m, s, p);
  m->depth += 1;
  return result;
}

static void prepare(matcher *m, lua_State *L, const char *source, size_t source_length,
                    const char *pattern, size_t pattern_length) {
  m->L = L;
  m->vm = clua_vm_of(L);
  m->source = source;
  m->source_end = source + source_length;
  m->pattern_end = pattern + pattern_length;
  m->steps = 0;
  m->depth = MAX_DEPTH;
  m->level = 0;
}

static const char *match_at(matcher *m, const char *s, const char *p) {
  m->level = 0;
  m->depth = MAX_DEPTH;
  return match(m, s, p);
}

// What was left unpaid by `step`.
static void settle(matcher *m) {
  clua_pay(m->vm, m->steps / 4 + 1);
  m->steps = 0;
}

// MARK: Captures

static void push_capture(matcher *m, int index, const char *s, const char *end) {
  if (index >= m->level) {
    if (index > 0) clua_raise(m->L, "invalid capture index %%%d", index + 1);
    clua_pay_bytes(m->vm, (size_t)(end - s));
    lua_pushlstring(m->L, s, (size_t)(end - s));
    return;
  }
  ptrdiff_t length = m->captures[index].length;
  if (length == CAPTURE_OPEN) clua_raise(m->L, "unfinished capture");
  if (length == CAPTURE_POSITION) {
    lua_pushinteger(m->L, m->captures[index].start - m->source + 1);
  } else {
    clua_pay_bytes(m->vm, (size_t)length);
    lua_pushlstring(m->L, m->captures[index].start, (size_t)length);
  }
}

// The captures, or the whole match when there are none (and `s` is given).
static int push_captures(matcher *m, const char *s, const char *end) {
  int count = m->level == 0 && s != NULL ? 1 : m->level;
  luaL_checkstack(m->L, count + 4, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, s, end);
  return count;
}

// MARK: find and match

static bool has_specials(const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (pattern[i] != 0 && strchr("^$*+?.([%-", pattern[i]) != NULL) return true;
  }
  return false;
}

// Candidates by memchr, then compared, each paid for as if it differed at its end only.
static const char *find_plain(clua_vm *vm, const char *text, size_t length, const char *what,
                              size_t count) {
  if (count == 0) return text;
  clua_pay(vm, 1 + (int64_t)length / 64);
  for (const char *end = text + length; (size_t)(end - text) >= count; text++) {
    text = memchr(text, what[0], (size_t)(end - text) - count + 1);
    if (text == NULL) return NULL;
    clua_pay(vm, 1 + (int64_t)count / 32);
    if (memcmp(text, what, count) == 0) return text;
  }
  return NULL;
}

static int find_or_match(lua_State *L, bool is_find) {
  size_t length, pattern_length;
  clua_vm *vm = clua_vm_of(L);
  const char *source = clua_text(L, 1, &length), *pattern = clua_text(L, 2, &pattern_length);
  size_t start = clua_start(clua_integer_or(L, 3, 1), length) - 1;
  clua_pay(vm, 2);
  if (start > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (is_find) {
    bool is_plain = lua_toboolean(L, 4);
    if (!is_plain) {
      clua_pay_bytes(vm, pattern_length);
      is_plain = !has_specials(pattern, pattern_length);
    }
    if (is_plain) {
      const char *found = find_plain(vm, source + start, length - start, pattern, pattern_length);
      if (found == NULL) {
        luaL_pushfail(L);
        return 1;
      }
      lua_pushinteger(L, found - source + 1);
      lua_pushinteger(L, found - source + (lua_Integer)pattern_length);
      return 2;
    }
  }
  matcher m;
  bool is_anchored = pattern_length > 0 && *pattern == '^';
  prepare(&m, L, source, length, pattern, pattern_length);
  const char *s = source + start;
  do {
    const char *end = match_at(&m, s, pattern + is_anchored);
    if (end != NULL) {
      settle(&m);
      if (!is_find) return push_captures(&m, s, end);
      lua_pushinteger(L, s - source + 1);
      lua_pushinteger(L, end - source);
      return push_captures(&m, NULL, NULL) + 2;
    }
  } while (s++ < m.source_end && !is_anchored);
  settle(&m);
  luaL_pushfail(L);
  return 1;
}

int clua_string_find(lua_State *L) { return find_or_match(L, true); }
int clua_string_match(lua_State *L) { return find_or_match(L, false); }

// MARK: gmatch

// Upvalues: the text, the pattern, the next position, the end of the last match.
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *source = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  lua_Integer position = lua_tointegerx(L, lua_upvalueindex(3), NULL);
  lua_Integer last = lua_tointegerx(L, lua_upvalueindex(4), NULL);
  matcher m;
  prepare(&m, L, source, length, pattern, pattern_length);
  for (; position <= (lua_Integer)length; position++) {
    const char *s = source + position, *end = match_at(&m, s, pattern);
    if (end == NULL || end - source == last) continue;  // no empty match right after another
    settle(&m);
    lua_pushinteger(L, end - source);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return push_captures(&m, s, end);
  }
  settle(&m);
  return 0;
}

int clua_string_gmatch(lua_State *L) {
  size_t length;
  clua_text(L, 1, &length);
  clua_text(L, 2, NULL);
  size_t start = clua_start(clua_integer_or(L, 3, 1), length) - 1;
  if (start > length) start = length + 1;
  lua_settop(L, 2);
  clua_pay(clua_vm_of(L), 4);
  lua_pushinteger(L, (lua_Integer)start);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

// MARK: gsub

static void add_template(matcher *m, clua_buffer *result, const char *s, const char *end) {
  size_t length;
  lua_State *L = m->L;
  const char *text = lua_tolstring(L, 3, &length);
  clua_pay_bytes(m->vm, length * 4);
  for (size_t i = 0; i < length; i++) {
    if (text[i] != '%') {
      clua_buffer_byte(result, text[i]);
      continue;
    }
    char c = i + 1 < length ? text[++i] : 0;
    if (c == '%') {
      clua_buffer_byte(result, '%');
    } else if (c == '0') {
      clua_pay_bytes(m->vm, (size_t)(end - s));
      clua_buffer_add(result, s, (size_t)(end - s));
    } else if (c >= '1' && c <= '9') {
      size_t captured;
      push_capture(m, c - '1', s, end);
      const char *bytes = clua_tostring(L, -1, &captured);
      clua_buffer_add(result, bytes, captured);
      lua_pop(L, 2);
    } else {
      clua_raise(L, "invalid use of '%%' in replacement string");
    }
  }
}

static void add_replacement(matcher *m, clua_buffer *result, const char *s, const char *end,
                            int type) {
  lua_State *L = m->L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    int count = push_captures(m, s, end);
    lua_call(L, count, 1);
  } else if (type == LUA_TTABLE) {
    push_capture(m, 0, s, end);
    lua_gettable(L, 3);
  } else {
    add_template(m, result, s, end);
    return;
  }
  if (!lua_toboolean(L, -1)) {
    clua_pay_bytes(m->vm, (size_t)(end - s));
    clua_buffer_add(result, s, (size_t)(end - s));
  } else if (lua_isstring(L, -1)) {
    size_t length;
    const char *text = clua_tostring(L, -1, &length);
    clua_pay_bytes(m->vm, length);
    clua_buffer_add(result, text, length);
    lua_pop(L, 1);
  } else {
    clua_raise(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  lua_pop(L, 1);
}

int clua_string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *source = clua_text(L, 1, &length), *pattern = clua_text(L, 2, &pattern_length);
  int type = lua_type(L, 3);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TTABLE ||
                   type == LUA_TFUNCTION, 3, "string/function/table");
  if (type == LUA_TNUMBER) clua_text(L, 3, NULL);
  lua_Integer most = clua_integer_or(L, 4, (lua_Integer)length + 1);
  bool is_anchored = pattern_length > 0 && *pattern == '^';
  const char *s = source, *last = NULL;
  lua_Integer count = 0;
  matcher m;
  clua_buffer result;
  lua_settop(L, 3);
  clua_buffer_start(&result, L);
  prepare(&m, L, source, length, pattern, pattern_length);
  clua_pay(m.vm, 4);
  while (count < most) {
    const char *end = match_at(&m, s, pattern + is_anchored);
    if (end != NULL && end != last) {
      count += 1;
      clua_pay(m.vm, 4);
      add_replacement(&m, &result, s, end, type);
      s = last = end;
    } else if (s < m.source_end) {
      clua_buffer_byte(&result, *s++);
    } else {
      break;
    }
    if (is_anchored) break;
  }
  settle(&m);
  clua_pay_bytes(m.vm, (size_t)(m.source_end - s));
  clua_buffer_add(&result, s, (size_t)(m.source_end - s));
  clua_buffer_push(&result);
  lua_pushinteger(L, count);
  return 2;
}
