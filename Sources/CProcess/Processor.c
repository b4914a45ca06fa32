// sched_setaffinity, cpu_set_t and gettid are declared only then.
#define _GNU_SOURCE
#include "CEngine.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// More threads that ask engines than any machine runs at once; one more shares no processor.
#define MAX_THREADS 256

// A thread of this process that is kept on one processor.
typedef struct kept_thread {
  int id;
  int processor;
  // How many engines share it.
  int engines;
  cpu_set_t usual;
} kept_thread;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept_thread threads[MAX_THREADS];
static int thread_count;

static kept_thread *find(int id) {
  for (int i = 0; i < thread_count; i++) {
    if (threads[i].id == id) return &threads[i];
  }
  return NULL;
}

static cpu_set_t only(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  return one;
}

static int keepers(int processor) {
  int count = 0;
  for (int i = 0; i < thread_count; i++) count += threads[i].processor == processor;
  return count;
}

// The processor on which the fewest threads are kept: this thread's own if it is one of those.
static int least_used(const cpu_set_t *usual) {
  int best = sched_getcpu();
  if (best < 0 || best >= CPU_SETSIZE || !CPU_ISSET(best, usual)) return -1;
  int fewest = keepers(best);
  for (int i = 0; i < CPU_SETSIZE && fewest > 0; i++) {
    if (!CPU_ISSET(i, usual) || keepers(i) >= fewest) continue;
    best = i;
    fewest = keepers(i);
  }
  return best;
}

// Keeps a thread on a processor; gives NULL where it cannot be.
static kept_thread *keep(int id, const cpu_set_t *usual) {
  int processor = least_used(usual);
  if (processor < 0 || thread_count == MAX_THREADS) return NULL;
  cpu_set_t one = only(processor);
  if (sched_setaffinity(id, sizeof one, &one) != 0) return NULL;
  kept_thread *thread = &threads[thread_count++];
  *thread = (kept_thread){id, processor, 0, *usual};
  return thread;
}

static void leave(kept_thread *thread) {
  if (thread->engines > 0) return;
  sched_setaffinity(thread->id, sizeof thread->usual, &thread->usual);
  *thread = threads[--thread_count];
}

// How deep what a process starts is followed.
enum { MOST_GENERATIONS = 4 };

// Frees what is kept on a processor of a process: its first thread, and the threads and processes
// that were started meanwhile, which have inherited it. Gives how many there were.
static int free_threads(int pid, const cpu_set_t *one, const cpu_set_t *usual, int generation) {
  char path[80];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  if (!tasks) {
    // It has ended, or there is no /proc.
    sched_setaffinity(pid, sizeof *usual, usual);
    return 0;
  }
  int freed = 0;
  cpu_set_t own;
  for (struct dirent *entry; (entry = readdir(tasks));) {
    int id = atoi(entry->d_name);
    if (id <= 0) continue;
    if (sched_getaffinity(id, sizeof own, &own) == 0 && CPU_EQUAL(&own, one)) {
      freed += sched_setaffinity(id, sizeof *usual, usual) == 0;
    }
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, id);
    FILE *children = generation < MOST_GENERATIONS ? fopen(path, "re") : NULL;
    for (int child; children && fscanf(children, "%d", &child) == 1;) {
      freed += free_threads(child, one, usual, generation + 1);
    }
    if (children) fclose(children);
  }
  closedir(tasks);
  return freed;
}

int cprocess_thread(void) {
  static _Thread_local int id;
  if (id == 0) id = gettid();
  return id;
}

int cprocess_share_processor(int pid) {
  int id = cprocess_thread();
  cpu_set_t usual, own;
  pthread_mutex_lock(&lock);
  kept_thread *thread = find(id);
  if (thread) usual = thread->usual;
  // An engine that has chosen its processors itself is left alone.
  int can_share = (thread || sched_getaffinity(id, sizeof usual, &usual) == 0)
    && CPU_COUNT(&usual) > 1 && sched_getaffinity(pid, sizeof own, &own) == 0
    && CPU_EQUAL(&own, &usual);
  if (can_share && !thread) thread = keep(id, &usual);
  int is_shared = 0;
  if (can_share && thread) {
    own = only(thread->processor);
    is_shared = sched_setaffinity(pid, sizeof own, &own) == 0;
    thread->engines += is_shared;
    leave(thread);
  }
  pthread_mutex_unlock(&lock);
  return is_shared ? id : 0;
}

void cprocess_part(int pid, int thread_id) {
  pthread_mutex_lock(&lock);
  kept_thread *thread = find(thread_id);
  if (thread) {
    cpu_set_t one = only(thread->processor);
    // Again where a thread that was not free yet may have started another one.
    for (int i = 0; i < 3 && free_threads(pid, &one, &thread->usual, 0) > 0;) i++;
    thread->engines--;
    leave(thread);
  }
  pthread_mutex_unlock(&lock);
}
