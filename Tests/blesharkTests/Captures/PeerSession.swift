import TestSupport
import Testing

/// A session with another stack as Tests/Fixtures/captures/peer/README.md and its logs tell it, by hand.
struct PeerSession: Sendable, CustomTestStringConvertible {
  /// A connection of it.
  struct Connection: Sendable {
    /// ATT_MTU; nil when none was exchanged, or one half is missing.
    var mtu: Int?
    /// Why it ended: 0x13 and 0x08; nil when it outlives the capture.
    var reason: Int? = 0x13
    /// Who ended it.
    var by: String? = "local"
    /// The recording host's part.
    var role = "central"
    /// Primary services that are discovered; nil when nothing is said.
    var services: Int? = 7
    /// Streams that are told: kind and handle, PDUs where the README says how many, bytes.
    var streams: [String] = []
    /// Errors beside those that end a discovery: request, handle, code.
    var errors: [[Int]] = []
    /// Connection intervals in force, in milliseconds.
    var intervals: [Double] = [15]
    /// Most octets a packet after a change.
    var octets: Int?
    /// PHY after a change.
    var phy: String?
    /// Whether the link was encrypted at the end.
    var isEncrypted = false
    /// Opcode and handle of requests that were never answered.
    var unanswered: [[Int]] = []
    /// Long writes: bytes and parts.
    var longWrites: [[Int]] = []
  }

  /// The file without its ending.
  var name: String
  /// The connections, in their order.
  var connections: [Connection]

  var testDescription: String { name }
  /// The file.
  var file: CaptureFile { CaptureFile(path: Fixture.path("captures/peer/\(name).btsnoop")) }

  init(_ name: String, _ connections: Connection...) {
    self.name = name
    self.connections = connections
  }

  /// All sessions of the folder.
  static let all = updates + dfu + protocolSessions + smp + hosts

  // MARK: Generic updates: control point 23, data 26

  private static let updates = [
    PeerSession(
      "ota-ok-mtu23",
      Connection(streams: ["write_command 26: 150, 3000", "notification 23: 22, 212"])),
    PeerSession(
      "ota-ok-mtu247",
      // 81 values of 244 bytes and one of 236.
      Connection(mtu: 247, streams: ["write_command 26: 82, 20000"], octets: 251, phy: "2M")),
    PeerSession(
      "ota-ok-mtu517",
      // 78 values of 512 bytes and one of 64.
      Connection(mtu: 517, streams: ["write_command 26: 79, 40000"], octets: 251, phy: "2M")),
    PeerSession(
      "ota-disconnect-resume",
      Connection(mtu: 247, by: "peer", streams: ["write_command 26: 40, 9760"], octets: 251),
      Connection(mtu: 247, streams: ["write_command 26: 42, 10240"], octets: 251)),
    PeerSession("ota-bad-crc", Connection(mtu: 247, streams: ["write_command 26: 25, 6000"], octets: 251)),
    PeerSession(
      "ota-drop-notify",
      Connection(mtu: 247, streams: ["notification 23: 4, 36", "write_command 26: 24, 5856"], octets: 251)),
    PeerSession(
      "ota-att-error",
      Connection(
        mtu: 247, streams: ["write_request 23: 2, 11"], errors: [[0x12, 23, 0x80]], octets: 251)),
    PeerSession(
      "ota-stall",
      Connection(mtu: 247, streams: ["write_request 23: 2, 11"], octets: 251, unanswered: [[0x12, 23]])),
    PeerSession(
      "handles-shifted-ota",
      Connection(mtu: 247, services: 12, streams: ["write_command 41: 25, 6000"], octets: 251)),
  ]

  // MARK: Secure DFU: control point 29, packets 32; an init packet of 141 bytes goes first

  private static let dfu = [
    PeerSession("dfu-ok", Connection(mtu: 247, streams: ["write_command 32: 84, 20141"], octets: 251)),
    PeerSession(
      "dfu-disconnect-resume",
      // The device hangs up at 9,168; the rest goes over the second connection.
      Connection(mtu: 247, by: "peer", streams: ["write_command 32: 47, 11261"], octets: 251),
      Connection(mtu: 247, streams: ["write_command 32: 45, 10832"], octets: 251)),
    PeerSession(
      "dfu-drop-data-retry",
      // 141 + 12,000, and the first object of 4,096 once more.
      Connection(mtu: 247, streams: ["write_command 32: 68, 16237"], octets: 251)),
  ]

  // MARK: Single procedures

  /// Reads and writes that the device refuses, by handle and code.
  private static let refusals: [[Int]] = [
    [53, 0x02], [55, 0x03], [57, 0x05], [59, 0x08], [61, 0x0C], [63, 0x0F], [65, 0x11], [67, 0x80],
    [69, 0xFC], [71, 0xFD], [73, 0xFE], [75, 0xFF],
  ].flatMap { [[0x0A, $0[0], $0[1]], [0x12, $0[0], $0[1]]] }

