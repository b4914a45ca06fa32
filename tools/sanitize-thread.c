// Tells ThreadSanitizer of two things that go past it; preloaded by `tools/sanitize.sh thread`.
//
// Swift's `Mutex`, where two threads want it at once: its quick half is compiled into its user and
// checked like all else, but its slow half lies in libswiftSynchronization.so, which has no checks.
// The checker then never learns that the one who gets the lock comes after the one who let it go,
// and calls whatever the `Mutex` guards a race.
//
// `_longjmp` and `__longjmp_chk`, by which we and Debian's Lua leave a script that failed: the
// checker knows `longjmp` alone. Its own stack of calls grows with every failure until it
// overflows.
//
// In programs that are not checked nothing changes.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define HANDLE __attribute__((swift_context)) void *handle
#define METHOD __attribute__((swiftcall))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

METHOD void lockSlow(uint32_t thread, HANDLE) __asm__(LOCK);
METHOD bool tryLockSlow(HANDLE) __asm__(TRY_LOCK);
METHOD void unlockSlow(HANDLE) __asm__(UNLOCK);

// What this file stands in place of.
static void *real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) {
    fprintf(stderr, "sanitize-thread.so: there is no %s; is this another Swift?\n", name);
    abort();
  }
  return function;
}

METHOD void lockSlow(uint32_t thread, HANDLE) {
  typedef METHOD void Method(uint32_t thread, HANDLE);
  ((Method *)real(LOCK))(thread, handle);
  if (__tsan_acquire != NULL) __tsan_acquire(handle);
}

METHOD bool tryLockSlow(HANDLE) {
  typedef METHOD bool Method(HANDLE);
  bool isLocked = ((Method *)real(TRY_LOCK))(handle);
  if (isLocked && __tsan_acquire != NULL) __tsan_acquire(handle);
  return isLocked;
}

METHOD void unlockSlow(HANDLE) {
  typedef METHOD void Method(HANDLE);
  if (__tsan_release != NULL) __tsan_release(handle);
  ((Method *)real(UNLOCK))(handle);
}

_Noreturn void _longjmp(jmp_buf place, int value) { longjmp(place, value); }
_Noreturn void __longjmp_chk(jmp_buf place, int value) { longjmp(place, value); }
