import ATTParser
import Testing

@testable import Replay

/// The host against a controller in memory that does what a test wants.
@Suite("A host over HCI")
struct HCIHostTests {
  /// Options with a short time for answers.
  static var options: HCIOptions {
    var options = HCIOptions()
    options.commandTimeout = 20
    return options
  }

  static let peer = LinkTarget.address(DeviceAddress(0xF0F1_F2F3_F4F5), isRandom: true)

  /// A time that is enough for everything in memory.
  static var soon: MonotonicTime { .now.adding(milliseconds: 3000) }

  /// A started host.
  static func started(_ controller: ScriptedController, _ options: HCIOptions = options) throws -> HCIHost {
    let host = HCIHost(controller, options: options)
    try host.start()
    return host
  }

  /// A host with a link.
  static func connected(_ controller: ScriptedController) throws -> HCIHost {
    let host = try started(controller)
    _ = try host.connect(peer, until: soon)
    return host
  }

  // MARK: - Start

  @Test("Reset comes first, and LE Meta events are not masked")
  func masks() throws {
    let controller = ScriptedController()
    _ = try Self.started(controller)
    #expect(controller.opcodes.first == 0x0C03)
    let mask = try #require(controller.commands.first { $0.opcode == 0x0C01 }?.parameters)
    // Bit 61, LE Meta; bits 7 and 47, Encryption Change and Key Refresh; bit 4, Disconnection Complete.
    #expect(mask.count == 8 && mask[7] & 0x20 != 0 && mask[0] & 0x90 == 0x90 && mask[5] & 0x80 != 0)
    let leMask = try #require(controller.commands.first { $0.opcode == 0x2001 }?.parameters)
    // Connection Complete, reports, update, key request; data length; enhanced; PHY; extended reports.
    #expect(leMask.count == 8 && leMask[0] & 0x57 == 0x57 && leMask[1] & 0x1A == 0x1A)
  }

  @Test("a controller that refuses bits of the LE mask gets a smaller one")
  func smallerMask() throws {
    let controller = ScriptedController()
    controller.answer = { opcode, parameters in
      guard opcode == 0x2001 else { return nil }
      return [ScriptedController.complete(opcode, [parameters[0] > 0x1F || parameters[1] > 0 ? 0x12 : 0])]
    }
    _ = try Self.started(controller)
    #expect(controller.commands.last { $0.opcode == 0x2001 }?.parameters.prefix(2) == [0x1F, 0])
  }

  @Test("optional commands that are unknown, or not answered, do not matter", arguments: [true, false])
  func optional(isAnswered: Bool) throws {
    let controller = ScriptedController()
    controller.answer = { opcode, _ in
      guard [0x2003, 0x2002, 0x1005, 0x1009].contains(opcode) else { return nil }
      return isAnswered ? [ScriptedController.status(opcode, 0x01)] : []
    }
    let host = try Self.started(controller)
    // What every LE controller has to have, and an address that is made up.
    #expect(host.buffers.length == 27 && host.buffers.count == 1)
    #expect(host.ownAddress.type == .randomDevice && host.ownAddress.address.value >> 46 == 3)
    _ = try host.connect(Self.peer, until: Self.soon)
    #expect(host.link?.ownType == .randomDevice)
  }

  @Test("without LE buffers those of BR/EDR are shared")
  func sharedBuffers() throws {
    let controller = ScriptedController()
    controller.buffers = (0, 0)
    controller.answer = { opcode, _ in
      opcode == 0x1005 ? [ScriptedController.complete(opcode, [0, 0xFD, 3, 64, 6, 0, 0, 0])] : nil
    }
    let host = try Self.started(controller)
    #expect(host.buffers.length == 1021 && host.buffers.count == 6)
  }

