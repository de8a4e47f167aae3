import Foundation

/// A random number generator (SplitMix64) whose whole sequence follows from its seed.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  /// What the sequence follows from.
  public let seed: UInt64
  private var state: UInt64

  /// Makes the generator of one sequence.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Makes a generator from `BLESHARK_SEED`, or from `seed`, and prints which one it is.
  public static func announced(_ purpose: String, seed: UInt64) -> SeededRandom {
    let chosen = ProcessInfo.processInfo.environment["BLESHARK_SEED"].flatMap { UInt64($0) } ?? seed
    print("\(purpose): BLESHARK_SEED=\(chosen)")
    return SeededRandom(seed: chosen)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `limit`.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// `count` random bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
