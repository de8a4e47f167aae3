#!/bin/bash
# Runs in the guest: the kernel's Bluetooth gets the controller that live-device.py on the host offers, and the tests of
# Tests/ReplayTests/Bearer/KernelGuestTests.swift and System/BlueZGuestTests.swift run against it, stage by stage.
exec 2>&1
cd /guest || exit 1
# shellcheck disable=SC1091
. ./settings

failed=0
say() { echo "== [$(cut -d' ' -f1 /proc/uptime) s] $*"; }
is_wanted() { [ -z "$STAGES" ] || [[ " $STAGES " == *" $1 "* ]]; }
stage() { # stage NAME COMMAND…: runs the tests of a stage, by the command if there is one
  local name=$1
  shift
  is_wanted "$name" || return 0
  say "stage $name"
  if BLESHARK_GUEST=$name SWIFT_BACKTRACE=enable=no timeout 120 "$@" "$TESTS" --testing-library swift-testing \
    --filter "KernelGuestTests|BlueZGuestTests" >"$name.log" 2>&1; then
    grep -E '^✔ Test .* passed' "$name.log"
  else
    failed=1
    grep -E '^✘|failed|error' "$name.log" || tail -20 "$name.log"
  fi
}

say "kernel $(uname -r)"
mkdir -p /run/dbus
btattach -B /dev/hvc0 -P h4 >btattach.log 2>&1 &
attach=$!
for _ in $(seq 100); do [ -e /sys/class/bluetooth/hci0 ] && break; sleep 0.1; done
sleep 1

btmon -w session.btsnoop >/dev/null 2>&1 &
monitor=$!
nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --bounding-set=-all)
btmgmt --index 0 power off >/dev/null
stage user-channel env
stage user-channel-refused "${nobody[@]}"

btmgmt --index 0 power off >/dev/null
btmgmt --index 0 le on >/dev/null
btmgmt --index 0 bondable on >/dev/null
btmgmt --index 0 connectable on >/dev/null
btmgmt --index 0 power on >/dev/null
stage busy env
stage kernel-central "${nobody[@]}"
# The central of live-device.py connects as soon as it hears its name, which must not be before somebody listens.
is_wanted kernel-peripheral && (sleep 6; btmgmt --index 0 add-adv -c -g -d 0c09536861726b5265706c6179 1 >/dev/null) &
stage kernel-peripheral "${nobody[@]}"
btmgmt --index 0 rm-adv 0 >/dev/null

say 'bluetoothd'
dbus-daemon --system --fork
/usr/libexec/bluetooth/bluetoothd -n >bluetoothd.log 2>&1 &
daemon=$!
for _ in $(seq 100); do bluetoothctl list 2>/dev/null | grep -q Controller && break; sleep 0.1; done
bluetoothctl power on | tail -1
stage bluez env
# The kernel pairs when somebody answers for it, and encrypts with the key of a pairing for whoever asks.
device=F0:F1:F2:F3:F4:F5
(
  echo 'scan le'
  sleep 4
  echo 'scan off'
  echo "pair $device"
  sleep 5
  echo yes
  sleep 8
  echo "disconnect $device"
  sleep 4
) | timeout 60 bluetoothctl --agent NoInputNoOutput >pair.log 2>&1
stage kernel-encryption "${nobody[@]}"

dmesg >dmesg.log
kill "$daemon" "$monitor" "$attach"
echo "$failed" >result
say "end, failed: $failed"