  @Test("a controller that answers nothing is said not to, in time")
  func silent() throws {
    let controller = ScriptedController()
    controller.answer = { _, _ in [] }
    let start = MonotonicTime.now
    let error = #expect(throws: ReplayError.self) { try Self.started(controller) }
    #expect(error?.layer == .hci && error?.reason == "no controller answers there")
    #expect(controller.opcodes == [0x0C03, 0x0C03, 0x0C03])
    #expect(MonotonicTime.now.milliseconds(since: start) < 2000)
  }

  @Test("an answer that comes too late is not taken for the next one")
  func late() throws {
    let controller = ScriptedController()
    controller.answer = { opcode, _ in
      // The features come with the answer to the command after them.
      if opcode == 0x2003 { return [] }
      guard opcode == 0x0C01 else { return nil }
      return [
        ScriptedController.complete(0x2003, [0x0C, 0, 0x10, 0, 0, 0, 0, 0, 0]),
        ScriptedController.complete(opcode, [0]),
      ]
    }
    let host = try Self.started(controller)
    #expect(host.features == 0)
    #expect(host.buffers.count == 4)
  }

  @Test("a command that is not answered in time is told so, whatever is answered after it")
  func notOverwritten() throws {
    let controller = ScriptedController()
    let host = try Self.connected(controller)
    let end = Self.soon
    host.isInterrupted = { end < .now }
    controller.answer = { opcode, _ in opcode == 0x1009 ? [] : nil }
    // The peer asks for parameters meanwhile, which puts an answer behind the command.
    controller.say([4, 0x3E, 11, 6, 0x40, 0, 24, 0, 24, 0, 0, 0, 0x90, 1])
    let answer = try host.perform(HCICommandPacket(.readBDADDR))
    #expect(answer.status == nil)
    // The command behind it goes out all the same.
    #expect(try host.wait(until: Self.soon) { host.isIdle })
    #expect(controller.opcodes.suffix(2) == [0x1009, 0x2020])
  }

  @Test("what comes before Reset is answered is of an earlier life")
  func earlierLife() throws {
    let controller = ScriptedController()
    controller.say(controller.connected())
    controller.say([2, 0x40, 0x20, 6, 0, 2, 0, 4, 0, 0x1E, 0])
    let host = try Self.started(controller)
    #expect(host.link == nil && host.events.isEmpty)
  }

  // MARK: - Links

  @Test("every form of Connection Complete", arguments: [0x01, 0x0A, 0x29] as [UInt8], [0, 1] as [UInt8])
  func connectionComplete(form: UInt8, extended: UInt8) throws {
    let controller = ScriptedController()
    controller.completeForm = form
    controller.features[1] = extended << 4
    let host = try Self.connected(controller)
    let link = try #require(host.link)
    #expect(link.role == .central && link.handle.rawValue == 0x0040)
    #expect(link.peer == DeviceAddress(0xF0F1_F2F3_F4F5) && link.peerType == .randomDevice)
    #expect(link.parameters.interval == 24 && link.parameters.supervisionTimeout == 400)
    #expect(controller.opcodes.contains(0x2043) == (extended == 1))
    #expect(controller.opcodes.contains(0x200D) == (extended == 0))
    // A controller that sends both forms has made one link.
    controller.completeForm = 0x01
    controller.say(controller.connected())
    try host.step(until: Self.soon)
    #expect(host.link != nil && !controller.opcodes.contains(0x0406))
  }

  @Test("a connection that fails to be established is tried three times")
  func retries() throws {
    let controller = ScriptedController()
    controller.answer = { [unowned controller] opcode, _ in
      opcode == 0x200D ? [ScriptedController.status(opcode, 0), controller.connected(status: 0x3E)] : nil
    }
    let host = try Self.started(controller)
    let error = #expect(throws: ReplayError.self) { try host.connect(Self.peer, until: Self.soon) }
    #expect(controller.opcodes.filter { $0 == 0x200D }.count == 3)
    #expect(error?.reason.hasSuffix("(0x3e), 3 times") == true)
  }

