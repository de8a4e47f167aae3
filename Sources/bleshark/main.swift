#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// What was read stays until the process ends: to take thousands of connections apart takes longer than to print
// them.
var kept: [AnalyzedCapture] = []
exit(Tool.run(CommandLine.arguments, keeping: &kept))
