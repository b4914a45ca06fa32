// A process leaves its group by setsid or setpgid. An engine adopts what its children leave behind
// (PR_SET_CHILD_SUBREAPER), so that while it lives everything is below it. What a dead engine has
// left is found if it writes where the engine wrote, as programs do unless they choose otherwise.

// syscall, fopen's "e" and the numbers of system calls are declared only then.
#define _GNU_SOURCE
#include "Strays.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// How deep what a process starts is followed.
enum { MAX_GENERATIONS = 16 };

static int handle_of(int pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0u);
#else
  (void)pid;
  return -1;
#endif
}

static void add(strays *found, int handle) {
  if (handle < 0) return;
  if (found->count == MAX_STRAYS) {
    close(handle);
  } else {
    found->handles[found->count++] = handle;
  }
}

// Adds what is below a process and in another group than `leader`'s.
static void add_below(strays *found, int pid, int leader, int generation) {
  char path[80];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  if (tasks == NULL) return;
  for (struct dirent *entry; (entry = readdir(tasks)) != NULL;) {
    int thread = atoi(entry->d_name);
    if (thread <= 0) continue;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, thread);
    FILE *children = fopen(path, "re");
    for (int child; children != NULL && fscanf(children, "%d", &child) == 1;) {
      if (getpgid(child) != leader) add(found, handle_of(child));
      if (generation < MAX_GENERATIONS) add_below(found, child, leader, generation + 1);
    }
    if (children != NULL) fclose(children);
  }
  closedir(tasks);
}

void strays_add_started(strays *found, int pid) { add_below(found, pid, pid, 1); }

// Whether one of a process's standard streams is one of two files, named as the system names them.
static int holds(int pid, char names[2][64]) {
  for (int stream = 0; stream < 3; stream++) {
    char path[64], name[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, stream);
    ssize_t length = readlink(path, name, sizeof name - 1);
    if (length < 0) continue;
    name[length] = 0;
    if (strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0) return 1;
  }
  return 0;
}

void strays_add_holders(strays *found, int output, int errors) {
  struct pollfd polled[2] = {{output, 0, 0}, {errors, 0, 0}};
  if (poll(polled, 2, 0) < 0) return;
  if (polled[0].revents & POLLHUP && polled[1].revents & POLLHUP) return;
  char names[2][64];
  for (int i = 0; i < 2; i++) {
    struct stat state;
    if (fstat(polled[i].fd, &state) != 0) return;
    snprintf(names[i], sizeof names[i], "pipe:[%llu]", (unsigned long long)state.st_ino);
  }
  DIR *all = opendir("/proc");
  if (all == NULL) return;
  for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
    int pid = atoi(entry->d_name);
    if (pid <= 0 || pid == getpid() || !holds(pid, names)) continue;
    int handle = handle_of(pid);
    // The number may have become another process's before there was a handle.
    if (handle >= 0 && !holds(pid, names)) {
      close(handle);
    } else {
      add(found, handle);
    }
  }
  closedir(all);
}

void strays_kill(strays *found) {
  for (int i = 0; i < found->count; i++) {
#ifdef SYS_pidfd_send_signal
    syscall(SYS_pidfd_send_signal, found->handles[i], SIGKILL, NULL, 0u);
#endif
    close(found->handles[i]);
  }
  found->count = 0;
}
