// The entries: what the host calls. Each arms the landing place that limits jump to, leaves the
// VM's stack as it found it (except for results, which stay until the next entry), and never raises.
#include <stdio.h>
#include <stdlib.h>

#include "Private.h"

_Thread_local clua_vm *clua_current;

clua_limits clua_default_limits(void) {
  return (clua_limits){.instructions = 50000000,
                       .memory = 32 << 20,
                       .wall_seconds = 2,
                       .source_bytes = 64 << 10};
}

// MARK: Entering and leaving

static bool may_enter(clua_vm *vm) {
  if (vm->dead) return false;
  if (!vm->inside) return true;
  // The message of the call that is under way is not touched: it has none yet.
  clua_set_message_text(vm, "a callback must not call into the VM that called it");
  return false;
}

static clua_status refusal(const clua_vm *vm) { return vm->dead ? CLUA_DEAD : CLUA_ERROR; }

static inline void enter(clua_vm *vm) {
  vm->inside = true;
  vm->outer = clua_current;
  clua_current = vm;
  vm->deadline = 0;
  vm->line = 0;
}

// Calls into a timed VM are few kinds: loading, and the rules of a game.
static inline void time_call(clua_vm *vm) {
  if (vm->is_timed && !clua_time_call()) clua_kill(vm, CLUA_RECOUNT);
}

static inline clua_status leave(clua_vm *vm, clua_status status) {
  clua_current = vm->outer;
  vm->inside = false;
  return status;
}

// After a limit has struck. The VM's Lua state is in the middle of something and never used again.
static clua_status fall(clua_vm *vm) {
  vm->running = NULL;
  vm->play = NULL;
  return leave(vm, vm->death);
}

// The landing is armed in the entry's own frame, which outlives everything that can jump.
#define ENTER(vm)                                \
  if (!may_enter(vm)) return refusal(vm);        \
  enter(vm);                                     \
  if (_setjmp((vm)->landing) != 0) return fall(vm); \
  time_call(vm)

static clua_status fail(clua_vm *vm, const char *text) {
  clua_set_message_text(vm, text);
  return leave(vm, CLUA_ERROR);
}

// MARK: Opening and closing

// Nothing raises outside a protected call; if it ever does, the VM ends, not the process.
static int panic(lua_State *L) {
  clua_kill(clua_vm_of(L), CLUA_ERROR);
}

static void build(clua_vm *vm) {
  vm->is_making_thread = true;
  lua_State *L = lua_newstate(clua_allocate, vm);
  if (L == NULL) clua_kill(vm, CLUA_MEMORY);
  vm->state = vm->running = L;
  *(clua_vm **)lua_getextraspace(L) = vm;
  lua_atpanic(L, panic);
  lua_gc(L, LUA_GCSTOP);
  clua_hide_weakness(vm);
  lua_checkstack(L, 2 * CLUA_MAX_VALUES + 16);
  lua_pushcfunction(L, clua_message_handler);
  vm->slots = CLUA_SLOT_LAST - 1;
  clua_open_base(L);
  clua_open_strings(L);
  clua_open_tables(L);
  clua_open_math(L);
  clua_open_utf8(L);
  clua_open_coroutines(L);
  clua_open_grid(L);
  lua_settop(L, CLUA_PLACE_TOP);
  // Collected when the heap has grown tenfold, not twofold: a script's heap is small, and
  // traversing live objects costs more than the garbage.
  lua_gc(L, LUA_GCINC, 1000, 0, 0);
  lua_gc(L, LUA_GCRESTART);
  if (!vm->is_timed) lua_sethook(L, clua_hook, LUA_MASKCOUNT, vm->interval);
}

clua_vm *clua_open(const clua_limits *limits, const clua_math *math) {
  clua_vm *vm = clua_arena_open();
  if (vm == NULL) return NULL;
  vm->limits = limits == NULL ? clua_default_limits() : *limits;
  vm->instruction_limit = INT64_MAX / 4;
  vm->memory_limit = vm->limits.memory < INT64_MAX / 4 ? vm->limits.memory : INT64_MAX / 4;
  vm->is_timed = vm->limits.is_timed && vm->limits.instructions >= CLUA_TIMED_INSTRUCTIONS &&
                 clua_time_call();
  // Beyond half of its memory, a VM that counts collects garbage at once.
  if (vm->is_timed) vm->memory_limit /= 2;
  vm->held_limit = vm->memory_limit * 2 + (1 << 20);
  vm->collect_at = vm->memory_limit / 2;
  vm->math = math;
  vm->interval = CLUA_INTERVAL;
  vm->factor = 1;
  vm->metatables_look = 32;
  vm->reply.values = vm->reply_values;
  vm->reply.list = vm->reply_list;
  vm->reply.text = vm->reply_text;
  vm->rules = NULL;  // what lies behind the reply's buffers is not zeroed
  vm->rules_count = vm->rules_capacity = 0;
  vm->play = NULL;
  clua_set_process_math(math);
  enter(vm);
  if (_setjmp(vm->landing) == 0) {
    build(vm);
    vm->allocated = 0;
    vm->charged = 0;
    if (vm->limits.instructions < vm->instruction_limit) {
      vm->instruction_limit = vm->limits.instructions;
    }
    leave(vm, CLUA_OK);
  } else {
    fall(vm);
  }
  return vm;
}

