// Engines: programs that are started without a shell, watched, and ended with all that they started.
#ifndef CENGINE_H
#define CENGINE_H

#include <stdint.h>

/// A program that was started: its process, and this side of its standard streams, which do not
/// block.
typedef struct cprocess_child {
  int pid;
  /// What is written here is its standard input.
  int input;
  int output;
  int errors;
} cprocess_child;

/// How a program ended.
typedef struct cprocess_ending {
  /// The exit code; -1 where a signal ended it.
  int code;
  /// The signal that ended it; 0: none.
  int signal;
  /// Whether it was ended because it used too much memory.
  int was_too_large;
  /// Whether it had to be killed by `cprocess_end`.
  int was_killed;
} cprocess_ending;

/// Starts a program in a process group of its own, in a folder, with these arguments (the first is
/// its name) and this environment; both end with NULL. It leaves no core file, and gets SIGKILL
/// when this process ends.
///
/// A thread that lives as long as this process makes the fork, because the signal of a parent's
/// death follows the thread. Where its resident memory exceeds `memory` bytes (0: no limit), which
/// is looked at once a second, its group is killed.
///
/// Gives 0, or the error number of what failed.
int cprocess_start(
  const char *path, char *const *arguments, char *const *environment, const char *folder,
  uint64_t memory, cprocess_child *child);

/// Called before a program is asked to end, while what it has started can still be told.
void cprocess_will_end(int pid);

/// Waits until a program has ended, at most `milliseconds`, then kills it; what it started is killed
/// in any case: its group, what it had started when `cprocess_will_end` was called, and what still
/// writes into `output` and `errors`, its standard streams. Closes nothing.
cprocess_ending cprocess_end(int pid, int milliseconds, int output, int errors);

/// Whether a program that was started has ended, which `cprocess_end` then tells of.
int cprocess_has_ended(int pid);

/// Kills a program that was started and not ended, with all that it has started.
void cprocess_kill(int pid);

/// The resident memory of a process in bytes; 0 where it is not known.
uint64_t cprocess_resident(int pid);

/// Keeps a process's first thread and the thread that calls on one processor, until
/// `cprocess_part`: that on which the fewest threads are kept, if possible the one that it runs on.
///
/// Gives the number of the calling thread; 0 where nothing was changed, because there is a single
/// processor or the process has chosen others than the thread.
int cprocess_share_processor(int pid);

/// The number of the calling thread.
int cprocess_thread(void);

/// Lets a process, with the threads and processes that it has started meanwhile, and the thread of
/// this number run on their usual processors again.
///
/// Called while the process has not been reaped, so that the number is still its own.
void cprocess_part(int pid, int thread);

#endif
