"""Requests that are answered by every kind of ATT error."""

from __future__ import annotations

from bumble import att
from bumble.att import ATT_Error
from bumble.core import UUID

from peers.services import probe, standard
from peers.world import World

CHARACTERISTIC = UUID.from_16_bits(0x2803)
LAST_HANDLE = 0xFFFF


async def play(world: World) -> None:
    await world.peripheral([standard.device_information(), probe.Probe(errors=True)])
    central = await world.central()
    link = await central.find_and_connect("Shark")
    await link.client.request_mtu(185)
    await link.discover()
    for code in probe.ERROR_CODES:
        handle = link.characteristic(probe.error_uuid(code)).handle
        for attempt in (link.read(handle), link.write(handle, b"no")):
            try:
                await attempt
                raise AssertionError("this must fail")
            except ATT_Error as error:
                assert error.error_code == code

    long_value = link.characteristic(probe.LONG_VALUE).handle
    setting = link.characteristic(probe.SETTING).handle
    requests = (
        att.ATT_Write_Request(attribute_handle=setting, attribute_value=bytes(probe.LONGEST_SETTING + 1)),
        att.ATT_Read_Blob_Request(attribute_handle=long_value, value_offset=600),
        att.ATT_Read_Blob_Request(attribute_handle=setting, value_offset=2),
        att.ATT_Read_Request(attribute_handle=LAST_HANDLE),
        att.ATT_Read_Request(attribute_handle=0),
        att.ATT_Write_Request(attribute_handle=LAST_HANDLE, attribute_value=b"no"),
        att.ATT_Prepare_Write_Request(attribute_handle=LAST_HANDLE, value_offset=0, part_attribute_value=b"no"),
        att.ATT_Read_By_Type_Request(starting_handle=9, ending_handle=3, attribute_type=CHARACTERISTIC),
        att.ATT_Read_By_Group_Type_Request(
            starting_handle=1, ending_handle=LAST_HANDLE, attribute_group_type=CHARACTERISTIC
        ),
    )
    for request in requests:
        response = await link.client.send_request(request)
        assert response.op_code == att.Opcode.ATT_ERROR_RESPONSE
    await link.read(setting)
    await link.disconnect()
