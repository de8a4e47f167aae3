"""The same peripheral twice: the second time the client uses the handles it learned the first time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from peers.central import CentralLink
from peers.listener import Listener
from peers.services import probe, standard
from peers.world import World

MEASUREMENTS = 10


async def play(world: World) -> None:
    battery = standard.Battery()
    heart_rate = standard.HeartRate(includes=battery)
    await world.peripheral([standard.device_information(), battery, heart_rate, probe.Probe()])
    central = await world.central()
    first = await central.find_and_connect("Shark")
    await first.client.request_mtu(185)
    await first.discover()
    measurement = first.characteristic(standard.HEART_RATE_MEASUREMENT)
    cached = Handles(
        measurement=measurement.handle,
        cccd=first.cccd(measurement).handle,
        battery=first.characteristic(standard.BATTERY_LEVEL).handle,
        setting=first.characteristic(probe.SETTING).handle,
    )
    await use(first, cached, heart_rate)
    await first.disconnect()
    await asyncio.sleep(0.3)

    second = await central.find_and_connect("Shark")
    await second.client.request_mtu(185)
    second.tally.notes = "no discovery: every handle is known from the first connection"
    await use(second, cached, heart_rate)
    await second.disconnect()


@dataclass(frozen=True)
class Handles:
    """What a client remembers of a peripheral."""

    measurement: int
    cccd: int
    battery: int
    setting: int


async def use(link: CentralLink, handles: Handles, heart_rate: standard.HeartRate) -> None:
    measured = Listener()
    link.client.notification_subscribers[handles.measurement] = {measured}
    await link.write(handles.cccd, b"\x01\x00")
    await link.read(handles.battery)
    await heart_rate.measure(MEASUREMENTS, 0.040)
    await link.write(handles.setting, b"cached")
    await link.command(handles.setting, b"again")
    await link.read(handles.setting)
    await measured.wait_for(MEASUREMENTS)
