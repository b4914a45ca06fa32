import Dispatch
import NIOPosix

/// Threads that run what may take its time: scripts, engines and files.
///
/// Swift's own threads are as few as the machine has cores, and the server, its clocks and its stop
/// need them; a script that loops in a picture would keep one of them.
final class WorkThreads: TaskExecutor {
  private let pool: NIOThreadPool

  /// More messages and requests at the same time wait for each other.
  static let count = 8

  init(_ count: Int = count) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  // The last job may still hold the threads when the server is gone.
  deinit { pool.shutdownGracefully(queue: .global()) { _ in } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
