extension CommandOpcode { public var name: String { "HCI_Command_\(rawValue)" } }
extension HCIEvent { public var name: String { "HCI_Event_\(code.rawValue)" } }
