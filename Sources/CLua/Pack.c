// string.pack, packsize and unpack.
#include "Private.h"

enum { MAX_INTEGER_BYTES = 16, NATIVE_ALIGNMENT = 8 };

typedef enum item_kind {
  ITEM_SIGNED, ITEM_UNSIGNED, ITEM_FLOAT, ITEM_DOUBLE, ITEM_FIXED_TEXT, ITEM_TEXT, ITEM_ZERO_TEXT,
  ITEM_PADDING, ITEM_ALIGNMENT, ITEM_NOTHING,
} item_kind;

typedef struct layout {
  lua_State *L;
  const char *at, *end;
  bool is_little;
  size_t alignment;
} layout;

typedef struct item {
  item_kind kind;
  size_t size;     // bytes of the item, or of a text's length
  size_t padding;  // bytes before it
} item;

static void start(layout *f, lua_State *L) {
  size_t length;
  f->L = L;
  f->at = clua_text(L, 1, &length);
  f->end = f->at + length;
  f->is_little = true;  // native, on every machine this runs on; and the same on any other
  f->alignment = 1;
  clua_pay(clua_vm_of(L), 2 + (int64_t)length / 4);
}

static size_t read_count(layout *f, size_t otherwise) {
  if (f->at >= f->end || *f->at < '0' || *f->at > '9') return otherwise;
  size_t count = 0;
  while (f->at < f->end && *f->at >= '0' && *f->at <= '9' && count < ((size_t)1 << 40)) {
    count = count * 10 + (size_t)(*f->at++ - '0');
  }
  return count;
}

static size_t read_width(layout *f, size_t otherwise) {
  size_t width = read_count(f, otherwise);
  if (width < 1 || width > MAX_INTEGER_BYTES) {
    clua_raise(f->L, "integral size (%zu) out of limits [1,%d]", width, MAX_INTEGER_BYTES);
  }
  return width;
}

// Reads an option without its padding.
static item read_option(layout *f) {
  item it = {ITEM_NOTHING, 0, 0};
  char option = *f->at++;
  switch (option) {
    case 'b': it = (item){ITEM_SIGNED, 1, 0}; break;
    case 'B': it = (item){ITEM_UNSIGNED, 1, 0}; break;
    case 'h': it = (item){ITEM_SIGNED, 2, 0}; break;
    case 'H': it = (item){ITEM_UNSIGNED, 2, 0}; break;
    case 'l': case 'j': it = (item){ITEM_SIGNED, 8, 0}; break;
    case 'L': case 'J': case 'T': it = (item){ITEM_UNSIGNED, 8, 0}; break;
    case 'i': it = (item){ITEM_SIGNED, read_width(f, 4), 0}; break;
    case 'I': it = (item){ITEM_UNSIGNED, read_width(f, 4), 0}; break;
    case 'f': it = (item){ITEM_FLOAT, 4, 0}; break;
    case 'd': case 'n': it = (item){ITEM_DOUBLE, 8, 0}; break;
    case 's': it = (item){ITEM_TEXT, read_width(f, 8), 0}; break;
    case 'z': it.kind = ITEM_ZERO_TEXT; break;
    case 'x': it = (item){ITEM_PADDING, 1, 0}; break;
    case 'X': it.kind = ITEM_ALIGNMENT; break;
    case 'c': {
      size_t count = read_count(f, SIZE_MAX);
      if (count == SIZE_MAX) clua_raise(f->L, "missing size for format option 'c'");
      it = (item){ITEM_FIXED_TEXT, count, 0};
      break;
    }
    case ' ': break;
    case '<': case '=': f->is_little = true; break;
    case '>': f->is_little = false; break;
    case '!': f->alignment = read_width(f, NATIVE_ALIGNMENT); break;
    default:
      clua_raise(f->L, "invalid format option '%c'", option >= 32 && option < 127 ? option : '?');
  }
  return it;
}

static item next_item(layout *f, size_t total) {
  item it = read_option(f);
  size_t alignment = it.size;
  if (it.kind == ITEM_ALIGNMENT) {
    if (f->at >= f->end) clua_raise(f->L, "invalid next option for option 'X'");
    item next = read_option(f);
    alignment = next.size;
    if (next.kind == ITEM_FIXED_TEXT || alignment == 0) {
      clua_raise(f->L, "invalid next option for option 'X'");
    }
  } else if (it.kind > ITEM_DOUBLE && it.kind != ITEM_TEXT) {
    alignment = 1;
  }
  if (alignment > f->alignment) alignment = f->alignment;
  if (alignment > 1) {
    if ((alignment & (alignment - 1)) != 0) {
      clua_raise(f->L, "format asks for alignment not power of 2");
    }
    it.padding = (alignment - (total & (alignment - 1))) & (alignment - 1);
  }
  return it;
}

