import ATTParser

extension AirFacts {
  /// The packets on each channel, in a form of which there may be thousands.
  struct ChannelCounts: Sendable {
    /// Bit n is set when channel n was used.
    private var used: UInt64 = 0
    /// Six numbers for each of those, the lowest first.
    private var numbers = SmallNumbers()

    /// Makes counts of no channel.
    init() {}

    /// - Parameter channels: those that were used, in their order.
    init(_ channels: [Channel]) {
      var list = SmallNumbers()
      for channel in channels {
        used |= 1 << UInt64(channel.index)
        Self.append(channel.central, &list)
        Self.append(channel.peripheral, &list)
      }
      list = list.fitted
      numbers = list
    }

    private static func append(_ count: ChannelCount, _ list: inout SmallNumbers) {
      list.append(count.pdus)
      list.append(count.retransmissions)
      list.append(count.damaged)
    }

    /// The channels again.
    var unpacked: [Channel] {
      AirFacts.places(in: used).enumerated().map { row, index in
        Channel(index: index, central: count(row * 6), peripheral: count(row * 6 + 3))
      }
    }

    private func count(_ place: Int) -> ChannelCount {
      ChannelCount(pdus: numbers[place], retransmissions: numbers[place + 1], damaged: numbers[place + 2])
    }
  }

  /// The signal over time, in a form of which there may be thousands.
  struct SignalCourse: Sendable {
    private var start = Timestamp(nanoseconds: 0)
    private var stretch: Int64 = 0
    /// Bit n is set when something was heard in stretch n.
    private var heard: UInt64 = 0
    /// Four numbers for each of those, the earliest first.
    private var numbers = SmallNumbers()

    /// Makes a course in which nothing was heard.
    init() {}

    /// - Parameters:
    ///   - start: when the first stretch begins.
    ///   - stretch: how long each is, in nanoseconds.
    ///   - buckets: what was heard in each, at most 64.
    init(_ start: Timestamp, stretch: Int64, _ buckets: [AirMeter.Bucket]) {
      self.start = start
      self.stretch = stretch
      var list = SmallNumbers()
      for (place, bucket) in buckets.enumerated() where bucket.centralCount + bucket.peripheralCount > 0 {
        heard |= 1 << UInt64(place)
        list.append(Self.unsigned(bucket.centralSum))
        list.append(bucket.centralCount)
        list.append(Self.unsigned(bucket.peripheralSum))
        list.append(bucket.peripheralCount)
      }
      list = list.fitted
      numbers = list
    }

    /// The stretches again.
    var unpacked: [Signal] {
      AirFacts.places(in: heard).enumerated().map { row, place in
        let bucket = AirMeter.Bucket(
          centralSum: Self.signed(numbers[row * 4]), centralCount: numbers[row * 4 + 1],
          peripheralSum: Self.signed(numbers[row * 4 + 2]), peripheralCount: numbers[row * 4 + 3])
        return Signal(Timestamp(nanoseconds: start.nanoseconds &+ Int64(place) &* stretch), bucket)
      }
    }

    // Sums of a signal are small negative numbers: the sign goes into the lowest bit.
    private static func unsigned(_ sum: Int32) -> UInt32 { UInt32(bitPattern: sum &<< 1 ^ sum &>> 31) }
    private static func signed(_ number: UInt32) -> Int32 {
      Int32(bitPattern: number &>> 1) ^ -Int32(bitPattern: number & 1)
    }
  }

  /// The bits that are set, the lowest first.
  private static func places(in bits: UInt64) -> [Int] { (0..<64).filter { bits & 1 << UInt64($0) != 0 } }
}
