/// The fields a ``DecodeError`` can name, in the Core Specification's terms.
public enum Field: UInt8, Sendable, BitwiseCopyable {
  // Records and HCI.
  case packetIndicator, commandOpcode, eventCode, subeventCode, parameterTotalLength, parameters
  case connectionHandle, packetBoundary, dataTotalLength
  // L2CAP.
  case pduLength, channelID, informationPayload, sduLength, signalingCode, signalingLength
  // ATT.
  case attributeOpcode, attributeHandle, startingHandle, endingHandle, attributeType, attributeValue
  case requestOpcodeInError, attributeHandleInError, errorCode, clientRxMTU, serverRxMTU
  case format, entryLength, attributeDataList, handlesInformationList, informationData
  case valueOffset, flags, authenticationSignature, setOfHandles, lengthValueTupleList, noParameters
  // SMP.
  case smpCode
  // Link layer.
  case radioHeader, linkLayerHeader, linkLayerPayload, pduType, advertiserAddress, otherAddress
  case extendedHeader, llData, llid, controlOpcode, controlData

  /// The field's name as printed.
  public var name: String { Self.names[Int(rawValue)] }

  private static let names = [
    "Packet Indicator", "Opcode", "Event Code", "Subevent Code", "Parameter Total Length", "Parameters",
    "Connection Handle", "Packet Boundary Flag", "Data Total Length",
    "PDU Length", "Channel ID", "Information payload", "SDU Length", "Code", "Length",
    "Attribute Opcode", "Attribute Handle", "Starting Handle", "Ending Handle", "Attribute Type",
    "Attribute Value",
    "Request Opcode In Error", "Attribute Handle In Error", "Error Code", "Client Rx MTU", "Server Rx MTU",
    "Format", "Length", "Attribute Data List", "Handles Information List", "Information Data",
    "Value Offset", "Flags", "Authentication Signature", "Set Of Handles", "Length Value Tuple List",
    "Parameters",
    "Code",
    "Header", "Header", "Payload", "PDU Type", "AdvA", "Address", "Extended Header", "LLData", "LLID",
    "Opcode", "CtrData",
  ]
}
