// pipe2, SYS_close_range and prctl are declared only then.
#define _GNU_SOURCE
#include "CEngine.h"
#include "Strays.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// More engines than any machine runs at once; one more is refused with EAGAIN.
#define MAX_CHILDREN 2048

typedef struct watched {
  int pid;
  uint64_t memory;
  int was_too_large;
  // What it had started when it was asked to end.
  strays started;
} watched;

// Guards all that follows; a process is reaped only while it is held, so that no signal is sent to
// a number that has become another process's.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static watched children[MAX_CHILDREN];
static int child_count;
static int is_watching;

// A request to the thread that forks.
typedef struct request {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *folder;
  cprocess_child *child;
  int error;
  int is_done;
} request;

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static request *pending;
static int has_starter;

static int find(int pid) {
  for (int i = 0; i < child_count; i++) {
    if (children[i].pid == pid) return i;
  }
  return -1;
}

// Kills a process that has not been reaped, its group, and all else that it has started.
static void kill_tree(watched *child) { strays_kill_group(&child->started, child->pid); }

static void kill_all(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < child_count; i++) kill_tree(&children[i]);
  pthread_mutex_unlock(&lock);
}

static void sleep_for(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

uint64_t cprocess_resident(int pid) {
  char path[64];
  char text[256];
  snprintf(path, sizeof path, "/proc/%d/statm", pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  unsigned long long size = 0, resident = 0;
  if (sscanf(text, "%llu %llu", &size, &resident) != 2) return 0;
  return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void *watch(void *unused) {
  (void)unused;
  for (;;) {
    sleep_for(1000);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < child_count; i++) {
      if (children[i].memory == 0) continue;
      if (cprocess_resident(children[i].pid) <= children[i].memory) continue;
      children[i].was_too_large = 1;
      kill_tree(&children[i]);
    }
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

// A descriptor above those of the standard streams.
static int raised(int descriptor) {
  if (descriptor > 2 || descriptor < 0) return descriptor;
  int other = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  close(descriptor);
  return other;
}

static int make_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  ends[0] = raised(ends[0]);
  ends[1] = raised(ends[1]);
  return ends[0] < 0 || ends[1] < 0 ? -1 : 0;
}

// What the child does between fork and exec: only calls that are safe there.
static void become(const request *task, int input, int output, int errors, int report, int parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // The parent may have ended before the line above.
  if (getppid() != parent) _exit(127);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < 65; number++) sigaction(number, &usual, NULL);
  int error = 0;
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) error = errno;
#ifdef SYS_close_range
  // 4 is CLOSE_RANGE_CLOEXEC: nothing else of this process is inherited.
  syscall(SYS_close_range, 3u, ~0u, 4u);
#endif
  if (error == 0 && chdir(task->folder) != 0) error = errno;
  sigset_t nothing;
  sigemptyset(&nothing);
  sigprocmask(SIG_SETMASK, &nothing, NULL);
  if (error == 0) {
    execve(task->path, task->arguments, task->environment);
    error = errno;
  }
  if (write(report, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

static void close_all(int *descriptors, int count) {
  for (int i = 0; i < count; i++) {
    if (descriptors[i] >= 0) close(descriptors[i]);
  }
}

static int start(const request *task) {
  int ends[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  for (int i = 0; i < 8; i += 2) {
    if (make_pipe(ends + i) != 0) {
      int error = errno;
      close_all(ends, 8);
      return error;
    }
  }
  int parent = getpid();
  pid_t pid = fork();
  if (pid < 0) {
    int error = errno;
    close_all(ends, 8);
    return error;
  }
  if (pid == 0) become(task, ends[0], ends[3], ends[5], ends[7], parent);
  setpgid(pid, pid);
  int theirs[4] = {ends[0], ends[3], ends[5], ends[7]};
  close_all(theirs, 4);
  int error = 0;
  ssize_t count;
  do {
    count = read(ends[6], &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  close(ends[6]);
  int ours[3] = {ends[1], ends[2], ends[4]};
  if (count == (ssize_t)sizeof error) {
    close_all(ours, 3);
    waitpid(pid, NULL, 0);
    return error == 0 ? EIO : error;
  }
  for (int i = 0; i < 3; i++) fcntl(ours[i], F_SETFL, fcntl(ours[i], F_GETFL) | O_NONBLOCK);
  task->child->pid = pid;
  task->child->input = ours[0];
  task->child->output = ours[1];
  task->child->errors = ours[2];
  return 0;
}

static void *serve(void *unused) {
  (void)unused;
  pthread_mutex_lock(&gate);
  for (;;) {
    while (pending == NULL || pending->is_done) pthread_cond_wait(&asked, &gate);
    pending->error = start(pending);
    pending->is_done = 1;
    pthread_cond_broadcast(&answered);
  }
  return NULL;
}

// A thread that takes no signals and is never joined.
static int run_thread(void *(*body)(void *)) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return -1;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int status = pthread_create(&thread, &attributes, body, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return status == 0 ? 0 : -1;
}

static int ask_starter(request *task) {
  pthread_mutex_lock(&gate);
  if (!has_starter) {
    if (run_thread(serve) != 0) {
      pthread_mutex_unlock(&gate);
      return EAGAIN;
    }
    has_starter = 1;
    atexit(kill_all);
    // Writing to a program that has ended is an error of the write, not the end of this program.
    struct sigaction action;
    if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
      signal(SIGPIPE, SIG_IGN);
    }
  }
  while (pending != NULL) pthread_cond_wait(&answered, &gate);
  pending = task;
  pthread_cond_signal(&asked);
  while (!task->is_done) pthread_cond_wait(&answered, &gate);
  pending = NULL;
  pthread_cond_broadcast(&answered);
  pthread_mutex_unlock(&gate);
  return task->error;
}

int cprocess_start(
  const char *path, char *const *arguments, char *const *environment, const char *folder,
  uint64_t memory, cprocess_child *child
) {
  request task = {path, arguments, environment, folder, child, 0, 0};
  pthread_mutex_lock(&lock);
  int is_full = child_count == MAX_CHILDREN;
  pthread_mutex_unlock(&lock);
  if (is_full) return EAGAIN;
  int error = ask_starter(&task);
  if (error != 0) return error;
  pthread_mutex_lock(&lock);
  if (child_count < MAX_CHILDREN) {
    children[child_count++] = (watched){child->pid, memory, 0, {NULL, 0, 0}};
  }
  if (memory != 0 && !is_watching) is_watching = run_thread(watch) == 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

void cprocess_kill(int pid) {
  pthread_mutex_lock(&lock);
  int place = find(pid);
  if (place >= 0) kill_tree(&children[place]);
  pthread_mutex_unlock(&lock);
}

void cprocess_will_end(int pid) {
  pthread_mutex_lock(&lock);
  int place = find(pid);
  if (place >= 0) strays_add_started(&children[place].started, pid);
  pthread_mutex_unlock(&lock);
}

// Whether a process has ended; it stays to be reaped.
int cprocess_has_ended(int pid) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int status;
  do {
    status = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
  } while (status < 0 && errno == EINTR);
  return status < 0 || info.si_pid == pid;
}

cprocess_ending cprocess_end(int pid, int milliseconds, int output, int errors) {
  cprocess_ending ending = {-1, 0, 0, 0};
  for (int waited = 0; !cprocess_has_ended(pid); waited++) {
    if (waited >= milliseconds) {
      ending.was_killed = 1;
      break;
    }
    sleep_for(1);
  }
  pthread_mutex_lock(&lock);
  int place = find(pid);
  // While the leader is not reaped, its number stands for its group and no other.
  if (place >= 0) {
    kill_tree(&children[place]);
  } else {
    kill(-pid, SIGKILL);
  }
  int status = 0;
  pid_t found;
  do {
    found = waitpid(pid, &status, 0);
  } while (found < 0 && errno == EINTR);
  if (place >= 0) {
    ending.was_too_large = children[place].was_too_large;
    children[place] = children[--child_count];
  }
  pthread_mutex_unlock(&lock);
  strays_kill_holders(output, errors);
  if (found == pid && WIFEXITED(status)) ending.code = WEXITSTATUS(status);
  if (found == pid && WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  return ending;
}
