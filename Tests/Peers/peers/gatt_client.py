"""A GATT client that keeps count of what it asks for and what it gets."""

from __future__ import annotations

import asyncio
from typing import Any

from bumble import att, gatt_client
from bumble.att import Opcode
from bumble.core import ProtocolError, TimeoutError

from .tally import FIXED_ATT_CHANNEL, ConnectionTally


class LinkLost(Exception):
    """The connection closed while the client waited for something."""

    def __init__(self, reason: int) -> None:
        super().__init__(f"connection closed, reason 0x{reason:02X}")
        self.reason = reason


class CountingClient(gatt_client.Client):
    """Bumble's GATT client on one ATT bearer, with a tally.

    Write commands wait until the controller has a free buffer, so every one that is counted has gone to the controller.
    """

    def __init__(self, bearer: att.Bearer, tally: ConnectionTally) -> None:
        super().__init__(bearer)
        self.tally = tally
        self.channel = bearer.source_cid if att.is_enhanced_bearer(bearer) else FIXED_ATT_CHANNEL
        self.lost: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.connection.on(self.connection.EVENT_DISCONNECTION, self._on_link_lost)

    def _on_link_lost(self, reason: int) -> None:
        if not self.lost.done():
            self.lost.set_result(reason)

    # Requests.

    async def send_request(self, request: att.ATT_PDU) -> Any:
        handle = _handle_of(request)
        try:
            response = await super().send_request(request)
        except asyncio.CancelledError:
            if not self.lost.done():
                raise
            self._count_request(request, None)
            self.tally.unanswered.append({"request": int(request.op_code), "handle": handle})
            raise LinkLost(self.lost.result()) from None
        except TimeoutError:
            self._count_request(request, None)
            self.tally.unanswered.append({"request": int(request.op_code), "handle": handle})
            raise
        self._count_request(request, response)
        if response.op_code == Opcode.ATT_ERROR_RESPONSE:
            self.tally.add_error(
                int(response.request_opcode_in_error),
                int(response.attribute_handle_in_error),
                int(response.error_code),
            )
        return response

    def _count_request(self, request: Any, response: Any) -> None:
        failed = response is None or response.op_code == Opcode.ATT_ERROR_RESPONSE
        add = self.tally.add_failed if failed else self.tally.add
        match request:
            case att.ATT_Read_Request():
                size = 0 if failed else len(response.attribute_value)
                add("read", request.attribute_handle, "peer", size, self.channel)
            case att.ATT_Read_Blob_Request():
                size = 0 if failed else len(response.part_attribute_value)
                add("read_blob", request.attribute_handle, "peer", size, self.channel)
            case att.ATT_Write_Request():
                add("write_request", request.attribute_handle, "local", len(request.attribute_value), self.channel)
            case att.ATT_Prepare_Write_Request():
                size = len(request.part_attribute_value)
                add("prepare_write", request.attribute_handle, "local", size, self.channel)
            case _:
                pass

    async def write_long_value(self, attribute_handle: int, value: bytes) -> None:
        try:
            await super().write_long_value(attribute_handle, value)
        except ProtocolError:
            self.tally.add_failed("long_write", attribute_handle, "local", len(value), self.channel)
            raise
        self.tally.add("long_write", attribute_handle, "local", len(value), self.channel)

    async def request_mtu(self, mtu: int) -> int:
        first = not self.mtu_exchange_done
        effective = await super().request_mtu(mtu)
        if first:
            self.tally.mtu = {"client": mtu, "server": self.server_mtu, "effective": effective}
        return effective

    # Commands.

    async def send_command(self, command: Any) -> None:
        await self.wait_for_buffers(7 + len(command.attribute_value))
        await super().send_command(command)
        if isinstance(command, att.ATT_Write_Command):
            self.tally.add(
                "write_command", command.attribute_handle, "local", len(command.attribute_value), self.channel
            )

    async def wait_for_buffers(self, size: int) -> None:
        """Waits until the controller can take a PDU of `size` bytes at once."""
        queue = self.connection.data_packet_queue
        while queue:
            needed = -(-size // queue.max_packet_size)
            if queue.pending + needed <= queue.max_in_flight:
                return
            flow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            queue.once("flow", lambda flow=flow: flow.done() or flow.set_result(None))
            waiting: set[asyncio.Future[Any]] = {flow, self.lost}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if self.lost.done():
                raise LinkLost(self.lost.result())

    # What the server sends.

    def on_gatt_pdu(self, att_pdu: att.ATT_PDU) -> None:
        match att_pdu:
            case att.ATT_Exchange_MTU_Response():
                self.server_mtu = att_pdu.server_rx_mtu
            case att.ATT_Handle_Value_Notification():
                self._count_value("notification", att_pdu)
            case att.ATT_Handle_Value_Indication():
                self._count_value("indication", att_pdu)
            case _:
                pass
        super().on_gatt_pdu(att_pdu)

    def _count_value(self, kind: str, pdu: Any) -> None:
        self.tally.add(kind, pdu.attribute_handle, "peer", len(pdu.attribute_value), self.channel)


def _handle_of(request: Any) -> int:
    return int(getattr(request, "attribute_handle", getattr(request, "starting_handle", 0)))
