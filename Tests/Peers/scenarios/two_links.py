"""One central connected to two peripherals at once, with traffic that interleaves."""

from __future__ import annotations

import asyncio

from peers.central import CentralLink
from peers.listener import Listener
from peers.services import probe, standard
from peers.world import PERIPHERAL_ADDRESS, World

SENSOR_ADDRESS = "E1:E2:E3:E4:E5:E6"
MEASUREMENTS = 12
WRITES = 8


async def play(world: World, *, discover_together: bool) -> None:
    heart_rate = standard.HeartRate()
    await world.peripheral([standard.device_information(), probe.Probe()], "Shark", PERIPHERAL_ADDRESS, max_mtu=247)
    await world.peripheral([standard.Battery(), heart_rate], "Pulse", SENSOR_ADDRESS, max_mtu=65)
    central = await world.central()
    found = await central.find(["Shark", "Pulse"])
    shark = await central.connect(found["Shark"], interval_ms=15)
    pulse = await central.connect(found["Pulse"], interval_ms=30)
    if discover_together:
        await asyncio.gather(prepare(shark, 247), prepare(pulse, 185))
    else:
        await prepare(shark, 247)
        await prepare(pulse, 185)
    await asyncio.gather(write_and_read(shark), measure(pulse, heart_rate))
    await pulse.disconnect()
    await shark.read(shark.characteristic(probe.SETTING).handle)
    await shark.disconnect()


async def prepare(link: CentralLink, mtu: int) -> None:
    await link.client.request_mtu(mtu)
    await link.discover()


async def write_and_read(link: CentralLink) -> None:
    setting = link.characteristic(probe.SETTING).handle
    for number in range(WRITES):
        await link.write(setting, probe.numbered_value(number, 16))
        await link.command(setting, probe.numbered_value(number, 24))
        await link.read(setting)


async def measure(link: CentralLink, heart_rate: standard.HeartRate) -> None:
    measured = Listener()
    await link.subscribe(link.characteristic(standard.HEART_RATE_MEASUREMENT), measured)
    await heart_rate.measure(MEASUREMENTS, 0.050)
    await link.read(link.characteristic(standard.BATTERY_LEVEL).handle)
    await measured.wait_for(MEASUREMENTS)
