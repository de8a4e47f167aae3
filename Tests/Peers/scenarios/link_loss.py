"""The peripheral goes out of range in the middle of a session and comes back for a second one."""

from __future__ import annotations

import asyncio

from bumble import hci

from peers.gatt_client import LinkLost
from peers.listener import Listener
from peers.services import probe, standard
from peers.world import World

SUPERVISION_TIMEOUT_MS = 2000
MEASUREMENTS_BEFORE = 8


async def play(world: World) -> None:
    heart_rate = standard.HeartRate()
    await world.peripheral([heart_rate, probe.Probe()])
    central = await world.central()
    link = await central.find_and_connect("Shark", timeout_ms=SUPERVISION_TIMEOUT_MS)
    await link.client.request_mtu(185)
    await link.discover()
    measured = Listener()
    await link.subscribe(link.characteristic(standard.HEART_RATE_MEASUREMENT), measured)
    await heart_rate.measure(MEASUREMENTS_BEFORE, 0.050)
    await measured.wait_for(MEASUREMENTS_BEFORE)

    setting = link.characteristic(probe.SETTING).handle
    world.radio.links[-1].lose(hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
    for number in range(3):
        await link.command(setting, probe.numbered_value(number, 20))
        await asyncio.sleep(0.1)
    try:
        await link.read(setting)
        raise AssertionError("nobody is there to answer")
    except LinkLost as lost:
        link.tally.notes = f"lost with reason 0x{lost.reason:02X}; three write commands and a read never arrived"
    await asyncio.sleep(1.0)

    again = await central.find_and_connect("Shark", timeout_ms=SUPERVISION_TIMEOUT_MS)
    assert await again.read(setting) == b"hello"
    await again.disconnect()
