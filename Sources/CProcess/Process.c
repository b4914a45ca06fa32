// glibc tells of pthread_setattr_default_np only then.
#define _GNU_SOURCE
#include "CProcess.h"

#include <pthread.h>
#include <stdlib.h>

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
