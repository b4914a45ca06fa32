// Processes that an engine started and that have left its group.
#ifndef STRAYS_H
#define STRAYS_H

/// A process, which its number alone does not tell from a later one.
typedef struct stray {
  int pid;
  /// When it started, in the system's ticks.
  unsigned long long start;
} stray;

/// Processes that are to be killed.
typedef struct strays {
  stray *list;
  int count;
  int capacity;
} strays;

/// Adds what the leader of a group, which has not ended, has started and what is not in its group.
void strays_add_started(strays *found, int pid);

/// Kills what was added, and what the leader of a group starts outside it meanwhile; then the group.
void strays_kill_group(strays *found, int pid);

/// Kills the processes that have one of these pipes, of which this process reads the other ends;
/// does nothing where nobody has them.
void strays_kill_holders(int output, int errors);

#endif
