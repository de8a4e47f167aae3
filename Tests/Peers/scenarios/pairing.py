"""LE Secure Connections, Just Works, because a read was refused; then a second connection with the stored key."""

from __future__ import annotations

import asyncio

from bumble.att import ATT_Error

from peers.central import CentralLink
from peers.services import probe, standard
from peers.world import World

INSUFFICIENT_AUTHENTICATION = 0x05
INSUFFICIENT_ENCRYPTION = 0x0F


async def refused(link: CentralLink, handle: int, code: int) -> None:
    try:
        await link.read(handle)
        raise AssertionError("this must fail")
    except ATT_Error as error:
        assert error.error_code == code


async def play(world: World) -> None:
    await world.peripheral([standard.device_information(), probe.Probe(protected=True)])
    central = await world.central()
    link = await central.find_and_connect("Shark")
    await link.client.request_mtu(185)
    await link.discover()
    encrypted = link.characteristic(probe.ENCRYPTED).handle
    authenticated = link.characteristic(probe.AUTHENTICATED).handle
    await refused(link, encrypted, INSUFFICIENT_ENCRYPTION)
    await refused(link, authenticated, INSUFFICIENT_AUTHENTICATION)
    await link.connection.pair()
    await link.read(encrypted)
    await link.read(authenticated)
    link.tally.facts["pairing"] = {"method": "just_works", "secure_connections": True, "bonded": True}
    await link.disconnect()
    await asyncio.sleep(0.3)

    again = await central.find_and_connect("Shark")
    await again.connection.encrypt()
    await again.read(encrypted)
    again.tally.notes = "encrypted with the key of the first connection's pairing"
    await again.disconnect()
