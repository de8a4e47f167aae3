import ATTParser

/// The commands for other link settings whose Command Status or Command Complete is still to come.
///
/// Neither event names a connection, so the handle is remembered with the command (Vol 4, Part E, 4.4).
struct AwaitedStatuses {
  /// A command that the controller has not acknowledged.
  struct Command {
    /// The adapter it was given to.
    let adapter: UInt16
    /// Its opcode.
    let opcode: CommandOpcode
    /// The connection it concerns.
    let connectionHandle: ConnectionHandle
    /// The frame of the command.
    let frame: Int
  }

  /// Commands remembered; a controller takes few at a time, so more means the events are not in the file.
  private static let limit = 32
  private var commands: [Command] = []

  /// Remembers a command; the same again for the same link replaces one whose event was lost.
  mutating func add(_ command: Command) {
    commands.removeAll {
      $0.adapter == command.adapter && $0.opcode == command.opcode
        && $0.connectionHandle == command.connectionHandle
    }
    if commands.count == Self.limit { commands.removeFirst() }
    commands.append(command)
  }

  /// The oldest command of an opcode that waits, which waits no longer.
  mutating func take(_ adapter: UInt16, _ opcode: CommandOpcode) -> Command? {
    guard
      let place = commands.firstIndex(where: { $0.adapter == adapter && $0.opcode == opcode })
    else { return nil }
    return commands.remove(at: place)
  }

  /// Forgets what an adapter was asked before it was reset.
  mutating func forget(_ adapter: UInt16) { commands.removeAll { $0.adapter == adapter } }
}
