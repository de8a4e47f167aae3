// swift-tools-version: 6.2
import PackageDescription

/// What every target is held to: no unmarked unsafe code, no warning, imports visible where they are used.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Each function in a section of its own, so that the linker can put those that run beside each other.
let functionSections: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release))
]

/// ATTParser alone declares `~Escapable` cursors over `RawSpan`; nothing outside it needs the feature.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

/// Debian 12's valgrind, which counts instructions, cannot read the newer format that clang would write.
let olderDebugFormat: [CSetting] = [.unsafeFlags(["-gdwarf-4"])]

var targets: [Target] = [
  .systemLibrary(name: "CPcap", providers: [.apt(["libpcap-dev"]), .brew(["libpcap"])]),
  .target(name: "CDelayed", cSettings: olderDebugFormat),
  .target(name: "CCrypto", dependencies: ["CDelayed"], cSettings: olderDebugFormat),
  .target(name: "CZlib", dependencies: ["CDelayed"], cSettings: olderDebugFormat),
  .target(name: "CSystemd", dependencies: ["CDelayed"], cSettings: olderDebugFormat),
  .target(name: "ATTParser", dependencies: ["CCrypto"], swiftSettings: strict + lifetimes + functionSections),
  .target(
    name: "Analyzer", dependencies: ["ATTParser", "CCrypto", "CZlib"],
    swiftSettings: strict + functionSections),
  .target(
    name: "Replay", dependencies: ["ATTParser", "Analyzer", "CSystemd"],
    swiftSettings: strict + functionSections),
  .executableTarget(
    name: "bleshark", dependencies: ["ATTParser", "Analyzer", "Replay"],
    swiftSettings: strict + functionSections,
    linkerSettings: [
      .unsafeFlags(
        // Moving the program to a random address rewrites 2.5 MiB of it at every start.
        ["-Xclang-linker", "-no-pie"]
          // The toolchain's own linker puts functions that run beside each other, see Benchmarks/order.py.
          + ["-use-ld=lld", "-Xlinker", "--no-warn-symbol-ordering"]
          + ["-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Benchmarks/function-order.txt"]
          // Nothing looks for symbols of a program, and the list of them is read at every start.
          + ["-Xlinker", "--no-export-dynamic"]
          // Of the C++ library the Swift runtime needs a few functions; shared, 1 MiB of it is read at every start.
          + ["-L", "\(Context.packageDirectory)/Scripts/linking"],
        .when(platforms: [.linux], configuration: .release))
    ]),
  .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
  .testTarget(name: "ATTParserTests", dependencies: ["ATTParser", "TestSupport"], swiftSettings: strict),
  .testTarget(
    name: "AnalyzerTests", dependencies: ["Analyzer", "ATTParser", "TestSupport"], swiftSettings: strict),
  .testTarget(
    name: "ReplayTests", dependencies: ["Replay", "Analyzer", "ATTParser", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "blesharkTests", dependencies: ["bleshark", "CPcap", "TestSupport"], swiftSettings: strict),
]

// A libFuzzer target has no `main` of its own, so it exists only when it is asked for.
if Context.environment["BLESHARK_FUZZ"] != nil {
  targets.append(
    .executableTarget(
      name: "capture-fuzz", dependencies: ["ATTParser", "Analyzer"], path: "Fuzz/capture-fuzz",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

let package = Package(
  name: "bleshark",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "bleshark", targets: ["bleshark"])],
  targets: targets,
  swiftLanguageModes: [.v6]
)
