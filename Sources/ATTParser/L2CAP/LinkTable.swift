/// A link as the controller names it: the adapter and the connection handle in one integer.
struct LinkIdentifier: Hashable, BitwiseCopyable {
  /// Adapter and handle, below 2^28.
  let packed: UInt64

  /// Packs an adapter and a handle.
  @inline(__always)
  init(_ adapter: UInt16, _ handle: ConnectionHandle) {
    packed = UInt64(adapter) << 12 | UInt64(handle.rawValue)
  }

  /// The adapter in a packed key.
  static func adapter(_ packed: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: packed >> 12) }

  /// The key of one direction of this link, for recombination.
  @inline(__always)
  func directed(_ direction: Direction) -> UInt64 { packed << 2 | UInt64(direction.rawValue) }
}

/// The radio a link uses.
public enum Transport: UInt8, Sendable, BitwiseCopyable {
  /// Low Energy.
  case le
  /// BR/EDR (classic).
  case brEDR
  /// A link whose opening is not in the capture and whose traffic did not tell yet.
  case unknown
}

/// Which transport each link uses, learned from connection events.
struct LinkTable: ~Copyable {
  /// Links remembered at most; a capture that has more open at once is forged.
  private static let limit = 16_384

  /// Of each link where it stands among those of its adapter, doubled, and one more for BR/EDR.
  private var entries = IntegerMap()
  /// The links of each adapter, packed: a reset of one looks at no others.
  private var links: [UInt16: [UInt64]] = [:]
  /// The links of adapter 0, which most captures have alone, and which need not be looked up.
  private var firstLinks: [UInt64] = []

  /// The transport of a link, unknown when its opening is not in the capture.
  @inline(__always)
  func transport(_ link: LinkIdentifier) -> Transport {
    let entry = entries.find(link.packed)
    return entry < 0 ? .unknown : entry & 1 == 0 ? .le : .brEDR
  }

  /// Notes that a link was opened.
  mutating func open(_ link: LinkIdentifier, _ transport: Transport) {
    close(link)
    if entries.count >= Self.limit {
      entries.removeAll()
      links = [:]
      firstLinks = []
    }
    let adapter = LinkIdentifier.adapter(link.packed)
    let place = adapter == 0 ? firstLinks.count : links[adapter]?.count ?? 0
    if adapter == 0 {
      firstLinks.append(link.packed)
    } else {
      links[adapter, default: []].append(link.packed)
    }
    entries.set(link.packed, place << 1 | (transport == .le ? 0 : 1))
  }

  /// Notes that a link was closed.
  mutating func close(_ link: LinkIdentifier) {
    let place = entries.find(link.packed) >> 1
    let adapter = LinkIdentifier.adapter(link.packed)
    guard place >= 0, let last = adapter == 0 ? firstLinks.popLast() : links[adapter]?.popLast() else {
      return
    }
    entries.remove(link.packed)
    guard last != link.packed else { return }
    if adapter == 0 { firstLinks[place] = last } else { links[adapter]?[place] = last }
    entries.set(last, place << 1 | entries.find(last) & 1)
  }

  /// Forgets the links of an adapter, as a controller does on reset.
  mutating func removeAll(ofAdapter adapter: UInt16) {
    if adapter == 0 {
      for link in firstLinks { entries.remove(link) }
      firstLinks = []
    } else {
      for link in links.removeValue(forKey: adapter) ?? [] { entries.remove(link) }
    }
  }
}
