// glibc declares pthread_setattr_default_np and syscall only then.
#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static int count;
static char **arguments;

#ifdef __GLIBC__
// glibc calls a program's constructors with the arguments of main.
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  arguments = argv;
}
#endif

int cprocess_argument_count(void) { return count; }

const char *cprocess_argument(int index) { return arguments[index]; }

int cprocess_exchange(const char *path, const char *other) {
#ifdef SYS_renameat2
  // 2 is RENAME_EXCHANGE, which not every C library names.
  return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 2u);
#else
  errno = ENOSYS;
  return -1;
#endif
}

void cprocess_set_thread_stack(size_t size) {
#ifdef __GLIBC__
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  pthread_attr_setstacksize(&attributes, size);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#else
  (void)size;
#endif
}

void cprocess_share_heap(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

void cprocess_give_way(int niceness) {
  int own = getpriority(PRIO_PROCESS, (id_t)getpid());
  int nice = own + niceness < 19 ? own + niceness : 19;
#ifdef SYS_sched_setattr
  // Not every C library declares it. 8 is SCHED_FLAG_KEEP_POLICY; the runtime is the slice, in
  // nanoseconds, of which this is the least.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .flags = 8, .nice = nice, .runtime = 100000};
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) == 0) return;
#endif
  // On Linux that is the current thread alone.
  setpriority(PRIO_PROCESS, 0, nice);
}
