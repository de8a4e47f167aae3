import Dispatch
import Synchronization

/// Checks many captures at once.
struct CheckRun {
  private let rules: CheckRules
  private let jobs: Int

  /// What the workers share.
  private struct State {
    var next = 0
    var done = 0
    var results: [CheckedFile?]
  }

  /// - Parameter jobs: captures that are read at the same time; nil for as many as there are processors.
  init(_ rules: CheckRules, jobs: Int?) {
    self.rules = rules
    self.jobs = jobs ?? Terminal.processors
  }

  /// Checks captures; the results are in the order of the paths, whatever ends first.
  func check(_ paths: [String]) -> [CheckedFile] {
    let workers = min(jobs, paths.count)
    // Starting threads costs more than checking one capture.
    guard workers > 1 else { return paths.map(rules.check) }
    let state = Mutex(State(results: Array(repeating: nil, count: paths.count)))
    let progress = Progress(total: paths.count)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while let place = state.withLock({ Self.take(&$0, paths.count) }) {
        let result = rules.check(paths[place])
        state.withLock { state in
          state.results[place] = result
          state.done += 1
          progress.show(state.done)
        }
      }
    }
    progress.clear()
    return state.withLock { $0.results.compactMap(\.self) }
  }

  private static func take(_ state: inout State, _ count: Int) -> Int? {
    guard state.next < count else { return nil }
    defer { state.next += 1 }
    return state.next
  }
}
