// table.sort: a stable merge sort. Whatever the comparison answers, it ends after n log n calls
// with some order of the same values.
#include "Private.h"

enum { RUN = 6 };

// Values of a kind that is compared without calling Lua.
typedef struct simple {
  union {
    lua_Integer integer;
    lua_Number number;
    const char *bytes;
  } key;
  size_t length;
  int32_t place;  // among the values read
} simple;

typedef struct sorting {
  lua_State *L;
  clua_vm *vm;
  int values, spare;  // stack indices of two Lua lists
  bool has_function;
} sorting;

// MARK: Values of one kind

static bool is_below(const simple *a, const simple *b, int kind, int64_t *work) {
  if (kind == CLUA_KEY_INTEGER) return a->key.integer < b->key.integer;
  if (kind == CLUA_KEY_FLOAT) return a->key.number < b->key.number;
  size_t shorter = a->length < b->length ? a->length : b->length;
  *work += (int64_t)(shorter / CLUA_BYTES_A_UNIT);
  int difference = memcmp(a->key.bytes, b->key.bytes, shorter);
  return difference < 0 || (difference == 0 && a->length < b->length);
}

static void merge_simple(clua_vm *vm, simple *from, simple *to, lua_Integer count, int kind) {
  for (lua_Integer width = 1; width < count; width *= 2) {
    int64_t work = 0;
    clua_pay(vm, count / 2);
    for (lua_Integer low = 0; low < count; low += 2 * width) {
      lua_Integer middle = low + width < count ? low + width : count;
      lua_Integer high = middle + width < count ? middle + width : count;
      lua_Integer left = low, right = middle;
      for (lua_Integer out = low; out < high; out++) {
        bool takes_right = left == middle ||
                           (right < high && is_below(&from[right], &from[left], kind, &work));
        to[out] = takes_right ? from[right++] : from[left++];
      }
      if (work > 1024) {
        clua_pay(vm, work);
        work = 0;
      }
    }
    clua_pay(vm, work);
    simple *other = from;
    from = to;
    to = other;
  }
  // An odd number of passes leaves the result in the other half.
  lua_Integer passes = 0;
  for (lua_Integer width = 1; width < count; width *= 2) passes++;
  if (passes % 2 == 1) memcpy(to, from, (size_t)count * sizeof *to);
}

// The kind of all values of the list, or -1.
static int common_kind(lua_State *L, int list, lua_Integer count) {
  int kind = -1;
  for (lua_Integer i = 1; i <= count; i++) {
    int type = lua_rawgeti(L, list, i), own = -1;
    if (type == LUA_TNUMBER) own = lua_isinteger(L, -1) ? CLUA_KEY_INTEGER : CLUA_KEY_FLOAT;
    if (type == LUA_TSTRING) own = CLUA_KEY_STRING;
    lua_pop(L, 1);
    if (own < 0 || (kind >= 0 && own != kind)) return -1;
    kind = own;
  }
  return kind;
}

// Leaves the sorted values in `spare`.
static void sort_simple(sorting *s, lua_Integer count, int kind) {
  lua_State *L = s->L;
  simple *items = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *items, 0);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, s->values, i + 1);
    items[i].place = (int32_t)(i + 1);
    items[i].length = 0;
    if (kind == CLUA_KEY_INTEGER) {
      items[i].key.integer = lua_tointegerx(L, -1, NULL);
    } else if (kind == CLUA_KEY_FLOAT) {
      items[i].key.number = lua_tonumberx(L, -1, NULL);
    } else {
      items[i].key.bytes = lua_tolstring(L, -1, &items[i].length);
    }
    lua_pop(L, 1);
  }
  merge_simple(s->vm, items, items + count, count, kind);
  for (lua_Integer i = 0; i < count; i++) {
    lua_rawgeti(L, s->values, items[i].place);
    lua_rawseti(L, s->spare, i + 1);
  }
}

// MARK: Values that Lua compares

