#include "CProcess.h"

#include <stdlib.h>

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
