#!/bin/bash
# Fuzzes the way from the bytes of a capture to its analysis: Fuzz/run.sh [seconds], 60 unless given.
#
# Starts from Fuzz/corpus/capture and leaves it alone; what is found on the way stays in the build folder.
# A crasher is written to Fuzz/crashers: make it small with -minimize_crash=1, fix it, and move it to the
# corpus as crash-<what it was>, where every `swift test` reads it again.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
build=${BLESHARK_FUZZ_BUILD:-.build/fuzz}
export BLESHARK_FUZZ=1 SWIFT_BACKTRACE=enable=no

swift build -c release --sanitize fuzzer --product capture-fuzz --scratch-path "$build"
mkdir -p "$build/found" Fuzz/crashers
status=0
timeout -s KILL $((seconds + 60)) "$build/release/capture-fuzz" "$build/found" Fuzz/corpus/capture \
  -max_total_time="$seconds" -max_len=8192 -rss_limit_mb=512 -timeout=10 -print_final_stats=1 \
  -artifact_prefix=Fuzz/crashers/ </dev/null || status=$?
rmdir --ignore-fail-on-non-empty Fuzz/crashers
exit "$status"