// Whether the value at `a` must come before the one at `b`.
static bool precedes(sorting *s, int a, int b) {
  lua_State *L = s->L;
  clua_pay(s->vm, 4);
  if (!s->has_function) {
    if (lua_type(L, a) == LUA_TSTRING) clua_pay_bytes(s->vm, lua_rawlen(L, a));
    return lua_compare(L, a, b, LUA_OPLT);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

static void sort_run(sorting *s, lua_Integer low, lua_Integer high) {
  lua_State *L = s->L;
  for (lua_Integer i = low + 1; i < high; i++) {
    lua_Integer j = i;
    lua_rawgeti(L, s->values, i + 1);
    int item = lua_gettop(L);
    for (; j > low; j--) {
      lua_rawgeti(L, s->values, j);
      if (!precedes(s, item, item + 1)) {
        lua_pop(L, 1);
        break;
      }
      lua_rawseti(L, s->values, j + 1);
    }
    lua_rawseti(L, s->values, j + 1);
  }
}

static void merge(sorting *s, lua_Integer low, lua_Integer middle, lua_Integer high) {
  lua_State *L = s->L;
  lua_Integer left = low, right = middle, out = low;
  clua_pay(s->vm, (high - low) / 2);
  lua_rawgeti(L, s->values, left + 1);
  int left_item = lua_gettop(L), right_item = left_item + 1;
  lua_rawgeti(L, s->values, right < high ? right + 1 : left + 1);
  while (left < middle && right < high) {
    if (precedes(s, right_item, left_item)) {
      lua_pushvalue(L, right_item);
      lua_rawseti(L, s->spare, ++out);
      if (++right < high) {
        lua_rawgeti(L, s->values, right + 1);
        lua_replace(L, right_item);
      }
    } else {
      lua_pushvalue(L, left_item);
      lua_rawseti(L, s->spare, ++out);
      if (++left < middle) {
        lua_rawgeti(L, s->values, left + 1);
        lua_replace(L, left_item);
      }
    }
  }
  lua_settop(L, left_item - 1);
  while (left < middle) {
    lua_rawgeti(L, s->values, ++left);
    lua_rawseti(L, s->spare, ++out);
  }
  while (right < high) {
    lua_rawgeti(L, s->values, ++right);
    lua_rawseti(L, s->spare, ++out);
  }
}

// Leaves the sorted values in `spare`.
static void sort_by_calls(sorting *s, lua_Integer count) {
  for (lua_Integer low = 0; low < count; low += RUN) {
    sort_run(s, low, low + RUN < count ? low + RUN : count);
  }
  for (lua_Integer width = RUN; width < count; width *= 2) {
    for (lua_Integer low = 0; low < count; low += 2 * width) {
      lua_Integer middle = low + width < count ? low + width : count;
      merge(s, low, middle, middle + width < count ? middle + width : count);
    }
    int other = s->values;
    s->values = s->spare;
    s->spare = other;
  }
  int sorted = s->values;
  s->values = s->spare;
  s->spare = sorted;
}

int clua_table_sort(lua_State *L) {
  sorting s = {.L = L, .vm = clua_vm_of(L)};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  s.has_function = !lua_isnil(L, 2);
  if (s.has_function) luaL_checktype(L, 2, LUA_TFUNCTION);
  bool is_raw = !lua_getmetatable(L, 1);
  lua_settop(L, 2);
  lua_Integer count = is_raw ? (lua_Integer)lua_rawlen(L, 1) : luaL_len(L, 1);
  clua_pay(s.vm, 4);
  if (count < 2) return 0;
  clua_pay(s.vm, count);
  luaL_argcheck(L, count < 1 << 30, 1, "array too big");
  // The comparison may do what it likes to the table: it is read before and written after.
  lua_createtable(L, (int)count, 0);
  s.values = lua_gettop(L);
  for (lua_Integer i = 1; i <= count; i++) {
    if (is_raw) lua_rawgeti(L, 1, i); else lua_geti(L, 1, i);
    lua_rawseti(L, s.values, i);
  }
  lua_createtable(L, (int)count, 0);
  s.spare = lua_gettop(L);
  int kind = s.has_function ? -1 : common_kind(L, s.values, count);
  if (kind >= 0) sort_simple(&s, count, kind); else sort_by_calls(&s, count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, s.spare, i);
    if (is_raw) lua_rawseti(L, 1, i); else lua_seti(L, 1, i);
  }
  return 0;
}
