"""Plays a protocol with a fault, and makes scenarios of every protocol times the faults that it can show."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bumble.gatt import Service

from peers.central import Central, CentralLink
from peers.gatt_client import LinkLost
from peers.peripheral import Peripheral
from peers.services import standard
from peers.world import PERIPHERAL_ADDRESS, World

from .client import GaveUp, UpdateClient
from .device import UpdateDevice
from .faults import Fault, FaultPlan
from .record import Record

FOLDER = "updates"
TRIES = 3


def firmware(size: int, begins_with: bytes = b"") -> bytes:
    """An image: the same in every run, with the first bytes that images for a chip have."""
    return begins_with + random.Random(1).randbytes(size)[len(begins_with) :]


@dataclass(frozen=True)
class UpdateProtocol:
    """A protocol as the framework plays it."""

    name: str
    """As bleshark names it."""
    device: Callable[[FaultPlan], UpdateDevice]
    client: type[UpdateClient]
    faults: tuple[Fault, ...]
    """Those that can show in it; Fault.NONE is always played."""
    image: bytes
    strikes_at: int = 0
    """Where in the image a fault strikes; the middle if nothing is said."""
    mtu: int = 247
    variant: str = ""
    """What the captures of one of several forms of the protocol are called by, beside its name."""
    restarts: bool = True
    """Whether the device restarts, and so ends the connection, once it has accepted the image."""
    untold: tuple[Fault, ...] = ()
    """Faults of which the device says nothing: it restarts as it does with a good image, and the client cannot tell."""


class Session:
    """A device with an update service, and the central that updates it."""

    def __init__(self, world: World, protocol: UpdateProtocol, fault: Fault) -> None:
        self.world = world
        self.protocol = protocol
        self.fault = fault
        self.plan = FaultPlan(fault, protocol.strikes_at or len(protocol.image) // 2)
        self.record = Record()
        self.device = protocol.device(self.plan)
        self.central: Central
        self.peripheral: Peripheral

    async def start(self, *, address: str = PERIPHERAL_ADDRESS, name: str = "Shark", advertises: bool = True) -> None:
        """Starts both ends; a device that does not advertise yet waits to be told to."""
        services: list[Service] = [standard.device_information(), self.device]
        self.peripheral = self.world.silent_peripheral(services, name, address, max_mtu=self.protocol.mtu)
        self.device.peripheral = self.peripheral
        if advertises:
            await self.peripheral.start()

    async def connect(self) -> CentralLink:
        link = await self.central.find_and_connect(self.peripheral.device.name)
        if self.protocol.mtu > 23:
            await link.extend_data_length()
            await link.client.request_mtu(self.protocol.mtu)
        await link.discover()
        return link

    async def update(self) -> bool:
        """Updates the device, over as many connections as it takes; says whether it accepted the image."""
        for _ in range(TRIES):
            link = await self.connect()
            try:
                await self.protocol.client(link, self.plan, self.record).update(self.protocol.image)
            except LinkLost:
                await asyncio.sleep(0.5)
                continue
            except GaveUp as reason:
                link.tally.notes = f"the client gave up: {reason}"
                if not link.lost.done():
                    await link.disconnect()
                return False
            if self.protocol.restarts:
                await link.lost
                await asyncio.sleep(0.1)
            else:
                await link.disconnect()
            return True
        return False

    def finish(self, succeeded: bool) -> None:
        """Writes down what the peers know."""
        self.world.expectation.facts["update"] = self.record.json(
            self.protocol.name, self.fault.value, succeeded, self.protocol.image, bytes(self.device.stored)
        )


async def play(world: World, protocol: UpdateProtocol, fault: Fault) -> None:
    """One session: the device, the client, and what goes wrong between them."""
    session = Session(world, protocol, fault)
    await session.start()
    session.central = await world.central()
    succeeded = await session.update()
    if fault in protocol.untold:
        assert succeeded
        succeeded = bytes(session.device.stored) == protocol.image
        assert not succeeded
    lasting = session.plan.is_on(Fault.TOO_LONG, Fault.REFUSED, Fault.BAD_CHECK)
    assert fault is Fault.NONE or lasting or session.plan.has_struck
    assert not succeeded or bytes(session.device.stored) == protocol.image
    session.finish(succeeded)


Play = Callable[[World], object]


def plays(protocol: UpdateProtocol, **others: Callable[[World], object]) -> list[tuple[str, Play]]:
    """The captures of a protocol: its name with each fault, and what else is played of it."""
    faults = (Fault.NONE, *protocol.faults, *protocol.untold)
    name = f"{protocol.name}-{protocol.variant}" if protocol.variant else protocol.name
    named: list[tuple[str, Play]] = [
        (f"{FOLDER}/{name}-{fault.value}", partial(play, protocol=protocol, fault=fault)) for fault in faults
    ]
    return named + [(f"{FOLDER}/{name}-{other.replace('_', '-')}", others[other]) for other in others]
