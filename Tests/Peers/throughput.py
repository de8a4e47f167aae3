#!/usr/bin/env python3
"""How fast a Bumble client sends write commands over H4 to a live device: the yardstick for our own host.

    .build/peers-venv/bin/python Tests/Peers/throughput.py tcp-client:127.0.0.1:9100 COUNT SIZE

Prints one line of JSON: {"seconds": …, "bytes_per_s": …}.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bumble.device import Device, Peer
from bumble.hci import Address
from bumble.transport import open_transport

from peers.services import probe

PERIPHERAL = Address("F0:F1:F2:F3:F4:F5")
INTERVAL_MS = 15.0


async def run(place: str, count: int, size: int) -> None:
    async with await open_transport(place) as (source, sink):
        device = Device.with_hci("Yardstick", Address("F6:F1:F2:F3:F4:F6"), source, sink)
        await device.power_on()
        connection = await device.connect(PERIPHERAL)
        await connection.update_parameters(INTERVAL_MS, INTERVAL_MS, 0, 4000)
        await connection.set_data_length(251, 2120)
        peer = Peer(connection)
        await peer.request_mtu(247)
        await peer.discover_all()
        setting = peer.get_characteristics_by_uuid(probe.SETTING)[0]
        await asyncio.sleep(0.2)
        start = time.monotonic()
        for number in range(count):
            await setting.write_value(bytes([number & 0xFF]) * size, with_response=False)
        await setting.read_value()
        seconds = time.monotonic() - start
        print(json.dumps({"seconds": round(seconds, 3), "bytes_per_s": round(count * size / seconds)}), flush=True)
        await connection.disconnect()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
