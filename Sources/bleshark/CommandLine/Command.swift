/// The commands; each is a view on one analysis of a capture.
enum Command: String, CaseIterable {
  // ``summary`` says what each is for.
  case analyze, why, packets, gatt, requests, follow, speed, extract, diff, check, baseline, replay, rules

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .analyze: "what the capture holds: quality, connections, parameters, MTU, streams, errors"
    case .why: "why the update (or the connection) failed: verdict, cause, evidence, what to try"
    case .packets: "one line a frame, with Wireshark's frame numbers"
    case .gatt: "the attribute table of each device, learned from the capture"
    case .requests: "every ATT transaction with its answer and latency"
    case .follow: "one attribute as a stream: values, gaps, subscriptions"
    case .speed: "how fast, what limited it, who was waited for; ceiling of the link, stalls"
    case .extract: "the image that was transferred, with its holes and checks"
    case .replay: "play the session against a device, or be the device, and compare what comes back"
    case .diff: "what is otherwise in a capture than in a good one, by what it means"
    case .check: "whether captures are as a baseline or expectations say, for CI"
    case .baseline: "what good captures have in common, for 'bleshark check'"
    case .rules: "what bleshark finds wrong with captures: every rule, why it matters, what to do"
    }
  }

  /// What the command takes beside options.
  var operands: String {
    switch self {
    case .analyze: "FILE [AIR]"
    case .why, .packets, .requests, .extract: "FILE"
    case .gatt, .baseline: "FILE…"
    case .diff: "GOLDEN… NEW"
    case .check: "FILE…|FOLDER…"
    case .speed: "FILE [FILE]"
    case .follow: "FILE ATTRIBUTE"
    case .replay: "[FILE]"
    case .rules: "[RULE…]"
    }
  }

  /// What the command tells and how, for its own help and the manual page.
  var explanation: String {
    switch self {
    case .analyze:
      """
      Reads a capture and prints what it holds: how complete it is, every connection instance with its \
      opening, end, parameters, PHY, data length, ATT_MTU and encryption, its ATT PDUs by kind, errors and \
      streams of values; and findings: what broke a rule of the protocol, why connections ended, what is \
      likely to make trouble, each with what to do about it ('bleshark rules' has all of them). 'bleshark \
      FILE' is the same. Statements cite Wireshark's frame numbers. Exit status 1 for findings of severity \
      error; --fail-on names another one. \
      With a host's log and a sniffer's capture of one session, both are read, their clocks aligned by the \
      PDUs in both, and what is in one alone is listed: not sent by the host, not heard on the air, not \
      acknowledged, not delivered.
      """
    case .why:
      """
      Finds the transfers of images in a capture, over as many connections as each took, and says what came \
      of each: how far it got, the cause with the frames that show it and how sure it is, what else went \
      wrong, what it was not, what the capture cannot tell, and what to try. Exit status 1 when one failed. \
      Without a transfer it says how connections failed.
      """
    case .packets:
      """
      Prints a line for every frame: number, seconds since the first frame, direction, connection, layer, \
      name and fields. A PDU that came in fragments is shown on its last fragment's frame, as Wireshark \
      does. Filters are combined: a frame is shown when it passes all of them.
      """
    case .gatt:
      """
      Prints the services, characteristics and descriptors of each device, with the values that were read \
      and the subscriptions made, as far as discovery in the captures tells. Several captures of one device \
      add up. Handles that are used and not explained are listed; what only the traffic suggests is marked \
      as inferred. --save writes the table of one device for --gatt of the other commands.
      """
    case .requests:
      """
      Prints a line for every request and indication: when, on which bearer, what came of it and after how \
      long; then a summary by kind and attribute. Unanswered transactions are printed when it is certain \
      that no answer comes: at the next request on the bearer, or at the end of the connection or capture.
      """
    case .follow:
      """
      Prints every value of one attribute as it is read, written, notified or indicated, with the time since \
      the one before, and in place the writes that turn notifications and indications on or off. ATTRIBUTE \
      is a UUID (2a37), a name (heart rate measurement) or a handle (0x002a). At the end it says whether \
      the values count, and where the count skips or repeats.
      """
    case .speed:
      """
      Measures every transfer, or the largest streams of values: rate over time, the most that the link lets \
      through with its PHY, data length, ATT_MTU and interval, and what the sender waited for in every \
      millisecond; stalls with what they were. Two captures are compared side by side.
      """
    case .extract:
      """
      Writes the image that a capture shows being transferred: what was sent again replaces what was sent \
      before, and what was never sent is filled with 0xFF and listed. The checks that were announced are \
      computed over it. --compare shows where it differs from a file. Several images are numbered.
      """
    case .replay:
      """
      Makes a plan of a captured session: what to send, in which order, and what has to come back. Without \
      --allow-writes it prints the plan and sends nothing. With it, the plan is played against the device that \
      --to and --device name, and each answer and notification is compared with the recording; attributes are \
      found by their UUIDs, never by the captured handles. Attributes that take firmware need --allow-ota, too. \
      --as peripheral plays the captured device, for an app to connect to. Exit status 0 when everything was as \
      recorded, 1 when something differs, 2 when the device was not reached.
      """
    case .diff:
      """
      Compares the last capture with the good ones before it by what they mean: connections by device, \
      attributes by UUID, requests and values in their order, settings of the link, times, transfers and \
      findings. Handles, frame numbers and times that differ as they do in every run are no differences; \
      with several good captures, neither is what differs among them. The first difference that matters \
      comes first. Exit status 1 when captures differ.
      """
    case .check:
      """
      Checks captures, or all captures in folders: against what good runs have in common (--baseline), and \
      whether expectations hold (--expect); without either, for findings of severity error. Several are read \
      at the same time. A capture that cannot be read is reported and the rest goes on. Exit status 2 when \
      one could not be read, else 1 when one failed. Where GITHUB_ACTIONS is true, failures are annotated, \
      and the summary of the run is added to.
      """
    case .baseline:
      """
      Writes what good captures of the same session have in common to a JSON file for 'bleshark check \
      --baseline': what differs among them is left open. The file can be changed by hand \
      (docs/regression.md).
      """
    case .rules:
      """
      Lists the rules by which findings are made, with their severities. With RULE, the name of a rule, a \
      group (att) or a beginning (att.mtu-*), it tells of each when it is found, why it matters, which \
      frames it cites, what to do and where that is written.
      """
    }
  }
}
