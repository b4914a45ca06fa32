// Text to functions: what is refused before and after Lua compiles it, load and require.
#include <stdlib.h>

#include "Private.h"

// MARK: Reading tokens

// Enough of Lua's lexer to tell code from strings and comments.
typedef struct scanner {
  const char *at, *end;
  const char *token;
  size_t length;
  char kind;  // 'n' name, 's' string, '0' number, 'o' one other character, 0 the end
} scanner;

static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// At a '[': how many '=' a long bracket has, or -1 when it is none.
static int long_bracket(const scanner *s) {
  const char *p = s->at + 1;
  while (p < s->end && *p == '=') p++;
  return p < s->end && *p == '[' ? (int)(p - s->at - 1) : -1;
}

static void skip_long(scanner *s, int level) {
  for (s->at += level + 2; s->at < s->end; s->at++) {
    if (*s->at != ']') continue;
    const char *p = s->at + 1;
    while (p < s->end && *p == '=') p++;
    if (p < s->end && *p == ']' && p - s->at - 1 == level) {
      s->at = p + 1;
      return;
    }
  }
}

static void skip_comment(scanner *s) {
  s->at += 2;
  int level = s->at < s->end && *s->at == '[' ? long_bracket(s) : -1;
  if (level >= 0) {
    skip_long(s, level);
  } else {
    while (s->at < s->end && *s->at != '\n' && *s->at != '\r') s->at++;
  }
}

static void skip_string(scanner *s) {
  char quote = *s->at++;
  while (s->at < s->end && *s->at != quote) {
    if (*s->at == '\\' && s->at + 1 < s->end) {
      s->at++;
      // \z skips line ends too; they end no string here, since any other line end is an error.
    }
    s->at++;
  }
  if (s->at < s->end) s->at++;
}

static bool next_token(scanner *s) {
  for (;;) {
    while (s->at < s->end && (*s->at == ' ' || (*s->at >= '\t' && *s->at <= '\r'))) s->at++;
    if (s->end - s->at >= 2 && s->at[0] == '-' && s->at[1] == '-') {
      skip_comment(s);
    } else {
      break;
    }
  }
  s->token = s->at;
  if (s->at >= s->end) {
    s->kind = 0;
    s->length = 0;
    return false;
  }
  char c = *s->at;
  if (is_name_start(c)) {
    while (s->at < s->end && (is_name_start(*s->at) || is_digit(*s->at))) s->at++;
    s->kind = 'n';
  } else if (is_digit(c) || (c == '.' && s->at + 1 < s->end && is_digit(s->at[1]))) {
    bool is_hex = c == '0' && s->at + 1 < s->end && (s->at[1] == 'x' || s->at[1] == 'X');
    const char *exponents = is_hex ? "Pp" : "Ee";
    while (s->at < s->end && (is_name_start(*s->at) || is_digit(*s->at) || *s->at == '.')) {
      char last = *s->at++;
      bool is_sign = s->at < s->end && (*s->at == '+' || *s->at == '-');
      if (is_sign && strchr(exponents, last) != NULL) s->at++;
    }
    s->kind = '0';
  } else if (c == '"' || c == '\'') {
    skip_string(s);
    s->kind = 's';
  } else if (c == '[' && long_bracket(s) >= 0) {
    skip_long(s, long_bracket(s));
    s->kind = 's';
  } else {
    s->at++;
    s->kind = 'o';
  }
  s->length = (size_t)(s->at - s->token);
  return true;
}

static bool is_token(const scanner *s, const char *text) {
  return s->length == strlen(text) && memcmp(s->token, text, s->length) == 0;
}

// Reads the names after `local`; true when one is _ENV with an attribute. Lua 5.4.4 compiles
// globals below such a local to code that reads outside of its constants.
static bool declares_constant_environment(scanner *s) {
  while (s->kind == 'n') {
    bool is_environment = is_token(s, "_ENV");
    if (!next_token(s)) return false;
    if (is_token(s, "<")) {
      if (is_environment) return true;
      next_token(s);  // the attribute
      next_token(s);  // >
      next_token(s);
    }
    if (!is_token(s, ",")) return false;
    next_token(s);
  }
  return false;
}

// What the text shows: whether it must be refused, and whether it has bitwise operators.
static bool scan(const char *source, size_t length, bool *has_bitwise) {
  scanner s = {.at = source, .end = source + length};
  *has_bitwise = false;
  bool more = next_token(&s);
  while (more) {
    if (is_token(&s, "&") || is_token(&s, "|") || is_token(&s, "~")) *has_bitwise = true;
    bool is_local = s.kind == 'n' && is_token(&s, "local");
    more = next_token(&s);
    if (is_local && more && !is_token(&s, "function")) {
      if (declares_constant_environment(&s)) return false;
      more = s.kind != 0;
    }
  }
  return true;
}

// MARK: Reading compiled functions

