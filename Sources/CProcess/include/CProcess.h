// CProcess: system calls that Swift cannot make: the arguments of the process, the stack, heap and
// priority of its threads, and the exchange of two folders.
//
// Swift looks for the arguments of a program in /proc, and finds none where /proc is not mounted,
// as in a bare chroot or container.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>

/// The number of arguments, the program's name among them; 0 if the C library does not provide it.
int cprocess_argument_count(void);

/// Argument `index`, which is at least 0 and less than the count. It lives as long as the process.
const char *cprocess_argument(int index);

/// Exchanges two paths of one file system atomically (Linux's RENAME_EXCHANGE). Gives 0, or -1 with
/// errno set: EINVAL or ENOSYS where the system or file system cannot do it.
int cprocess_exchange(const char *path, const char *other);

/// Sets the size in bytes of the stack of threads that are started from now on.
void cprocess_set_thread_stack(size_t size);

/// Lets all threads share one heap, so that none reserves address space of its own.
void cprocess_share_heap(void);

/// Lets the calling thread give way to others: its `nice` value is the process's and `niceness` more,
/// at most 19, and its time slice is the shortest that the system has (0.1 ms; before Linux 6.12 all
/// have the same), so that a thread which it keeps waiting runs sooner.
void cprocess_give_way(int niceness);

#endif