// MARK: Packing

static void put_integer(clua_buffer *out, uint64_t value, bool is_negative, size_t size,
                        bool is_little) {
  unsigned char *room = (unsigned char *)clua_buffer_reserve(out, size);
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = i < 8 ? (unsigned char)(value >> (8 * i)) : is_negative ? 0xFF : 0;
    room[is_little ? i : size - 1 - i] = byte;
  }
  out->length += size;
}

static void put_padding(clua_buffer *out, size_t count) {
  clua_pay_bytes(clua_vm_of(out->L), count);
  memset(clua_buffer_reserve(out, count), 0, count);
  out->length += count;
}

static void pack_integer(layout *f, clua_buffer *out, const item *it, int argument) {
  lua_Integer value = clua_integer(f->L, argument);
  if (it->size < 8) {
    lua_Integer limit = (lua_Integer)1 << (it->size * 8 - (it->kind == ITEM_SIGNED));
    bool fits = it->kind == ITEM_SIGNED ? value >= -limit && value < limit
                                        : (lua_Unsigned)value < (lua_Unsigned)limit;
    luaL_argcheck(f->L, fits, argument,
                  it->kind == ITEM_SIGNED ? "integer overflow" : "unsigned overflow");
  }
  put_integer(out, (uint64_t)value, it->kind == ITEM_SIGNED && value < 0, it->size, f->is_little);
}

static void pack_float(layout *f, clua_buffer *out, const item *it, int argument) {
  lua_Number value = clua_number(f->L, argument);
  uint64_t bits = 0;
  if (it->kind == ITEM_FLOAT) {
    float single = (float)value;
    uint32_t narrow;
    memcpy(&narrow, &single, 4);
    bits = narrow;
  } else {
    memcpy(&bits, &value, 8);
  }
  put_integer(out, bits, false, it->size, f->is_little);
}

static void pack_text(layout *f, clua_buffer *out, const item *it, int argument) {
  size_t length;
  const char *text = clua_text(f->L, argument, &length);
  clua_pay_bytes(clua_vm_of(f->L), length);
  if (it->kind == ITEM_FIXED_TEXT) {
    luaL_argcheck(f->L, length <= it->size, argument, "string longer than given size");
    clua_buffer_add(out, text, length);
    put_padding(out, it->size - length);
  } else if (it->kind == ITEM_TEXT) {
    bool fits = it->size >= 8 || length < (size_t)1 << (it->size * 8);
    luaL_argcheck(f->L, fits, argument, "string length does not fit in given size");
    put_integer(out, length, false, it->size, f->is_little);
    clua_buffer_add(out, text, length);
  } else {
    luaL_argcheck(f->L, memchr(text, 0, length) == NULL, argument, "string contains zeros");
    clua_buffer_add(out, text, length);
    clua_buffer_byte(out, 0);
  }
}

int clua_string_pack(lua_State *L) {
  layout f;
  clua_buffer out;
  int argument = 1, last = lua_gettop(L);
  start(&f, L);
  lua_pushnil(L);  // a missing argument is nil, not the buffer
  clua_buffer_start(&out, L);
  while (f.at < f.end) {
    item it = next_item(&f, out.length);
    clua_pay(clua_vm_of(L), 2);
    if (it.padding > 0) put_padding(&out, it.padding);
    if (it.kind <= ITEM_ZERO_TEXT && ++argument > last) luaL_argerror(L, argument, "no value");
    switch (it.kind) {
      case ITEM_SIGNED: case ITEM_UNSIGNED: pack_integer(&f, &out, &it, argument); break;
      case ITEM_FLOAT: case ITEM_DOUBLE: pack_float(&f, &out, &it, argument); break;
      case ITEM_FIXED_TEXT: case ITEM_TEXT: case ITEM_ZERO_TEXT:
        pack_text(&f, &out, &it, argument);
        break;
      case ITEM_PADDING: put_padding(&out, 1); break;
      case ITEM_ALIGNMENT: case ITEM_NOTHING: break;
    }
  }
  clua_buffer_push(&out);
  return 1;
}

