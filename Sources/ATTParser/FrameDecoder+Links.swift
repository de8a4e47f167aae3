// Which links are open, and what is under way on them.
extension FrameDecoder {
  /// Learns from an event which links are open.
  ///
  /// The event is `inout` although it does not change: a borrowed one would be copied.
  @inline(never)
  mutating func learn(_ event: inout HCIEvent, _ adapter: UInt16) {
    switch event.details {
    case .leConnectionComplete(let complete) where complete.status == .success:
      open(LinkIdentifier(adapter, complete.connectionHandle), .le)
    case .connectionComplete(.success, let handle, _, let linkType):
      // Link type 1 is ACL; 0 and 2 carry voice.
      if linkType == 1 { open(LinkIdentifier(adapter, handle), .brEDR) }
    case .disconnectionComplete(.success, let handle, _):
      let link = LinkIdentifier(adapter, handle)
      forget(link)
      upper.links.close(link)
    default: break
    }
  }

  private mutating func open(_ link: LinkIdentifier, _ transport: Transport) {
    forget(link)
    upper.links.open(link, transport)
  }

  /// Forgets what is under way on a link.
  mutating func forget(_ link: LinkIdentifier) {
    for direction in [Direction.sent, .received, .unknown] {
      fragments.abandon(fragments.stream(link.directed(direction)))
    }
    upper.channels.removeAll(of: link)
  }

  /// Forgets all that is under way on an adapter, which was reset.
  mutating func resetLinks(of adapter: UInt16) {
    fragments.abandonAll { LinkIdentifier.adapter($0 >> 2) == adapter }
    upper.reset(adapter: adapter)
  }
}