// Lua 5.4.4 compiles `70000 & (a or b)` wrongly in a function with more than 256 constants: when
// `a` is true, the left operand is whatever a register held before. In the compiled form such code
// looks like any bitwise operation between registers, so these are refused in functions of that
// size.
typedef struct reader {
  const unsigned char *at, *end;
  bool is_broken;
} reader;

enum { MAX_SAFE_CONSTANTS = 256, OP_BAND = 41, OP_BXOR = 43, HEADER_BYTES = 31 };

static size_t read_size(reader *r) {
  size_t value = 0;
  while (r->at < r->end) {
    unsigned char byte = *r->at++;
    value = value << 7 | (byte & 0x7F);
    if (byte & 0x80) return value;
  }
  r->is_broken = true;
  return 0;
}

static void skip(reader *r, size_t bytes) {
  if (bytes > (size_t)(r->end - r->at)) {
    r->is_broken = true;
    r->at = r->end;
  } else {
    r->at += bytes;
  }
}

static void skip_text(reader *r) {
  size_t size = read_size(r);
  if (size > 0) skip(r, size - 1);
}

static bool skip_constants(reader *r, size_t count) {
  for (size_t i = 0; i < count && !r->is_broken; i++) {
    if (r->at >= r->end) return false;
    switch (*r->at++) {
      case LUA_TNIL: case LUA_TBOOLEAN: case LUA_TBOOLEAN | 16: break;
      case LUA_TNUMBER: case LUA_TNUMBER | 16: skip(r, 8); break;
      case LUA_TSTRING: case LUA_TSTRING | 16: skip_text(r); break;
      default: r->is_broken = true; break;
    }
  }
  return !r->is_broken;
}

// Whether a function and all inside it are free of the defect. Depth: at most Lua's own 200.
static bool is_sound(reader *r) {
  skip_text(r);  // the source's name
  read_size(r);
  read_size(r);
  skip(r, 3);
  size_t instructions = read_size(r);
  const unsigned char *code = r->at;
  skip(r, instructions * 4);
  if (r->is_broken) return false;
  size_t constants = read_size(r);
  if (constants > MAX_SAFE_CONSTANTS) {
    for (size_t i = 0; i < instructions; i++) {
      int operation = code[i * 4] & 0x7F;
      if (operation >= OP_BAND && operation <= OP_BXOR) return false;
    }
  }
  if (!skip_constants(r, constants)) return false;
  skip(r, read_size(r) * 3);  // upvalues
  size_t functions = read_size(r);
  for (size_t i = 0; i < functions && !r->is_broken; i++) {
    if (!is_sound(r)) return false;
  }
  skip(r, read_size(r));  // line information
  for (size_t n = read_size(r); n > 0 && !r->is_broken; n--) {
    read_size(r);
    read_size(r);
  }
  for (size_t n = read_size(r); n > 0 && !r->is_broken; n--) {
    skip_text(r);
    read_size(r);
    read_size(r);
  }
  for (size_t n = read_size(r); n > 0 && !r->is_broken; n--) skip_text(r);
  return !r->is_broken;
}

static int collect_bytes(lua_State *L, const void *bytes, size_t length, void *buffer) {
  (void)L;
  clua_buffer_add(buffer, bytes, length);
  return 0;
}

// The function on top is checked and stays there.
static bool has_sound_constants(lua_State *L) {
  clua_buffer buffer;
  int function = lua_gettop(L);
  clua_buffer_start(&buffer, L);
  lua_pushvalue(L, function);
  lua_dump(L, collect_bytes, &buffer, 1);
  reader r = {.at = (const unsigned char *)buffer.bytes + HEADER_BYTES + 1,
              .end = (const unsigned char *)buffer.bytes + buffer.length};
  bool is_good = buffer.length > HEADER_BYTES && is_sound(&r);
  lua_settop(L, function);
  return is_good;
}

// MARK: Compiling

bool clua_compile(lua_State *L, const char *name, const char *source, size_t length) {
  clua_vm *vm = clua_vm_of(L);
  luaL_checkstack(L, 8, NULL);
  if ((int64_t)length > vm->limits.source_bytes) {
    lua_pushfstring(L, "%s: a script is at most %I bytes", name,
                    (LUAI_UACINT)vm->limits.source_bytes);
    return false;
  }
  clua_pay(vm, (int64_t)length * 16 + 200);
  bool has_bitwise;
  if (!scan(source, length, &has_bitwise)) {
    lua_pushfstring(L, "%s: a local named _ENV cannot have an attribute", name);
    return false;
  }
  const char *chunk = lua_pushfstring(L, "=%s", name);
  int status = luaL_loadbufferx(L, source, length, chunk, "t");
  lua_remove(L, -2);
  if (status != LUA_OK) {
    // "name:12: what": the line is read back for the host. Lua cuts long names short.
    const char *message = lua_tostring(L, -1);
    size_t prefix = strlen(name) < LUA_IDSIZE - 1 ? strlen(name) : LUA_IDSIZE - 1;
    if (message != NULL && strncmp(message, name, prefix) == 0 && message[prefix] == ':') {
      vm->line = (int32_t)strtol(message + prefix + 1, NULL, 10);
    } else {
      lua_pushfstring(L, "%s: %s", name, message == NULL ? "it cannot be read" : message);
      lua_remove(L, -2);
    }
    return false;
  }
  if (has_bitwise && length > MAX_SAFE_CONSTANTS * 2 && !has_sound_constants(L)) {
    lua_pop(L, 1);
    lua_pushfstring(L, "%s: a function with more than 256 constants uses & | or ~: compute that in "
                    "a function of its own", name);
    return false;
  }
  return true;
}

