"""Both devices are client and server, and both send an Exchange MTU Request."""

from __future__ import annotations

from peers.services import probe, standard
from peers.world import World

CENTRAL_MTU = 517
PERIPHERAL_MTU = 247


async def play(world: World) -> None:
    peripheral = await world.peripheral([standard.device_information(), probe.Probe()], max_mtu=PERIPHERAL_MTU)
    central = await world.central()
    central.device.gatt_server.max_mtu = CENTRAL_MTU
    link = await central.find_and_connect("Shark")
    await link.extend_data_length()
    effective = await link.client.request_mtu(CENTRAL_MTU)
    assert peripheral.connection
    seen_by_peer = await peripheral.connection.gatt_client.request_mtu(PERIPHERAL_MTU)
    assert effective == seen_by_peer == PERIPHERAL_MTU
    link.tally.facts["mtu_requests"] = [
        {"sender": "local", "client": CENTRAL_MTU, "server": PERIPHERAL_MTU},
        {"sender": "peer", "client": PERIPHERAL_MTU, "server": CENTRAL_MTU},
    ]
    await link.discover()
    await link.write(link.characteristic(probe.LONG_VALUE).handle, probe.numbered_value(1, link.value_size))
    await link.read(link.characteristic(probe.LONG_VALUE).handle)
    await link.disconnect()
