// The coroutine library, without close: closing chains of coroutines overflows the C stack, and a
// coroutine that failed or became unreachable is simply collected.
#include "Private.h"

enum { CREATION_WORK = 1000 };

static int coroutine_create(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  luaL_checktype(L, 1, LUA_TFUNCTION);
  // Each coroutine starts its own count of instructions, so each is charged a whole interval.
  clua_pay(vm, CREATION_WORK);
  vm->is_making_thread = true;
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  return 1;
}

static const char *status_of(lua_State *L, lua_State *thread) {
  lua_Debug record;
  if (L == thread) return "running";
  switch (lua_status(thread)) {
    case LUA_YIELD: return "suspended";
    case LUA_OK:
      if (lua_getstack(thread, 0, &record)) return "normal";  // it has resumed another
      return lua_gettop(thread) == 0 ? "dead" : "suspended";
    default: return "dead";
  }
}

// Resumes with the `count` arguments on top of L's stack; leaves results or an error value there
// and answers how many results there are, or -1.
static int resume(lua_State *L, lua_State *thread, int count) {
  clua_vm *vm = clua_vm_of(L);
  int results;
  const char *status = status_of(L, thread);
  clua_pay(vm, 8 + count / 4);
  if (*status != 's') {
    lua_pushfstring(L, "cannot resume %s coroutine", *status == 'd' ? "dead" : "non-suspended");
    return -1;
  }
  if (!lua_checkstack(thread, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, thread, count);
  clua_adopt_interval(vm, thread);
  lua_State *before = vm->running;
  vm->running = thread;
  int outcome = lua_resume(thread, L, count, &results);
  vm->running = before;
  clua_adopt_interval(vm, L);
  if (outcome != LUA_OK && outcome != LUA_YIELD) {
    lua_xmove(thread, L, 1);
    return -1;
  }
  clua_pay(vm, results / 4);
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(thread, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(thread, L, results);
  return results;
}

static lua_State *check_thread(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  if (thread == NULL) luaL_typeerror(L, 1, "coroutine");
  return thread;
}

static int coroutine_resume(lua_State *L) {
  lua_State *thread = check_thread(L);
  int results = resume(L, thread, lua_gettop(L) - 1);
  if (results < 0) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int resume_wrapped(lua_State *L) {
  lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, thread, lua_gettop(L));
  if (results < 0) return lua_error(L);
  return results;
}

static int coroutine_wrap(lua_State *L) {
  coroutine_create(L);
  lua_pushcclosure(L, resume_wrapped, 1);
  return 1;
}

static int coroutine_yield(lua_State *L) {
  clua_pay(clua_vm_of(L), 4);
  return lua_yield(L, lua_gettop(L));
}

static int coroutine_status(lua_State *L) {
  lua_pushstring(L, status_of(L, check_thread(L)));
  return 1;
}

static int coroutine_isyieldable(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  lua_pushboolean(L, lua_isyieldable(thread == NULL ? L : thread));
  return 1;
}

static int coroutine_running(lua_State *L) {
  lua_pushboolean(L, lua_pushthread(L));
  return 2;
}

void clua_open_coroutines(lua_State *L) {
  static const clua_entry entries[] = {
    {"create", coroutine_create}, {"isyieldable", coroutine_isyieldable},
    {"resume", coroutine_resume}, {"running", coroutine_running}, {"status", coroutine_status},
    {"wrap", coroutine_wrap}, {"yield", coroutine_yield},
  };
  lua_rawgeti(L, LUA_REGISTRYINDEX, CLUA_SLOT_BASE);
  clua_new_library(L, entries, sizeof entries / sizeof *entries, 0);
  clua_seal(L, "coroutine");
  lua_setfield(L, -2, "coroutine");
  lua_settop(L, CLUA_PLACE_TOP);
}
