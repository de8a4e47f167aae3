"""The wire between a host and its controller: H4 over a UART of 1 Mbit/s or something faster, with the host's record of it."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable
from typing import Protocol

from .btsnoop import BtsnoopWriter

UART_SECONDS_PER_BYTE = 10e-6
"""Ten bits a byte at 1 Mbit/s."""
CONTROLLER_LATENCY = (120e-6, 320e-6)
"""From a packet's last byte at the controller to the controller acting on it."""
HOST_LATENCY = (90e-6, 420e-6)
"""From a packet's arrival at the host to the host's software acting on it."""


class PacketSink(Protocol):
    def on_packet(self, packet: bytes) -> None: ...


class _Lane:
    """Carries packets in order over a wire that takes time for each byte, then to software that takes time to react."""

    def __init__(self, deliver: Callable[[bytes], None], seconds_per_byte: float) -> None:
        self._deliver = deliver
        self._seconds_per_byte = seconds_per_byte
        self._wire_free_at = 0.0
        self._delivered_at = 0.0

    def push(self, packet: bytes, latency: float) -> float:
        """Sends a packet; returns the time at which it goes on the wire."""
        loop = asyncio.get_running_loop()
        start = max(self._wire_free_at, loop.time())
        self._wire_free_at = start + len(packet) * self._seconds_per_byte
        # A later packet at the same time could overtake: the loop keeps no order among equal times.
        after_last = math.nextafter(self._delivered_at, math.inf)
        self._delivered_at = max(after_last, self._wire_free_at + latency)
        loop.call_at(self._delivered_at, self._deliver, packet)
        return start


class HciPort:
    """Joins a host and a controller. Bumble's Host takes it as transport source and as transport sink."""

    def __init__(
        self,
        controller: PacketSink,
        seed: str,
        recorder: BtsnoopWriter | None = None,
        seconds_per_byte: float = UART_SECONDS_PER_BYTE,
    ) -> None:
        self.terminated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._host: PacketSink | None = None
        self._recorder = recorder
        self._jitter = random.Random(seed + "/hci")
        self._to_controller = _Lane(controller.on_packet, seconds_per_byte)
        self._to_host = _Lane(self._arrive_at_host, seconds_per_byte)
        self._in_host = _Lane(self._hand_to_host, 0.0)

    # What Bumble calls on a transport source, and on a transport sink.
    def set_packet_sink(self, host: PacketSink) -> None:
        self._host = host

    def on_packet(self, packet: bytes) -> None:
        """The host sends a packet."""
        start = self._to_controller.push(packet, self._jitter.uniform(*CONTROLLER_LATENCY))
        asyncio.get_running_loop().call_at(start, self._record, packet, False)

    def send_to_host(self, packet: bytes) -> None:
        """The controller sends a packet."""
        self._to_host.push(packet, 0.0)

    def _arrive_at_host(self, packet: bytes) -> None:
        self._record(packet, True)
        self._in_host.push(packet, self._jitter.uniform(*HOST_LATENCY))

    def _hand_to_host(self, packet: bytes) -> None:
        if self._host:
            self._host.on_packet(packet)

    def _record(self, packet: bytes, received: bool) -> None:
        if self._recorder:
            self._recorder.record(packet, received=received)
