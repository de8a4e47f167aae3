extension FindingRule {
  /// Every rule, in the order in which they are documented; a new rule is a line here.
  public static let all: [FindingRule] =
    capture + disconnect + att + gatt + link + app + transfers

  /// What the capture does not show, and what therefore cannot be concluded.
  private static let capture: [FindingRule] = [
    packetsCut, recordsDropped, snifferMissed, encrypted, oneDirection, fragmentsMissing, malformed,
    badChecksums, clockWentBack,
    clockJumped, untimed, beginsInTheMiddle, endsInTheMiddle, discoveryMissing, mtuExchangeHalf,
    linkTypesNotRead, limitsReached,
  ]

  /// Why connections ended; at most one for each connection.
  private static let disconnect: [FindingRule] = [
    reboot, disconnectAfterTransactionTimeout, disconnectWrongParameters, disconnectSupervisionTimeout,
    disconnectProcedureTimeout, disconnectIntegrityFailure, disconnectNotEstablished, disconnectKeysMissing,
    disconnectCollision, disconnectUnacceptableParameters, disconnectPeerInTheMiddle,
    disconnectLocalInTheMiddle, disconnectAdapterReset, disconnectOtherReason,
  ]

  /// The Attribute Protocol.
  private static let att: [FindingRule] = [
    requestWhilePending, indicationWhilePending, unsolicitedResponse, unsolicitedConfirmation, wrongAnswer,
    duplicateAnswer, lateAnswer, requestTimedOut, indicationTimedOut, pduTooLong, valueTooLong,
    errorResponseInvalid, entryListLength, mtuExchangedTwice, mtuDiffersByRole, mtuBelowMinimum, mtuNotRaised,
    mtuOnEnhancedBearer, enhancedBearerUnencrypted,
  ]

  /// The Generic Attribute Profile.
  private static let gatt: [FindingRule] = [
    valuesWithoutSubscription, subscriptionWithoutEffect, subscriptionRefused, useNotOffered,
    prepareEchoDiffers, longWriteNotExecuted, unknownHandle, staleTable, databaseOutOfSync, discoveryRepeated,
    securityWithoutPairing,
  ]

  /// Parameters, procedures, security and attempts to connect.
  private static let link: [FindingRule] = [
    timeoutInvalid, accessoryLimits, updateRefused, updateIgnored, procedureCollision, slowParameters,
    dataLengthNotRaised, phyNotRaised, establishmentFailures, reconnectStorm, connectCancelled, connectFailed,
    scanDuringTransfer, pairingFailed, pairingOverlap, encryptionFailed, securityRequestIgnored,
    retransmissions, weakSignal,
  ]

  /// What apps do that their platforms' guides warn of.
  private static let app: [FindingRule] = [
    usedBeforeDiscoveryEnded, subscribedBeforeEncryption, repeatsRefusedRequest,
  ]
}