void clua_close(clua_vm *vm) {
  if (vm == NULL) return;
  for (int32_t i = 0; i < vm->class_count; i++) {
    free(vm->classes[i]->methods);
    free(vm->classes[i]->name);
    free(vm->classes[i]);
  }
  free(vm->classes);
  for (int32_t i = 0; i < vm->library_count; i++) {
    free(vm->libraries[i].name);
    free(vm->libraries[i].source);
  }
  free(vm->libraries);
  free(vm->nodes);
  for (int32_t i = 0; i < vm->rules_count; i++) clua_rules_free(vm->rules[i]);
  free(vm->rules);
  clua_arena_close(vm);
}

// MARK: Settings and figures

void clua_set_callback(clua_vm *vm, clua_callback callback) { vm->callback = callback; }

void *clua_set_context(clua_vm *vm, void *context) {
  void *before = vm->context;
  vm->context = context;
  return before;
}

void clua_begin_game(clua_vm *vm) {
  vm->charged = 0;
  vm->allocated = 0;
  vm->host_work = 0;
  // The count towards the next check is reset, too: a game's figures depend only on the game.
  if (!vm->dead && !vm->inside && !vm->is_timed) lua_sethook(vm->state, clua_hook, LUA_MASKCOUNT, vm->interval);
}

int64_t clua_instructions(const clua_vm *vm) {
  int64_t sum = vm->charged + vm->allocated / CLUA_BYTES_A_UNIT + vm->host_work;
  return sum < vm->instruction_limit ? sum : vm->instruction_limit;
}

int64_t clua_memory(const clua_vm *vm) { return vm->used; }
int64_t clua_memory_peak(const clua_vm *vm) { return vm->peak; }
bool clua_is_dead(const clua_vm *vm) { return vm->dead; }
bool clua_must_recount(const clua_vm *vm) { return vm->dead && vm->death == CLUA_RECOUNT; }

void clua_charge(clua_vm *vm, int64_t instructions) {
  if (instructions <= 0) return;
  int64_t room = INT64_MAX / 4 - vm->host_work;
  vm->host_work += instructions < room ? instructions : room;
}

const char *clua_message(const clua_vm *vm) { return vm->message; }
int32_t clua_line(const clua_vm *vm) { return vm->line; }

// MARK: Chunks

clua_status clua_add_library(clua_vm *vm, const char *name, const char *source, size_t length) {
  if (!may_enter(vm)) return refusal(vm);
  if ((int64_t)length > vm->limits.source_bytes) {
    char text[160];
    snprintf(text, sizeof text, "%.60s: a script is at most %lld bytes", name,
             (long long)vm->limits.source_bytes);
    clua_set_message_text(vm, text);
    return CLUA_ERROR;
  }
  if (vm->library_count == vm->library_capacity) {
    int32_t capacity = vm->library_capacity * 2 + 4;
    clua_library *grown = realloc(vm->libraries, (size_t)capacity * sizeof *grown);
    if (grown == NULL) goto no_memory;
    vm->libraries = grown;
    vm->library_capacity = capacity;
  }
  clua_library *library = &vm->libraries[vm->library_count];
  library->name = strdup(name);
  library->source = malloc(length + 1);
  if (library->name == NULL || library->source == NULL) {
    free(library->name);
    free(library->source);
    goto no_memory;
  }
  memcpy(library->source, source, length);
  library->source[length] = 0;
  library->length = length;
  library->state = 0;
  vm->library_count += 1;
  return CLUA_OK;
no_memory:
  clua_set_message_text(vm, "the machine has no memory");
  return CLUA_ERROR;
}

static clua_status failed(clua_vm *vm, lua_State *L) {
  clua_take_message(vm, L);
  lua_settop(L, CLUA_PLACE_TOP);
  return leave(vm, CLUA_ERROR);
}

