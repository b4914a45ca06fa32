// What the files about libraries share.
#ifndef CPROCESS_LIBRARY_H
#define CPROCESS_LIBRARY_H

#include <signal.h>

#include "../../integrations/engines/c/playtest_engine.h"
#include "CLibrary.h"

struct clibrary {
  pt_engine engine;
};

struct clibrary_level {
  const pt_engine *engine;
  void *level;
  size_t bytes;
};

// Whether this thread is inside a library.
extern _Thread_local volatile sig_atomic_t clibrary_inside;

// Gives this thread a stack for the handler of crashes.
void clibrary_give_stack(void);

#endif
