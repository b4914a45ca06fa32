// Timed VMs: they do not count instructions.
//
// Lua calls a count hook at every instruction, which takes a quarter of the time of a game whose
// rules are a script, and hardly any call comes near its budget. So a timed VM runs without the
// hook. A timer of the thread's CPU time looks every few milliseconds which call is under way, and
// a call that it meets twice is ended with CLUA_RECOUNT, as is everything else that a limit could
// decide. The game is then played again by a VM that counts, so that what a limit does never
// depends on time.
//
// A call that is not ended lasts less than two periods and two ticks of the kernel, 28 ms at the
// coarsest tick of 10 ms. An instruction takes about a nanosecond or more, so that it cannot have
// used up its budget: a timed VM has CLUA_TIMED_INSTRUCTIONS at least, and its library functions,
// which are charged by their size and not by time, may use an eighth of them.
#define _GNU_SOURCE  // gettid
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "Private.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum {
  PERIOD_NANOSECONDS = 4000000,
  /// Looks without a timed call after which a thread's timer stops.
  IDLE_LOOKS = 4,
  /// Nothing else in the process uses it, and where nobody handles it, it does nothing.
  LOOK_SIGNAL = SIGURG,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t timers;
static bool is_prepared;

// What a thread and the handler on it share.
static _Thread_local timer_t timer;
static _Thread_local volatile sig_atomic_t has_timer, is_running, idle_looks;
static _Thread_local volatile uint32_t calls, seen;

static void set_timer(long nanoseconds) {
  struct timespec period = {.tv_nsec = nanoseconds};
  struct itimerspec setting = {.it_interval = period, .it_value = period};
  is_running = timer_settime(timer, 0, &setting, NULL) == 0 && nanoseconds > 0;
}

static void look(int number) {
  (void)number;
  const int before = errno;
  clua_vm *vm = clua_current;
  if (vm == NULL || !vm->is_timed) {
    idle_looks += 1;
    if (idle_looks >= IDLE_LOOKS && has_timer) set_timer(0);
  } else {
    idle_looks = 0;
    // Lua allows this call in a signal's handler.
    if (seen == calls && vm->running != NULL) {
      lua_sethook(vm->running, clua_hook, LUA_MASKCOUNT, 1);
    }
    seen = calls;
  }
  errno = before;
}

static void delete_timer(void *ended) {
  (void)ended;
  if (has_timer) timer_delete(timer);
  has_timer = is_running = 0;
}

static void prepare(void) {
  struct sigaction action = {.sa_handler = look, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  is_prepared = pthread_key_create(&timers, delete_timer) == 0 &&
                sigaction(LOOK_SIGNAL, &action, NULL) == 0;
}

// Makes the timer of this thread.
static bool make_timer(void) {
  pthread_once(&once, prepare);
  if (!is_prepared) return false;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = LOOK_SIGNAL};
  event.sigev_notify_thread_id = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0) return false;
  has_timer = 1;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, LOOK_SIGNAL);
  // The destructor runs for threads whose value is not NULL.
  if (pthread_setspecific(timers, &timers) != 0 ||
      pthread_sigmask(SIG_UNBLOCK, &signals, NULL) != 0) {
    delete_timer(NULL);
    return false;
  }
  return true;
}

// ThreadSanitizer holds signals back until a thread calls the system, which a loop never does.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HOLDS_SIGNALS_BACK
#endif
#endif

bool clua_time_call(void) {
#ifdef HOLDS_SIGNALS_BACK
  return false;
#endif
  calls += 1;
  if (__builtin_expect(is_running, 1)) return true;
  if (!has_timer && !make_timer()) return false;
  idle_looks = 0;
  set_timer(PERIOD_NANOSECONDS);
  return is_running;
}
