import ATTParser

@testable import Replay

/// A bearer that can less than another, which does the work.
final class LimitedBearer: ATTBearer {
  private let inner: any ATTBearer
  /// What it can.
  let capabilities: BearerCapabilities
  /// PDUs that it was given to send.
  private(set) var sent = 0

  init(_ inner: any ATTBearer, _ capabilities: BearerCapabilities) {
    self.inner = inner
    self.capabilities = capabilities
  }

  var link: BearerLink? { inner.link }

  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    try inner.open(target, until: deadline)
  }

  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    sent += 1
    try inner.send(pdu, until: deadline)
  }

  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    try inner.next(until: deadline)
  }

  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {
    try inner.change(change, until: deadline)
  }

  func close() { inner.close() }
}
