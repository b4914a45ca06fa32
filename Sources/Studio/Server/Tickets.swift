import Synchronization

/// Addresses that nobody can guess, for report pages.
///
/// A report page runs apart from the studio and so cannot send the token; its address is enough.
public final class Tickets: Sendable {
  private struct Ticket {
    let secret: Secret
    let page: [UInt8]
  }

  private let maximum: Int
  private let tickets = Mutex<[Ticket]>([])

  /// - Parameter maximum: The pages that are kept; with more, the oldest is forgotten.
  public init(maximum: Int = StudioLimits().tickets) { self.maximum = maximum }

  /// The path at which an HTML page can be read from now on.
  public func issue(_ page: [UInt8]) -> String {
    let ticket = Ticket(secret: Secret(), page: page)
    tickets.withLock { tickets in
      tickets.append(ticket)
      tickets.removeFirst(max(0, tickets.count - maximum))
    }
    return "/view/\(ticket.secret.text)/report.html"
  }

  func response(to guess: String) -> StudioResponse {
    let page = tickets.withLock { $0.first { $0.secret.matches(guess) }?.page }
    guard let page else { return .refusal(.pathUnknown) }
    return StudioResponse(type: "text/html; charset=utf-8", body: page, policy: .report)
  }
}
