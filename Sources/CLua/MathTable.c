// One table of mathematical functions for the whole process.
#include <pthread.h>

#include "Private.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static clua_math kept;
static bool is_kept;

const clua_math *clua_keep_math(clua_math functions) {
  pthread_mutex_lock(&lock);
  if (!is_kept) {
    kept = functions;
    is_kept = true;
  }
  pthread_mutex_unlock(&lock);
  return &kept;
}
