// Processes that an engine started and that have left its group.
#ifndef STRAYS_H
#define STRAYS_H

// More of them than any engine has; one more is not found.
#define MAX_STRAYS 32

/// Processes that are to be killed: handles, whose numbers are not given to another process.
typedef struct strays {
  int count;
  int handles[MAX_STRAYS];
} strays;

/// Adds what the leader of a group, which has not ended, has started and what is not in its group.
void strays_add_started(strays *found, int pid);

/// Adds the processes whose standard streams are one of these pipes, of which this process reads the
/// other ends; does nothing where nobody holds them.
void strays_add_holders(strays *found, int output, int errors);

/// Kills all that were added.
void strays_kill(strays *found);

#endif
