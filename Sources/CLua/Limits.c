// What ends a VM: the instruction budget, the memory cap, the stack cap and the deadline. They
// leave by _longjmp to the entry that is running; no script can catch that.
#include <stdio.h>
#include <time.h>

#include "Private.h"

_Noreturn void clua_kill(clua_vm *vm, clua_status status) {
  lua_Debug record;
  char reason[160], message[300];
  vm->dead = true;
  // Only a VM that counts decides what a limit ends, and where.
  if (vm->is_timed) status = CLUA_RECOUNT;
  vm->death = status;
  switch (status) {
    case CLUA_BUDGET:
      snprintf(reason, sizeof reason, "the instruction budget of %lld is used up",
               (long long)vm->instruction_limit);
      break;
    case CLUA_MEMORY:
      snprintf(reason, sizeof reason, "the memory cap of %lld bytes is reached",
               (long long)vm->memory_limit);
      break;
    case CLUA_STACK:
      snprintf(reason, sizeof reason,
               "too many values on the stack; does a function call itself without an end?");
      break;
    case CLUA_DEADLINE:
      snprintf(reason, sizeof reason, "the call took longer than %g seconds",
               vm->limits.wall_seconds);
      break;
    case CLUA_RECOUNT:
      snprintf(reason, sizeof reason, "the game must be played again with its instructions counted");
      break;
    default:
      snprintf(reason, sizeof reason, "the script host failed");
      break;
  }
  // Lua keeps the place of every function that may allocate or be hooked, so it can be read at
  // any moment a limit strikes.
  if (vm->running != NULL && clua_place(vm->running, 0, &record)) {
    int length = snprintf(message, sizeof message, "%s:%d: %s", record.short_src,
                          record.currentline, reason);
    clua_set_message(vm, record.currentline, message, (size_t)length);
  } else {
    clua_set_message_text(vm, reason);
  }
  _longjmp(vm->landing, 1);
}

// MARK: What an instruction may cost

// One instruction may compare or copy the longest string, copy the largest stack (`...`), or walk
// a chain of metatables; a chain of __call moves all arguments at each step.
static int64_t weigh(const clua_vm *vm) {
  int64_t strings = vm->longest_string / 1024;
  if (vm->longest_string > 256 << 10) strings *= 6;  // it no longer fits the processor's cache
  int64_t slots = clua_largest_stack(vm);
  int64_t chain = vm->metatables > 32 ? vm->metatables - 32 : 0;
  int64_t chains = chain / 4 + chain * chain / 256;
  int64_t moved = slots / 32 * (slots > 16384 ? vm->metatables : chain);
  return 1 + strings + slots / 256 + chains + moved;
}

// Expensive instructions are checked more often, so that a check is never late by much.
static int32_t interval_for(const clua_vm *vm, int64_t factor) {
  int64_t interval = CLUA_INTERVAL;
  for (int64_t rest = factor / 8; rest > 0 && interval > 1; rest /= 2) interval /= 2;
  // A crowded hash chain in a huge table is slow in a way that only the deadline can see.
  for (size_t rest = vm->largest_block >> 22; rest > 0 && interval > 125; rest /= 2) interval /= 2;
  return (int32_t)interval;
}

void clua_reweigh(clua_vm *vm) {
  int64_t factor = weigh(vm);
  int32_t interval = interval_for(vm, factor);
  if (vm->is_timed && (factor > 1 || interval != vm->interval)) clua_kill(vm, CLUA_RECOUNT);
  if (interval != vm->interval) {
    // Setting a hook resets its count: what the old count had accumulated is charged in full.
    vm->charged += vm->interval * vm->factor;
    vm->interval = interval;
    if (vm->running != NULL) lua_sethook(vm->running, clua_hook, LUA_MASKCOUNT, interval);
  }
  vm->factor = factor;
}

void clua_adopt_interval(clua_vm *vm, lua_State *thread) {
  if (vm->is_timed) return;
  int32_t interval = lua_gethookcount(thread);
  if (interval == vm->interval) return;
  clua_pay(vm, interval * vm->factor);
  lua_sethook(thread, clua_hook, LUA_MASKCOUNT, vm->interval);
}

// MARK: The hook

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Wall time is cheap to read, but on a busy machine it passes while a call does not run. So it only
// triggers a reading of the thread's CPU time, which decides.
static void check_deadline(clua_vm *vm) {
  const int64_t allowed = (int64_t)(vm->limits.wall_seconds * 1e9);
  const int64_t now = nanoseconds(CLOCK_MONOTONIC);
  if (vm->deadline == 0) {
    // The clock starts at a call's first check: most calls are over before it.
    vm->deadline = now + allowed;
    vm->started = -1;
  } else if (vm->started < 0) {
    vm->started = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  } else if (now > vm->deadline) {
    const int64_t spent = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - vm->started;
    if (spent >= allowed) clua_kill(vm, CLUA_DEADLINE);
    vm->deadline = now + allowed - spent;
  }
}

void clua_collect(lua_State *L) {
  clua_vm *vm = clua_vm_of(L);
  clua_pay_bytes(vm, (size_t)vm->used);
  lua_gc(L, LUA_GCCOLLECT);
  vm->collect_at = vm->used + (vm->memory_limit - vm->used) / 2;
}

void clua_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  clua_vm *vm = clua_vm_of(L);
  if (vm->is_timed) clua_kill(vm, CLUA_RECOUNT);
  int64_t work = vm->interval * vm->factor + vm->allocated / CLUA_BYTES_A_UNIT + vm->host_work;
  vm->allocated %= CLUA_BYTES_A_UNIT;
  vm->host_work = 0;
  clua_pay(vm, work);
  if (vm->limits.wall_seconds > 0) check_deadline(vm);
  // Lua would collect when the allocator fails; this one cannot fail, so garbage is collected
  // early.
  if (vm->used > vm->collect_at) clua_collect(L);
  clua_reweigh(vm);
}
