"""Values longer than one PDU: Read Blob, Prepare and Execute Write, one prepared write that is cancelled."""

from __future__ import annotations

from bumble import att

from peers.services import probe, standard
from peers.world import World

MTU = 64
CANCEL = 0x00


async def play(world: World) -> None:
    await world.peripheral([standard.device_information(), probe.Probe()])
    central = await world.central()
    link = await central.find_and_connect("Shark")
    await link.client.request_mtu(MTU)
    await link.discover()
    handle = link.characteristic(probe.LONG_VALUE).handle
    assert len(await link.read_long(handle)) == 512

    value = probe.numbered_value(1, 300)
    await link.write(handle, value)
    assert await link.read_long(handle) == value

    part = MTU - 5
    for offset in (0, part):
        request = att.ATT_Prepare_Write_Request(
            attribute_handle=handle, value_offset=offset, part_attribute_value=bytes(part)
        )
        await link.client.send_request(request)
    await link.client.send_request(att.ATT_Execute_Write_Request(flags=CANCEL))
    assert await link.read(handle) == value[: MTU - 1]

    just_fits = probe.numbered_value(2, MTU - 1)
    await link.write(handle, just_fits)
    assert await link.read_long(handle) == just_fits
    link.tally.notes = "the last long read asks for more of a value that just fits and is told Attribute Not Long"
    await link.disconnect()