clua_status clua_load(clua_vm *vm, const char *name, const char *source, size_t length,
                      int32_t *module) {
  *module = 0;
  ENTER(vm);
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  if (!clua_compile(L, name, source, length)) return failed(vm, L);
  if (lua_pcall(L, 0, 1, CLUA_PLACE_HANDLER) != LUA_OK) return failed(vm, L);
  if (lua_type(L, -1) != LUA_TTABLE) {
    const char *article = lua_isnil(L, -1) ? "" : "a ";
    lua_pushfstring(
        L, "%s: a script must return a table, not %s%s", name, article, luaL_typename(L, -1));
    return failed(vm, L);
  }
  *module = clua_keep(L, vm);
  return leave(vm, CLUA_OK);
}

clua_status clua_tidy(clua_vm *vm) {
  ENTER(vm);
  lua_State *L = vm->state;
  const int64_t allocated = vm->allocated;
  lua_settop(L, CLUA_PLACE_TOP);
  lua_gc(L, LUA_GCCOLLECT);
  vm->allocated = allocated;
  // No instruction was run that could have met what the timer of a long collection has set.
  if (vm->is_timed) lua_sethook(L, NULL, 0, 0);
  return leave(vm, CLUA_OK);
}

static bool is_handle(const clua_vm *vm, int32_t handle) {
  return handle >= CLUA_SLOT_LAST && handle <= vm->slots;
}

static int32_t find_function(clua_vm *vm, int32_t module, const char *field) {
  int32_t handle = 0;
  enter(vm);
  if (_setjmp(vm->landing) != 0) {
    fall(vm);
    return 0;
  }
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  if (is_handle(vm, module) && lua_rawgeti(L, LUA_REGISTRYINDEX, module) == LUA_TTABLE) {
    lua_pushstring(L, field);
    if (lua_rawget(L, -2) == LUA_TFUNCTION) {
      int32_t kept = clua_keep(L, vm);
      lua_settop(L, CLUA_PLACE_TOP);
      leave(vm, CLUA_OK);
      return kept;
    }
  }
  lua_settop(L, CLUA_PLACE_TOP);
  leave(vm, CLUA_OK);
  return handle;
}

int32_t clua_function(clua_vm *vm, int32_t module, const char *field) {
  return may_enter(vm) ? find_function(vm, module, field) : 0;
}

int32_t clua_function_line(clua_vm *vm, int32_t function) {
  if (!may_enter(vm) || !is_handle(vm, function)) return 0;
  lua_State *L = vm->state;
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, function) != LUA_TFUNCTION) {
    lua_pop(L, 1);
    return 0;
  }
  lua_Debug about;
  return lua_getinfo(L, ">S", &about) ? about.linedefined : 0;
}

// MARK: Calls

static inline clua_status run(clua_vm *vm, lua_State *L, int32_t function,
                              const clua_value *arguments, int32_t count, int results) {
  if (!is_handle(vm, function) ||
      lua_rawgeti(L, LUA_REGISTRYINDEX, function) != LUA_TFUNCTION) {
    lua_pushliteral(L, "there is no function with this handle");
    return CLUA_ERROR;
  }
  if (count > CLUA_MAX_VALUES) {
    lua_pushliteral(L, "too many arguments");
    return CLUA_ERROR;
  }
  int pushed = 0;
  for (int32_t i = 0; i < count; pushed++) {
    i += clua_push_value(L, vm, arguments + i, count - i, CLUA_NO_ARGUMENTS);
  }
  return lua_pcall(L, pushed, results, CLUA_PLACE_HANDLER) == LUA_OK ? CLUA_OK : CLUA_ERROR;
}

clua_status clua_call(clua_vm *vm, int32_t function, const clua_value *arguments, int32_t count,
                      clua_value *results, int32_t capacity, int32_t *result_count) {
  *result_count = 0;
  ENTER(vm);
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);  // the results of the call before were kept until now
  if (run(vm, L, function, arguments, count, LUA_MULTRET) != CLUA_OK) return failed(vm, L);
  int32_t found = lua_gettop(L) - CLUA_PLACE_TOP;
  if (found > capacity) found = capacity;
  for (int32_t i = 0; i < found; i++) {
    clua_decode(L, CLUA_PLACE_TOP + 1 + i, &results[i]);
  }
  *result_count = found;
  return leave(vm, CLUA_OK);
}

// MARK: Plain data

static clua_status write_out(clua_vm *vm, lua_State *L, const clua_node **nodes, int32_t *count) {
  if (!clua_write_out(L, vm)) return failed(vm, L);
  *nodes = vm->nodes;
  *count = vm->node_count;
  return leave(vm, CLUA_OK);
}

