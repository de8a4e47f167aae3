"""A bonded client learns by a Service Changed indication that the table has moved, and discovers it again."""

from __future__ import annotations

import asyncio
import struct

from bumble.core import UUID

from peers.services import probe, standard
from peers.world import World

SERVICE_CHANGED = UUID.from_16_bits(0x2A05)
DATABASE_HASH = UUID.from_16_bits(0x2B2A)
LAST_HANDLE = 0xFFFF


async def play(world: World) -> None:
    peripheral = await world.peripheral([standard.device_information("1.0.0"), probe.Probe()])
    central = await world.central()
    link = await central.find_and_connect("Shark")
    await link.client.request_mtu(185)
    await link.connection.pair()
    await link.discover()
    changes: asyncio.Queue[bytes] = asyncio.Queue()
    await link.subscribe(link.characteristic(SERVICE_CHANGED), changes.put_nowait, indications=True)
    old_hash = await link.read(link.characteristic(DATABASE_HASH).handle)
    old_handle = link.characteristic(probe.SETTING).handle
    await link.read(old_handle)

    generic_end = peripheral.device.gatt_server.services[1].end_group_handle
    peripheral.replace_services([standard.Battery(), standard.device_information("2.0.0"), probe.Probe()])
    generic = peripheral.device.gatt_service
    assert generic
    changed = generic.service_changed_characteristic
    assert changed
    await peripheral.indicate(changed, struct.pack("<HH", generic_end + 1, LAST_HANDLE))
    first, last = struct.unpack("<HH", await changes.get())

    await link.discover()
    new_hash = await link.read(link.characteristic(DATABASE_HASH).handle)
    new_handle = link.characteristic(probe.SETTING).handle
    await link.read(new_handle)
    assert old_hash != new_hash and old_handle != new_handle
    link.tally.facts["service_changed"] = {"start": first, "end": last}
    link.tally.facts["pairing"] = {"method": "just_works", "secure_connections": True, "bonded": True}
    link.tally.notes = f"attribute {probe.SETTING} moves from handle {old_handle} to {new_handle}"
    await link.disconnect()
