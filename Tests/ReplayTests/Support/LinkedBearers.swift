import ATTParser
import Synchronization

@testable import Replay

/// Two bearers that are the ends of one link in memory, each for a thread of its own.
final class LinkedBearers: Sendable {
  fileprivate struct State {
    var isAdvertising = false
    var isLinked = false
    /// What each end has not read yet; the central's, then the peripheral's.
    var events: [[BearerEvent]] = [[], []]
  }

  fileprivate let state = Mutex(State())

  /// The end of the central.
  var central: any ATTBearer { LinkEnd(self, .central) }
  /// The end of the peripheral.
  var peripheral: any ATTBearer { LinkEnd(self, .peripheral) }
}

/// One end of a link in memory.
private final class LinkEnd: ATTBearer {
  private let pair: LinkedBearers
  private let role: LinkRole
  private(set) var link: BearerLink?

  init(_ pair: LinkedBearers, _ role: LinkRole) {
    self.pair = pair
    self.role = role
  }

  var capabilities: BearerCapabilities {
    [
      .central, .peripheral, .mtuExchange, .rawHandles, .longValues, .cccdValues, .errorCodes,
      .linkParameters, .encryption,
    ]
  }

  func open(_ target: LinkTarget, until deadline: MonotonicTime) throws(ReplayError) -> BearerLink {
    if role == .peripheral { pair.state.withLock { $0.isAdvertising = true } }
    while deadline > .now {
      let isOpen = pair.state.withLock { state in
        if role == .central, state.isAdvertising {
          state.isAdvertising = false
          state.isLinked = true
          state.events = [[], []]
        }
        return role == .central ? state.isLinked : !state.isAdvertising
      }
      if isOpen {
        let opened = BearerLink(role: role, peer: nil, peerIsRandom: nil, opened: .now)
        link = opened
        return opened
      }
      Pause.sleep(until: MonotonicTime.now.adding(milliseconds: 1))
    }
    throw ReplayError(.link, "pair", "nobody is there")
  }

  func send(_ pdu: [UInt8], until deadline: MonotonicTime) throws(ReplayError) {
    let isSent = pair.state.withLock { state in
      guard state.isLinked else { return false }
      state.events[role == .central ? 1 : 0].append(.pdu(pdu, at: .now))
      return true
    }
    guard isSent, link != nil else { throw ReplayError(.link, "pair", "there is no link") }
  }

  func next(until deadline: MonotonicTime) throws(ReplayError) -> BearerEvent? {
    while true {
      let event = pair.state.withLock { state -> BearerEvent? in
        let place = role == .central ? 0 : 1
        return state.events[place].isEmpty ? nil : state.events[place].removeFirst()
      }
      if case .disconnected = event { link = nil }
      if event != nil || deadline <= .now { return event }
      Pause.sleep(until: MonotonicTime.now.adding(milliseconds: 1))
    }
  }

  func change(_ change: LinkChange, until deadline: MonotonicTime) throws(ReplayError) {}

  func close() {
    guard link != nil else { return }
    link = nil
    pair.state.withLock { state in
      guard state.isLinked else { return }
      state.isLinked = false
      state.events[role == .central ? 1 : 0].append(.disconnected(reason: .remoteUserTerminated, at: .now))
    }
  }
}