clua_status clua_export(clua_vm *vm, int32_t handle, const clua_node **nodes, int32_t *count) {
  *nodes = NULL;
  *count = 0;
  ENTER(vm);
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  if (!is_handle(vm, handle)) return fail(vm, "there is no value with this handle");
  lua_rawgeti(L, LUA_REGISTRYINDEX, handle);
  return write_out(vm, L, nodes, count);
}

clua_status clua_call_export(clua_vm *vm, int32_t function, const clua_value *arguments,
                             int32_t count, const clua_node **nodes, int32_t *node_count) {
  *nodes = NULL;
  *node_count = 0;
  ENTER(vm);
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  if (run(vm, L, function, arguments, count, 1) != CLUA_OK) return failed(vm, L);
  return write_out(vm, L, nodes, node_count);
}

// MARK: Records

clua_status clua_make_record(clua_vm *vm, const char *name, const clua_value *pairs, int32_t count,
                             int32_t *handle) {
  *handle = 0;
  ENTER(vm);
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  lua_createtable(L, 0, count);
  for (int32_t i = 0; i < 2 * count; i += 2) {
    if (pairs[i].type != CLUA_STRING) return fail(vm, "a record's keys are strings");
    if (pairs[i + 1].type == CLUA_RECORD || pairs[i + 1].type == CLUA_FILL) {
      return fail(vm, "a record's values are plain: keep an inner record and give its handle");
    }
    clua_push_value(L, vm, &pairs[i], 1, CLUA_NO_ARGUMENTS);
    clua_push_value(L, vm, &pairs[i + 1], 1, CLUA_NO_ARGUMENTS);
    lua_rawset(L, -3);
  }
  clua_refuse_missing(L, name);
  clua_seal(L, "this table");
  *handle = clua_keep(L, vm);
  return leave(vm, CLUA_OK);
}

// MARK: Rules of games

clua_status clua_open_rules(clua_vm *vm, int32_t level, const clua_rules_names *names,
                            int32_t *number) {
  *number = 0;
  if (!may_enter(vm)) return refusal(vm);
  if (vm->rules_count == vm->rules_capacity) {
    int32_t capacity = vm->rules_capacity * 2 + 4;
    clua_rules **grown = realloc(vm->rules, (size_t)capacity * sizeof *grown);
    if (grown == NULL) {
      clua_set_message_text(vm, "the machine has no memory");
      return CLUA_ERROR;
    }
    vm->rules = grown;
    vm->rules_capacity = capacity;
  }
  clua_rules *rules = clua_rules_new(names);
  if (rules == NULL) {
    clua_set_message_text(vm, "the machine has no memory");
    return CLUA_ERROR;
  }
  vm->rules[vm->rules_count++] = rules;
  ENTER(vm);
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  if (!is_handle(vm, level) || lua_rawgeti(L, LUA_REGISTRYINDEX, level) != LUA_TTABLE) {
    return fail(vm, "the level is not a table");
  }
  lua_settop(L, CLUA_PLACE_TOP);
  clua_build_rules(L, vm, vm->rules[vm->rules_count - 1], level);
  lua_settop(L, CLUA_PLACE_TOP);
  *number = vm->rules_count;
  return leave(vm, CLUA_OK);
}

clua_status clua_play_rules(clua_vm *vm, clua_play *play) {
  ENTER(vm);
  vm->charged = 0;
  vm->host_work = 0;
  if (vm->is_timed) vm->allocated = 0;  // the hook settles it elsewhere
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  clua_status status = clua_play_steps(vm, play);
  if (vm->is_timed && clua_instructions(vm) > vm->instruction_limit / 8) {
    clua_kill(vm, CLUA_RECOUNT);
  }
  if (status != CLUA_OK) return failed(vm, L);
  return leave(vm, CLUA_OK);
}

int32_t clua_listed_function(clua_vm *vm, int32_t module, const char *list, int32_t place,
                             const char *field) {
  if (!may_enter(vm) || !is_handle(vm, module)) return 0;
  int32_t handle = 0;
  lua_State *L = vm->state;
  lua_settop(L, CLUA_PLACE_TOP);
  lua_rawgeti(L, LUA_REGISTRYINDEX, module);
  enter(vm);
  if (_setjmp(vm->landing) != 0) {
    fall(vm);
    return 0;
  }
  lua_pushstring(L, list);
  if (lua_rawget(L, -2) == LUA_TTABLE && lua_rawgeti(L, -1, place) == LUA_TTABLE) {
    lua_pushstring(L, field);
    if (lua_rawget(L, -2) == LUA_TFUNCTION) handle = clua_keep(L, vm);
  }
  lua_settop(L, CLUA_PLACE_TOP);
  leave(vm, CLUA_OK);
  return handle;
}
