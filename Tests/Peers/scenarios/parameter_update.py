"""Every change of a link's parameters: data length, PHY, an update by the central, one asked for by the peripheral."""

from __future__ import annotations

import asyncio

from peers.central import CentralLink
from peers.services import probe, standard
from peers.world import World


async def play(world: World) -> None:
    peripheral = await world.peripheral([standard.device_information(), probe.Probe()])
    central = await world.central()
    link = await central.find_and_connect("Shark", interval_ms=30)
    await link.connection.get_remote_le_features()
    setting = await learn(link)
    await link.extend_data_length()
    await link.use_2m_phy()
    await link.read(setting)
    await link.connection.update_parameters(15, 15, 0, 4000)
    await link.read(setting)

    changed = asyncio.Event()
    link.connection.once(link.connection.EVENT_CONNECTION_PARAMETERS_UPDATE, changed.set)
    assert peripheral.connection
    await peripheral.connection.update_parameters(45, 50, 4, 6000, use_l2cap=True)
    await changed.wait()
    link.tally.facts["parameter_requests"] = [
        {
            "sender": "peer",
            "min_interval_ms": 45.0,
            "max_interval_ms": 50.0,
            "latency": 4,
            "timeout_ms": 6000,
            "result": 0,
        }
    ]
    await asyncio.sleep(1.0)
    await link.read(setting)
    await link.disconnect()


async def learn(link: CentralLink) -> int:
    await link.client.request_mtu(185)
    await link.discover()
    return link.characteristic(probe.SETTING).handle