  private static let protocolSessions = [
    PeerSession(
      "att-errors-mtu23",
      Connection(
        streams: ["read 39: 3, 13"], errors: refusals + [[0x0A, 0xFFFF, 1], [0x0A, 0, 1]])),
    PeerSession(
      "att-errors-mtu247",
      Connection(
        mtu: 247, streams: ["read 39: 3, 13"],
        errors: refusals + [[0x12, 39, 0x0D], [0x0A, 0xFFFF, 1], [0x0A, 0, 1]])),
    PeerSession(
      "long-rw-mtu23",
      // 512 bytes and then 300 bytes are read, 22 by a Read and the rest by Read Blobs; 300 in 18-byte parts.
      Connection(
        streams: ["read 41: 2, 44", "read_blob 41: 36, 768", "long_write 41: 17, 300"],
        longWrites: [[300, 17]])),
    PeerSession(
      "long-rw-mtu247",
      Connection(
        mtu: 247, streams: ["read 41: 2, 492", "read_blob 41: 3, 320", "long_write 41: 2, 300"],
        longWrites: [[300, 2]])),
    PeerSession(
      "indications",
      Connection(mtu: 247, streams: ["indication 50: 5, 75", "notification 46: 20, 300"])),
    PeerSession("conn-params-update", Connection(mtu: 247, intervals: [15, 30], octets: 251, phy: "2M")),
    PeerSession("pairing", Connection(mtu: 247, isEncrypted: true)),
  ]

  // MARK: SMP over value 35

  private static let smp = [
    PeerSession(
      "smp-upload",
      Connection(mtu: 247, reason: 8, by: "link", streams: ["write_command 35: 98, 20457"])),
    PeerSession(
      "smp-upload-mtu23", Connection(reason: 8, by: "link", streams: ["write_command 35: 169, 3289"])),
    PeerSession(
      "smp-bad-sha", Connection(mtu: 247, streams: ["write_command 35: 41, 8271"]),
      Connection(mtu: 247, reason: 8, by: "link", streams: ["write_command 35: 44, 8337"])),
  ]

  // MARK: Other hosts

  /// The Linux kernel's ATT socket as a peripheral, and then a connection that ends before the answer.
  private static let linuxPeripheral = [
    Connection(
      mtu: 185, by: "peer", role: "peripheral", services: nil,
      streams: ["notification 3: 3, 6", "read 3: 1, 2", "write_request 4: 1, 2"], intervals: [15, 50]),
    Connection(by: nil, role: "peripheral", services: nil, intervals: [15, 50], unanswered: [[2]]),
  ]
  /// Twelve reads that the device refuses, then an upload.
  private static let linuxCentral = [
    Connection(
      mtu: 247, streams: ["read 3: 1, 8"], errors: refusals.filter { $0[0] == 0x0A }, intervals: [30]),
    Connection(
      mtu: 247, reason: 8, by: "link", streams: ["write_command 35: 98, 20457"], intervals: [30]),
  ]
  private static let ends = [
    Connection(
      mtu: 185, reason: nil, by: nil, role: "peripheral", services: nil, streams: ["notification 3: 3, 6"],
      intervals: [50]),
    Connection(
      mtu: 185, reason: nil, by: nil, services: nil, streams: ["notification 3: 3, 6"], intervals: [50]),
  ]

  private static let hosts = [
    PeerSession(
      "central-role-rawhost",
      Connection(
        mtu: 247, streams: ["notification 46: 30, 450", "write_command 39: 200, 800"],
        intervals: [15, 7.5], octets: 251, phy: "2M", longWrites: [[500, 3]])),
    PeerSession(
      "peripheral-role-rawhost",
      Connection(
        mtu: 185, by: "peer", role: "peripheral", services: nil, streams: ["notification 3: 3, 6"])),
    PeerSession("bluez-peripheral-l2cap.btmon", linuxPeripheral),
    PeerSession("bluez-peripheral-l2cap.h4", linuxPeripheral),
    PeerSession("bluez-smpclient-upload.btmon", linuxCentral),
    PeerSession("bluez-smpclient-upload.h4", linuxCentral),
    PeerSession(
      "bluez-mcumgr-toolkit-upload.btmon",
      Connection(mtu: 247, streams: ["write_command 35: 96, 20400"], intervals: [30])),
    PeerSession("btvirt-l2cap-swift.btmon", ends),
  ]

  private init(_ name: String, _ connections: [Connection]) {
    self.name = name
    self.connections = connections
  }
}
