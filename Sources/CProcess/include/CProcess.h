// CProcess: what the process was started with, and what it starts.
//
// Swift looks for the arguments of a program in /proc, and finds none where /proc is not mounted,
// as in a bare chroot or container.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>

/// The number of arguments, the program's name among them; 0 where the C library does not tell.
int cprocess_argument_count(void);

/// Argument `index`, which is at least 0 and less than the count. It lives as long as the process.
const char *cprocess_argument(int index);

/// Sets the size in bytes of the stack of threads that are started from now on.
void cprocess_set_thread_stack(size_t size);

/// Lets all threads share one heap, so that none sets addresses aside for its own.
void cprocess_share_heap(void);

#endif
