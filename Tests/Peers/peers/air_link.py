"""One LE connection on the air: connection events, packet exchanges, air time, loss.

The two controllers of a connection exchange packets at connection events, which lie on a grid of the connection
interval. In an event the central and the peripheral take turns until both have sent what they have, the event is full,
or the next one is near. A host's ACL packet is completed when its last fragment has been exchanged.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bumble.hci import Address, HCI_ErrorCode, Phy, Role

if TYPE_CHECKING:
    from .controller import VirtualController

INTER_FRAME_SPACE = 150e-6
EVENT_GUARD = 300e-6
"""Time kept free before the next connection event."""
OVERHEAD_BYTES = {Phy.LE_1M: 10, Phy.LE_2M: 11}
"""Preamble, access address, header and CRC."""
BYTE_TIME = {Phy.LE_1M: 8e-6, Phy.LE_2M: 4e-6}
MIC_BYTES = 4
PROCEDURE_INSTANT = 6
"""Connection events from a link-layer update to the instant at which it takes effect."""


@dataclass(frozen=True)
class ConnectionParameters:
    """In the units of HCI: 1.25 ms, events, 10 ms."""

    interval: int
    latency: int
    timeout: int


@dataclass(frozen=True)
class Fragment:
    """The payload of one data packet on the air."""

    payload: bytes
    starts_pdu: bool
    """First fragment of an L2CAP PDU."""
    ends_packet: bool
    """Last fragment of the ACL packet that the host handed over."""


@dataclass(eq=False)
class LinkEnd:
    """One controller's side of a connection."""

    controller: VirtualController
    handle: int
    role: Role
    own_address: Address
    peer_address: Address
    link: AirLink = field(init=False, repr=False)
    queue: deque[Fragment] = field(default_factory=deque)
    max_octets: int = 27
    """The longest payload this end sends in one packet."""
    encrypted: bool = False

    @property
    def peer(self) -> LinkEnd:
        return self.link.peripheral if self is self.link.central else self.link.central

    def send(self, payload: bytes, *, starts_pdu: bool) -> None:
        """Queues an ACL packet of the host."""
        for offset in range(0, len(payload), self.max_octets):
            part = payload[offset : offset + self.max_octets]
            self.queue.append(Fragment(part, starts_pdu and offset == 0, offset + len(part) == len(payload)))
        self.link.wake()


