import CProcess
import FoundationEssentials
import Glibc
import SimHarness

/// The program's demands on the machine: files, threads, memory and stack.
///
/// If one is missing, Swift's libraries trap or block silently, so each is checked before the work
/// begins.
enum Machine {
  /// Files that may be open beside those that are: a store has three, two runs are compared, and
  /// the system's libraries open some of their own.
  private static let neededFiles = 12
  /// Bytes that are still available.
  private static let neededMemory = 256 << 20
  /// Bytes that a worker may use: its scripts, their snapshots, and its stack.
  private static let neededMemoryOfWorker = 80 << 20
  /// Bytes of a thread's stack.
  private static let stack = 8 << 20
  /// Bytes of stack below which the first thread cannot work.
  private static let neededStack: rlim_t = 1 << 20
  /// Threads beside the workers: the signals', the watcher's and those of the system's libraries.
  private static let otherThreads = 4

  /// Raises the limits as far as possible, and ends the process if that is too little.
  static func begin() {
    raise(RLIMIT_NOFILE, to: 4096)
    raise(RLIMIT_STACK, to: rlim_t(stack))
    // Threads get a stack of one size, however small or large the first thread's may be.
    cprocess_set_thread_stack(stack)
    // Otherwise each thread reserves 64 MiB of address space.
    if hasMemoryLimit { cprocess_share_heap() }
    if let shortage = shortage() {
      Console.error([shortage])
      Console.exit(ExitStatus.tryAgain.rawValue)
    }
    listenForExhaustion()
  }

  /// Which resource is insufficient, in words; nil if there is enough.
  private static func shortage() -> String? {
    let files = freeFiles()
    if files < neededFiles {
      return "too few files can be open: \(files) of the \(neededFiles) needed; raise the"
        + " limit with ulimit -n"
    }
    if !hasMemory(neededMemory) {
      return "too little memory: less than the \(neededMemory >> 20) MiB needed; raise the"
        + " limit with ulimit -v"
    }
    let stack = limit(RLIMIT_STACK).rlim_cur
    if stack < neededStack {
      return "too little stack: \(stack >> 10) of the \(neededStack >> 10) KiB needed;"
        + " raise the limit with ulimit -s"
    }
    return nil
  }

  // MARK: Threads

  /// Throws if the threads that `workers` need cannot be started.
  static func needThreads(_ workers: Int = ProcessInfo.processInfo.activeProcessorCount) throws {
    let needed = workers + otherThreads
    let started = startedThreads(upTo: needed)
    guard started < needed else { return }
    throw CommandFailure(
      .tryAgain,
      "too few threads can be started: \(started) of the \(needed) needed; raise the limit"
        + " with ulimit -u or ulimit -v, or pass a smaller --jobs")
  }

  /// The workers that a command starts: as many as the user asks for, else one per processor.
  static func workers(_ jobs: Int?) throws -> Int {
    let workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    try needThreads(workers)
    let memory = neededMemory + workers * neededMemoryOfWorker
    if hasMemoryLimit && !hasMemory(memory) {
      throw CommandFailure(
        .tryAgain,
        "too little memory: less than the \(memory >> 20) MiB needed for --jobs \(workers);"
          + " raise the limit with ulimit -v, or pass a smaller --jobs")
    }
    return workers
  }

  /// How many of the given number of threads can exist at the same time.
  private static func startedThreads(upTo count: Int) -> Int {
    guard let gate = closedGate() else { return 0 }
    defer {
      sem_destroy(gate)
      gate.deallocate()
    }
    var threads: [pthread_t] = []
    while threads.count < count {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { gate in
          if let gate { while sem_wait(gate.assumingMemoryBound(to: sem_t.self)) != 0 {} }
          return nil
        }, gate)
      if code != 0 { break }
      threads.append(thread)
    }
    for _ in threads { sem_post(gate) }
    for thread in threads { pthread_join(thread, nil) }
    return threads.count
  }

  private static func closedGate() -> UnsafeMutablePointer<sem_t>? {
    let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    if sem_init(gate, 0, 0) == 0 { return gate }
    gate.deallocate()
    return nil
  }

  // MARK: Files and memory

  /// How many more files can be opened, as far as it matters.
  private static func freeFiles() -> Int {
    var files: [Int32] = []
    while files.count < neededFiles {
      let file = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      if file < 0 { break }
      files.append(file)
    }
    for file in files { close(file) }
    return files.count
  }

  /// Whether this many bytes are available; may be called in a signal handler.
  private static func hasMemory(_ bytes: Int) -> Bool {
    let place = mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, bytes)
    return true
  }

  private static var hasMemoryLimit: Bool {
    limit(RLIMIT_AS).rlim_cur < .max || limit(RLIMIT_DATA).rlim_cur < .max
  }

  private static func limit(_ resource: __rlimit_resource) -> rlimit {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return limit
  }

  /// Raises a limit as far as that is allowed.
  private static func raise(_ resource: __rlimit_resource, to wanted: rlim_t) {
    var limit = limit(resource)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  // MARK: The end of memory

  /// Turns a trap for lack of memory into a message and an exit code.
  ///
  /// Swift's libraries trap when memory runs out. Any other trap stays one.
  private static func listenForExhaustion() {
    // Without a limit the system ends the process itself.
    guard hasMemoryLimit else { return }
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
      signal(number) { number in
        if !Machine.hasMemory(Machine.neededMemory) {
          Machine.say("playtest: out of memory; raise the limit with ulimit -v\n")
          UnfinishedFiles.removeAll()
          TerminalMode.leave()
          _exit(ExitStatus.tryAgain.rawValue)
        }
        signal(number, SIG_DFL)
      }
    }
  }

  private static func say(_ text: StaticString) {
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
