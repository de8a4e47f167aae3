"""A session as the peripheral's host records it: advertising, a central that connects, writes and subscribes."""

from __future__ import annotations

import asyncio

from bumble.hci import Address

from peers.listener import Listener
from peers.services import probe, standard
from peers.world import CENTRAL_ADDRESS, World

MEASUREMENTS = 12


async def play(world: World) -> None:
    heart_rate = standard.HeartRate()
    peripheral = await world.peripheral([standard.device_information(), heart_rate, probe.Probe()], max_mtu=185)
    await asyncio.sleep(1.5)
    central = await world.central()
    link = await central.find_and_connect("Shark", interval_ms=30)
    await link.client.request_mtu(247)
    await link.discover()
    await link.read(link.characteristic(standard.MODEL_NUMBER).handle)
    setting = link.characteristic(probe.SETTING).handle
    await link.write(setting, b"from the central")
    for number in range(6):
        await link.command(setting, probe.numbered_value(number, 30))
    measured = Listener()
    await link.subscribe(link.characteristic(standard.HEART_RATE_MEASUREMENT), measured)
    await heart_rate.measure(MEASUREMENTS, 0.050)
    await measured.wait_for(MEASUREMENTS)
    await link.disconnect()
    await asyncio.sleep(0.5)
    link.tally.peer = Address(CENTRAL_ADDRESS)
    link.tally.disconnect_reason = peripheral.disconnect_reason