  @Test("a connection that does not come is cancelled; one that comes after all is used")
  func cancelled() throws {
    for isLate in [false, true] {
      let controller = ScriptedController()
      controller.answer = { [unowned controller] opcode, _ in
        if opcode == 0x200D { return [ScriptedController.status(opcode, 0)] }
        guard opcode == 0x200E else { return nil }
        return [
          ScriptedController.complete(opcode, [isLate ? 0x0C : 0]),
          controller.connected(status: isLate ? 0 : 0x02),
        ]
      }
      let host = try Self.started(controller)
      let deadline = MonotonicTime.now.adding(milliseconds: 60)
      if isLate {
        #expect(try host.connect(Self.peer, until: deadline).handle.rawValue == 0x0040)
      } else {
        let error = #expect(throws: ReplayError.self) { try host.connect(Self.peer, until: deadline) }
        #expect(error?.reason == "did not answer in time")
      }
    }
  }

  @Test("a link that nobody wants is ended")
  func unwanted() throws {
    let controller = ScriptedController()
    let host = try Self.started(controller)
    controller.say(controller.connected())
    for _ in 0..<3 { try host.step(until: .now.adding(milliseconds: 20)) }
    #expect(host.link == nil && controller.opcodes.last == 0x0406)
  }

  @Test("a refused command is named")
  func refused() throws {
    let controller = ScriptedController()
    controller.answer = { opcode, _ in opcode == 0x200D ? [ScriptedController.status(opcode, 0x0C)] : nil }
    let host = try Self.started(controller)
    let error = #expect(throws: ReplayError.self) { try host.connect(Self.peer, until: Self.soon) }
    #expect(error?.reason == "refused: Command Disallowed (0x0c)" && error?.layer == .hci)
  }

  @Test("the peripheral advertises, is connected to, and says so when nobody does")
  func peripheral() throws {
    let controller = ScriptedController()
    controller.answer = { [unowned controller] opcode, parameters in
      opcode == 0x200A && parameters == [1]
        ? [ScriptedController.complete(opcode, [0]), controller.connected(role: 1)] : nil
    }
    let host = try Self.started(controller)
    let link = try host.advertise([2, 1, 6], response: [3, 9, 0x48, 0x69], until: Self.soon)
    #expect(link.role == .peripheral)
    let data = try #require(controller.commands.first { $0.opcode == 0x2008 }?.parameters)
    #expect(data.count == 32 && data.prefix(5) == [3, 2, 1, 6, 0])

    let lonely = ScriptedController()
    let waiting = try Self.started(lonely)
    let error = #expect(throws: ReplayError.self) {
      try waiting.advertise([2, 1, 6], response: [], until: .now.adding(milliseconds: 30))
    }
    #expect(error?.reason == "nobody connected in time")
    #expect(lonely.commands.last?.opcode == 0x200A && lonely.commands.last?.parameters == [0])
  }

  @Test("closing ends the link and gives the controller back")
  func closing() throws {
    let controller = ScriptedController()
    let host = try Self.connected(controller)
    host.close()
    #expect(
      controller.commands.last?.opcode == 0x0406 && controller.commands.last?.parameters == [0x40, 0, 0x13])
    #expect(controller.isClosed && host.link == nil)
  }

  @Test("closing does not wait for a controller that is gone")
  func closingBroken() throws {
    let controller = ScriptedController()
    let host = try Self.connected(controller)
    controller.closesWhenEmpty = true
    controller.answer = { _, _ in [] }
    let start = MonotonicTime.now
    host.close()
    #expect(controller.isClosed && MonotonicTime.now.milliseconds(since: start) < 500)
  }

  @Test("the user's wish to stop ends a wait, not the farewell")
  func interrupted() throws {
    let controller = ScriptedController()
    let host = try Self.connected(controller)
    host.isInterrupted = { true }
    let error = #expect(throws: ReplayError.self) { try host.wait(until: .never) { false } }
    #expect(error?.reason == "interrupted")
    host.close()
    #expect(controller.opcodes.last == 0x0406)
  }
}