int clua_string_packsize(lua_State *L) {
  layout f;
  size_t total = 0;
  start(&f, L);
  while (f.at < f.end) {
    item it = next_item(&f, total);
    luaL_argcheck(L, it.kind != ITEM_TEXT && it.kind != ITEM_ZERO_TEXT, 1,
                  "variable-length format");
    size_t size = it.kind == ITEM_ALIGNMENT ? it.padding : it.size + it.padding;
    luaL_argcheck(L, total <= INT32_MAX - (size < INT32_MAX ? size : INT32_MAX), 1,
                  "format result too large");
    total += size;
  }
  lua_pushinteger(L, (lua_Integer)total);
  return 1;
}

// MARK: Unpacking

static uint64_t get_integer(layout *f, const unsigned char *bytes, size_t size, bool is_signed) {
  uint64_t value = 0;
  for (size_t i = size < 8 ? size : 8; i-- > 0;) {
    value = value << 8 | bytes[f->is_little ? i : size - 1 - i];
  }
  if (size < 8 && is_signed) {
    uint64_t top = (uint64_t)1 << (size * 8 - 1);
    value = (value ^ top) - top;
  }
  for (size_t i = 8; i < size; i++) {
    unsigned char sign = is_signed && (int64_t)value < 0 ? 0xFF : 0;
    if (bytes[f->is_little ? i : size - 1 - i] != sign) {
      clua_raise(f->L, "%zu-byte integer does not fit into Lua Integer", size);
    }
  }
  return value;
}

static void push_float(lua_State *L, uint64_t bits, item_kind kind) {
  double value;
  if (kind == ITEM_FLOAT) {
    uint32_t narrow = (uint32_t)bits;
    float single;
    memcpy(&single, &narrow, 4);
    value = single;
  } else {
    memcpy(&value, &bits, 8);
  }
  lua_pushnumber(L, value);
}

// Pushes the item at `position`; answers how many bytes it took.
static size_t unpack_item(layout *f, const item *it, const char *data, size_t position,
                          size_t length) {
  lua_State *L = f->L;
  const unsigned char *bytes = (const unsigned char *)data + position;
  switch (it->kind) {
    case ITEM_SIGNED: case ITEM_UNSIGNED:
      lua_pushinteger(L, (lua_Integer)get_integer(f, bytes, it->size, it->kind == ITEM_SIGNED));
      return it->size;
    case ITEM_FLOAT: case ITEM_DOUBLE:
      push_float(L, get_integer(f, bytes, it->size, false), it->kind);
      return it->size;
    case ITEM_FIXED_TEXT:
      clua_pay_bytes(clua_vm_of(L), it->size);
      lua_pushlstring(L, data + position, it->size);
      return it->size;
    case ITEM_TEXT: {
      uint64_t size = get_integer(f, bytes, it->size, false);
      luaL_argcheck(L, size <= length - position - it->size, 2, "data string too short");
      clua_pay_bytes(clua_vm_of(L), size);
      lua_pushlstring(L, data + position + it->size, size);
      return it->size + size;
    }
    case ITEM_ZERO_TEXT: {
      const char *end = memchr(data + position, 0, length - position);
      luaL_argcheck(L, end != NULL, 2, "unfinished string for format 'z'");
      size_t size = (size_t)(end - data) - position;
      clua_pay_bytes(clua_vm_of(L), size);
      lua_pushlstring(L, data + position, size);
      return size + 1;
    }
    default:
      return it->size;
  }
}

int clua_string_unpack(lua_State *L) {
  layout f;
  size_t length;
  start(&f, L);
  const char *data = clua_text(L, 2, &length);
  size_t position = clua_start(clua_integer_or(L, 3, 1), length) - 1;
  luaL_argcheck(L, position <= length, 3, "initial position out of string");
  lua_settop(L, 3);
  int count = 0;
  while (f.at < f.end) {
    item it = next_item(&f, position);
    luaL_argcheck(L, it.padding <= length - position && it.size <= length - position - it.padding,
                  2, "data string too short");
    position += it.padding;
    clua_pay(clua_vm_of(L), 2);
    luaL_checkstack(L, 4, "too many results");
    if (it.kind == ITEM_ALIGNMENT) continue;
    position += unpack_item(&f, &it, data, position, length);
    if (it.kind <= ITEM_ZERO_TEXT) count += 1;
  }
  lua_pushinteger(L, (lua_Integer)position + 1);
  return count + 1;
}
