"""A session with a sensor again and again: as it should be, each time a little otherwise, and with something wrong."""

from __future__ import annotations

import asyncio
import random
import struct
from dataclasses import dataclass, replace

from bumble.att import ATT_Error
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Service

from peers.background import spawn
from peers.central import CentralLink
from peers.listener import Listener
from peers.services import ota, standard
from peers.services.active import ActiveService
from peers.world import World

from .ota import OtaClient, transfer

Properties = Characteristic.Properties
Permissions = Characteristic.Permissions


def sensor_uuid(number: int) -> UUID:
    return UUID(f"5e50{number:04x}-0000-4a00-8000-00805f9b34fb")


SERVICE, SAMPLES, COMMAND, CONDITION, RANGE = (sensor_uuid(number) for number in range(5))
SAMPLE_PERIOD = 0.1
"""Seconds from one sample to the next."""
QUESTIONS = 24
IMAGE_SIZE = 2048
LONGEST_RANGE = 4
START, STOP = b"\x01\x0a", b"\x02"


@dataclass(frozen=True)
class Plan:
    """One session: what is left to chance, and what is wrong."""

    seed: int = 1
    reordered: bool = False
    """The services are in another order, so that handles move."""
    no_subscription: bool = False
    swapped: bool = False
    mtu: int = 247
    interval_ms: float = 15.0
    slowness: float = 1.0
    refused: bool = False
    chunk: int = 200
    other_image: bool = False
    no_battery: bool = False


GOOD = {f"good-{number}": Plan(seed=number, reordered=number % 2 == 0) for number in range(1, 7)}
WRONG = {
    "cccd-missing": Plan(seed=11, no_subscription=True),
    "order-swapped": Plan(seed=12, swapped=True),
    "mtu-lower": Plan(seed=13, mtu=185, chunk=180),
    "interval-doubled": Plan(seed=14, interval_ms=30.0),
    "answers-slower": Plan(seed=15, slowness=1.6),
    "error-more": Plan(seed=16, refused=True),
    "chunk-changed": Plan(seed=17, chunk=100),
    "image-differs": Plan(seed=18, other_image=True),
    "service-removed": Plan(seed=19, no_battery=True),
}
ALL_WRONG = Plan(
    seed=20,
    reordered=True,
    no_subscription=True,
    swapped=True,
    mtu=100,
    interval_ms=30.0,
    slowness=1.6,
    refused=True,
    chunk=90,
    other_image=True,
    no_battery=True,
)
PLANS = GOOD | WRONG | {"all-wrong": ALL_WRONG}


class Sensor(ActiveService):
    """Samples with a counter and a time in each, commands, and a condition that takes its time to be told."""

    def __init__(self, plan: Plan, chance: random.Random) -> None:
        self._slowness = plan.slowness
        self._chance = chance
        self._count = chance.randrange(0x4000)
        self._running = False
        self.samples = Characteristic[bytes](SAMPLES, Properties.NOTIFY, Permissions(0), b"")
        write = CharacteristicValue[bytes](write=self._command)
        read = CharacteristicValue[bytes](read=self._condition)
        limit = CharacteristicValue[bytes](read=lambda _: b"\x10\x27", write=self._set_range)
        super().__init__(
            SERVICE,
            [
                self.samples,
                Characteristic[bytes](COMMAND, Properties.WRITE, Permissions.WRITEABLE, write),
                Characteristic[bytes](CONDITION, Properties.READ, Permissions.READABLE, read),
                Characteristic[bytes](
                    RANGE, Properties.READ | Properties.WRITE, Permissions.READABLE | Permissions.WRITEABLE, limit
                ),
            ],
        )

    def _command(self, _: object, value: bytes) -> None:
        if value == START and not self._running:
            self._running = True
            spawn(self._sample())
        elif value == STOP:
            self._running = False

    async def _condition(self, _: object) -> bytes:
        await asyncio.sleep(self._chance.uniform(0.060, 0.080) * self._slowness)
        return b"\x00\x01"

    def _set_range(self, _: object, value: bytes) -> None:
        if len(value) > LONGEST_RANGE:
            raise ATT_Error(0x0D)

    async def _sample(self) -> None:
        """Notifies: kind, counter, milliseconds, something measured, unit."""
        milliseconds = self._chance.randrange(1 << 24)
        while self._running:
            measured = 2000 + self._chance.randrange(-300, 300)
            await self.sender.notify(self.samples, struct.pack("<BHIhB", 3, self._count, milliseconds, measured, 7))
            self._count = (self._count + 1) & 0xFFFF
            wait = SAMPLE_PERIOD + self._chance.uniform(-0.010, 0.010)
            milliseconds = (milliseconds + int(wait * 1000)) & 0xFFFFFFFF
            await asyncio.sleep(wait)


class ChunkedClient(OtaClient):
    """An update in chunks of the plan's length."""

    def __init__(self, link: CentralLink, chunk: int) -> None:
        super().__init__(_Sized(link, chunk))  # type: ignore[arg-type]


class _Sized:
    """A link on which values have a length of their own."""

    def __init__(self, link: CentralLink, chunk: int) -> None:
        self._link = link
        self.value_size = chunk

    def __getattr__(self, name: str) -> object:
        return getattr(self._link, name)


async def play(world: World, plan: Plan) -> None:
    chance = random.Random(plan.seed)
    sensor = Sensor(plan, chance)
    update = ota.OtaService()
    services: list[Service] = [standard.device_information(), sensor, update]
    if not plan.no_battery:
        services.append(standard.Battery(chance.randrange(50, 100)))
    if plan.reordered:
        services.reverse()
    await asyncio.sleep(chance.uniform(0, 0.5))
    await world.peripheral(services, max_mtu=plan.mtu)
    central = await world.central()
    link = await central.find_and_connect("Shark", interval_ms=plan.interval_ms)

    async def wait() -> None:
        await asyncio.sleep(chance.uniform(0, 0.060))

    await link.client.request_mtu(247)
    await link.discover()
    await link.read(link.characteristic(standard.FIRMWARE_REVISION).handle)
    if not plan.no_battery:
        await link.read(link.characteristic(standard.BATTERY_LEVEL).handle)
    await wait()
    command = link.characteristic(COMMAND).handle
    if plan.swapped:
        await link.write(command, START)
        await wait()
    if not plan.no_subscription:
        await link.subscribe(link.characteristic(SAMPLES), Listener())
        await wait()
    await link.write(link.characteristic(RANGE).handle, b"\x10\x27")
    if plan.refused:
        try:
            await link.write(link.characteristic(RANGE).handle, b"\x10\x27\x00\x00\x00")
            raise AssertionError("the range is too long")
        except ATT_Error:
            pass
    if not plan.swapped:
        await wait()
        await link.write(command, START)
    for _ in range(QUESTIONS):
        await wait()
        await link.read(link.characteristic(CONDITION).handle)
    await link.write(command, STOP)
    await wait()
    image = random.Random(2 if plan.other_image else 1).randbytes(IMAGE_SIZE)
    client = ChunkedClient(link, plan.chunk)
    assert await client.update(image) and bytes(update.received) == image
    link.tally.append("transfers", transfer(client, update, image, "success"))
    await wait()
    await link.disconnect()


def seeded(seed: int) -> Plan:
    """A good session with a chance of its own."""
    return replace(Plan(), seed=seed, reordered=seed % 2 == 0)
