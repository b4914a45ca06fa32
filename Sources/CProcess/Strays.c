// A process leaves its group by setsid or setpgid. An engine adopts what its children leave behind
// (PR_SET_CHILD_SUBREAPER), so that while it lives everything is below it. What a dead engine has
// left is found if it still has one of the engine's streams.

// fopen's "e" is declared only then.
#define _GNU_SOURCE
#include "Strays.h"

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// How deep what a process starts is followed, and how often what starts new ones is looked through.
enum { MAX_GENERATIONS = 64, MAX_ROUNDS = 100 };

// What the system says of a process; gives whether it is there and has not ended.
static int look(int pid, int *parent, unsigned long long *start) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  // The name, in brackets, may have brackets itself.
  const char *rest = strrchr(text, ')');
  char state;
  return rest != NULL
    && sscanf(rest + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d"
      " %llu", &state, parent, start) == 3
    && state != 'Z' && state != 'X';
}

static void add(strays *found, int pid, unsigned long long start) {
  for (int i = 0; i < found->count; i++) {
    if (found->list[i].pid == pid && found->list[i].start == start) return;
  }
  if (found->count == found->capacity) {
    int capacity = 2 * found->capacity + 16;
    stray *list = realloc(found->list, (size_t)capacity * sizeof *list);
    if (list == NULL) return;
    found->list = list;
    found->capacity = capacity;
  }
  found->list[found->count++] = (stray){pid, start};
}

// Kills those from a place on. A number becomes another process's only after all others were used,
// which takes longer than from the look to the signal.
static void kill_from(const strays *found, int first) {
  for (int i = first; i < found->count; i++) {
    int parent;
    unsigned long long start;
    int pid = found->list[i].pid;
    if (look(pid, &parent, &start) && start == found->list[i].start) kill(pid, SIGKILL);
  }
}

static void empty(strays *found) {
  free(found->list);
  *found = (strays){NULL, 0, 0};
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
      int parent;
      unsigned long long start;
      if (!look(child, &parent, &start)) continue;
      if (getpgid(child) != leader) add(found, child, start);
      if (generation < MAX_GENERATIONS) add_below(found, child, leader, generation + 1);
    }
    if (children != NULL) fclose(children);
  }
  closedir(tasks);
}

void strays_add_started(strays *found, int pid) { add_below(found, pid, pid, 1); }

void strays_kill_group(strays *found, int pid) {
  int before = -1;
  for (int round = 0; round < MAX_ROUNDS && found->count != before; round++) {
    before = found->count;
    strays_add_started(found, pid);
    kill_from(found, round == 0 ? 0 : before);
  }
  kill(-pid, SIGKILL);
  empty(found);
}

// Whether a process has one of two files, named as the system names them.
static int has(int pid, char names[2][64]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", pid);
  DIR *files = opendir(path);
  if (files == NULL) return 0;
  int is_there = 0;
  for (struct dirent *entry; !is_there && (entry = readdir(files)) != NULL;) {
    char name[64];
    ssize_t length = readlinkat(dirfd(files), entry->d_name, name, sizeof name - 1);
    if (length < 0) continue;
    name[length] = 0;
    is_there = strcmp(name, names[0]) == 0 || strcmp(name, names[1]) == 0;
  }
  closedir(files);
  return is_there;
}

static void add_holders(strays *found, char names[2][64]) {
  DIR *all = opendir("/proc");
  if (all == NULL) return;
  for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
    int pid = atoi(entry->d_name), parent;
    unsigned long long start;
    if (pid <= 0 || pid == getpid() || !look(pid, &parent, &start)) continue;
    // An engine that is just being started has all files of this process for a moment.
    if (parent != getpid() && has(pid, names)) add(found, pid, start);
  }
  closedir(all);
}

void strays_kill_holders(int output, int errors) {
  struct pollfd polled[2] = {{output, 0, 0}, {errors, 0, 0}};
  if (poll(polled, 2, 0) < 0) return;
  if (polled[0].revents & POLLHUP && polled[1].revents & POLLHUP) return;
  char names[2][64];
  for (int i = 0; i < 2; i++) {
    struct stat state;
    if (fstat(polled[i].fd, &state) != 0) return;
    snprintf(names[i], sizeof names[i], "pipe:[%llu]", (unsigned long long)state.st_ino);
  }
  strays found = {NULL, 0, 0};
  int before = -1;
  for (int round = 0; round < MAX_ROUNDS && found.count != before; round++) {
    before = found.count;
    add_holders(&found, names);
    kill_from(&found, before);
  }
  empty(&found);
}