class AirLink:
    """A connection between two controllers."""

    def __init__(
        self, central: LinkEnd, peripheral: LinkEnd, parameters: ConnectionParameters, exchanges_per_event: int
    ) -> None:
        self.central = central
        self.peripheral = peripheral
        central.link = peripheral.link = self
        self.parameters = parameters
        self.phy = Phy.LE_1M
        self.open = True
        self._loop = asyncio.get_running_loop()
        self._anchor = self._loop.time() + 2.5e-3
        self._exchanges_per_event = exchanges_per_event
        self._timer: asyncio.TimerHandle | None = None
        self._in_event = False
        self._at_end_of_event: Callable[[], None] | None = None
        self._last_active_event = 0
        self._lost = False
        self._jammed_until = 0.0

    # Time.

    @property
    def interval(self) -> float:
        return self.parameters.interval * 1.25e-3

    def _event_time(self, count: int = 1) -> float:
        """When the count-th connection event from now begins."""
        passed = (self._loop.time() - self._anchor) / self.interval
        return self._anchor + (max(-1, math.floor(passed + 1e-9)) + count) * self.interval

    def _air_time(self, fragment: Fragment | None) -> float:
        length = len(fragment.payload) if fragment else 0
        if length and self.central.encrypted:
            length += MIC_BYTES
        return (OVERHEAD_BYTES[self.phy] + length) * BYTE_TIME[self.phy]

    def after_events(self, count: int, action: Callable[[], None]) -> None:
        """Runs an action in the count-th connection event from now, unless the connection is lost by then."""

        def act() -> None:
            if self.open and not self._lost:
                action()

        self._loop.call_at(self._event_time(count) + self._air_time(None) + INTER_FRAME_SPACE, act)

    # Connection events.

    def wake(self) -> None:
        """Makes sure that a connection event comes when there is something to send."""
        if self._timer is None and self.open and not self._lost:
            self._timer = self._loop.call_at(self._event_time(), self._begin_event)

    def _wake_if_needed(self) -> None:
        if self.central.queue or self.peripheral.queue:
            self.wake()

    def _begin_event(self) -> None:
        event = round((self._loop.time() - self._anchor) / self.interval)
        asleep = (
            not self.peripheral.queue
            and event - self._last_active_event > 1
            and event % (self.parameters.latency + 1) != 0
        )
        if asleep or self._loop.time() < self._jammed_until:
            self._timer = self._loop.call_at(self._event_time(), self._begin_event)
            return
        self._last_active_event = event
        self._in_event = True
        self._exchange(1, self._loop.time() + self.interval - EVENT_GUARD, {})

    def _exchange(self, number: int, deadline: float, completed: dict[LinkEnd, int]) -> None:
        if not self.open or self._lost:
            self._timer = None
            return
        central = self.central.queue.popleft() if self.central.queue else None
        peripheral = self.peripheral.queue.popleft() if self.peripheral.queue else None
        now = self._loop.time()
        central_done = now + self._air_time(central)
        peripheral_done = central_done + INTER_FRAME_SPACE + self._air_time(peripheral)
        for end, fragment, done in (
            (self.central, central, central_done),
            (self.peripheral, peripheral, peripheral_done),
        ):
            if fragment:
                self._loop.call_at(done, self._deliver, end.peer, fragment)
                if fragment.ends_packet:
                    completed[end] = completed.get(end, 0) + 1
        following = peripheral_done + INTER_FRAME_SPACE
        longest = Fragment(bytes(max(self.central.max_octets, self.peripheral.max_octets)), False, False)
        fits = following + 2 * (self._air_time(longest) + INTER_FRAME_SPACE) < deadline
        more = bool(self.central.queue or self.peripheral.queue)
        if more and fits and number < self._exchanges_per_event:
            self._timer = self._loop.call_at(following, self._exchange, number + 1, deadline, completed)
        else:
            self._timer = self._loop.call_at(following, self._end_event, completed)

    def _end_event(self, completed: dict[LinkEnd, int]) -> None:
        self._timer = None
        self._in_event = False
        if not self.open:
            return
        for end, count in completed.items():
            end.controller.on_packets_completed(end, count)
        if self._at_end_of_event:
            self._at_end_of_event()
            self._at_end_of_event = None
        self._wake_if_needed()

    def _deliver(self, end: LinkEnd, fragment: Fragment) -> None:
        if self.open and not self._lost:
            end.controller.on_fragment(end, fragment)

    # Procedures of the link layer.

    def update(self, parameters: ConnectionParameters, done: Callable[[], None]) -> None:
        """Changes the connection parameters, after the instant."""

        def apply() -> None:
            self._anchor = self._event_time()
            self._last_active_event = 0
            self.parameters = parameters
            done()

        def at_instant() -> None:
            if self._in_event:
                self._at_end_of_event = apply
                return
            if self._timer:
                self._timer.cancel()
                self._timer = None
            apply()
            self._wake_if_needed()

        self.after_events(PROCEDURE_INSTANT, at_instant)

    def set_phy(self, phy: Phy, done: Callable[[], None]) -> None:
        """Changes the PHY, after the instant."""

        def apply() -> None:
            self.phy = phy
            done()

        self.after_events(PROCEDURE_INSTANT, apply)

    def terminate(self, by: LinkEnd, reason: int, local_reason: int) -> None:
        """One end closes the connection; the other end learns of it in the next connection event."""

        def apply() -> None:
            self._close()
            by.peer.controller.on_link_closed(by.peer, reason)
            by.controller.on_link_closed(by, local_reason)

        self.after_events(1, apply)

    def jam(self, seconds: float) -> None:
        """Nothing gets through for a while: packets that wait are exchanged after it."""
        self._jammed_until = self._loop.time() + seconds

    def lose(self, reason: int) -> None:
        """The devices stop hearing each other; both close the connection at the supervision time-out."""
        self._lost = True

        def expire() -> None:
            if self.open:
                self._close()
                for end in (self.central, self.peripheral):
                    end.controller.on_link_closed(end, reason)

        self._loop.call_at(self._loop.time() + self.parameters.timeout * 0.010, expire)

    def lose_at_once(self, reason: int) -> None:
        """Both ends learn that the link is lost, without the wait for the supervision time-out."""
        if self.open:
            self._close()
            for end in (self.central, self.peripheral):
                end.controller.on_link_closed(end, reason)

    def abandon(self, gone: LinkEnd) -> None:
        """One end is gone, and the other learns of it at once, without the wait for the supervision time-out."""
        if self.open:
            self._close()
            gone.peer.controller.on_link_closed(gone.peer, HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)

    def _close(self) -> None:
        self.open = False
        if self._timer:
            self._timer.cancel()
            self._timer = None