// MARK: load

// Joins the pieces that a function gives.
static void read_pieces(lua_State *L, clua_buffer *buffer) {
  clua_vm *vm = clua_vm_of(L);
  for (;;) {
    size_t length;
    clua_pay(vm, 4);
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    if (lua_isnil(L, -1)) break;
    if (lua_type(L, -1) != LUA_TSTRING) {
      clua_raise(L, "the function given to load must return strings");
    }
    const char *piece = lua_tolstring(L, -1, &length);
    if (length == 0) break;
    clua_buffer_add(buffer, piece, length);
    if ((int64_t)buffer->length > vm->limits.source_bytes) break;  // refused when compiled
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

int clua_base_load(lua_State *L) {
  size_t length;
  const char *source;
  clua_buffer pieces;
  char name[CLUA_NAME_BYTES];
  bool has_environment = lua_gettop(L) >= 4;
  lua_settop(L, 4);
  const char *given = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "load";
  if (*given == '=' || *given == '@') given++;
  size_t at = 0;
  for (; given[at] != 0 && given[at] >= 32 && at < sizeof name - 1; at++) name[at] = given[at];
  name[at] = 0;
  if (lua_type(L, 1) == LUA_TSTRING) {
    source = lua_tolstring(L, 1, &length);
  } else {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    clua_buffer_start(&pieces, L);
    read_pieces(L, &pieces);
    source = pieces.bytes;
    length = pieces.length;
  }
  int32_t line = clua_vm_of(L)->line;
  bool is_compiled = clua_compile(L, name, source, length);
  clua_vm_of(L)->line = line;  // a caught syntax error is nobody's last failure
  if (!is_compiled) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

// MARK: require

// The name by which a library is required: `list` of `lib/list.lua`.
static const char *short_name(const clua_library *library, size_t *length) {
  const char *slash = strrchr(library->name, '/');
  const char *name = slash == NULL ? library->name : slash + 1;
  *length = strlen(name);
  if (*length > 4 && strcmp(name + *length - 4, ".lua") == 0) *length -= 4;
  return name;
}

static clua_library *find_library(clua_vm *vm, const char *name) {
  size_t wanted = strlen(name);
  // The last one of a name counts: a host may replace a text.
  for (int32_t i = vm->library_count - 1; i >= 0; i--) {
    size_t length;
    const char *found = short_name(&vm->libraries[i], &length);
    if (length == wanted && memcmp(found, name, length) == 0) return &vm->libraries[i];
  }
  return NULL;
}

static _Noreturn void complain_about_library(lua_State *L, clua_vm *vm, const char *name) {
  clua_buffer names;
  clua_buffer_start(&names, L);
  for (int32_t i = 0; i < vm->library_count && names.length < 200; i++) {
    if (i > 0) clua_buffer_add(&names, ", ", 2);
    size_t length;
    const char *known = short_name(&vm->libraries[i], &length);
    clua_buffer_add(&names, known, length < 60 ? length : 60);
  }
  clua_buffer_byte(&names, 0);
  if (vm->library_count == 0) clua_raise(L, "there is no library '%.60s'; known: none", name);
  clua_raise(L, "there is no library '%.60s'; known: %s", name, names.bytes);
}

int clua_base_require(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  const char *name = clua_text(L, 1, NULL);
  clua_pay(vm, 8 + vm->library_count);
  lua_settop(L, 1);
  clua_library *library = find_library(vm, name);
  if (library == NULL) complain_about_library(L, vm, name);
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_LIBRARIES);
  int32_t index = (int32_t)(library - vm->libraries);
  if (library->state == 2) {
    lua_rawgeti(L, 2, index + 1);
    return 1;
  }
  if (library->state == 1) clua_raise(L, "library '%.60s' requires itself", name);
  if (!clua_compile(L, library->name, library->source, library->length)) lua_error(L);
  library->state = 1;
  int status = lua_pcall(L, 0, 1, 0);
  library = &vm->libraries[index];
  if (status != LUA_OK) {
    library->state = 0;
    lua_error(L);
  }
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, 2, index + 1);
  library->state = 2;
  return 1;
}
