#!/usr/bin/env python3
"""A device to talk to, in real time: one virtual radio with a Bumble device on it, and an H4 port for another program's host.

    .build/peers-venv/bin/python Tests/Peers/live-device.py --listen tcp:127.0.0.1:9100 [--listen unix:PATH] [--listen pty:PATH]

It prints one line of JSON for what happens, the first when it is ready: {"ready": ["tcp:127.0.0.1:9100"]}. It ends with its
standard input. `--role central` connects to whoever advertises `--target` and works through its attributes instead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bumble.core import AdvertisingData
from bumble.device import Connection
from bumble.gatt import Service
from bumble.pairing import PairingConfig, PairingDelegate

from peers.central import Central
from peers.controller import Capabilities, VirtualController
from peers.live_port import LivePorts
from peers.peripheral import Peripheral
from peers.radio import Radio
from peers.services import ota, probe, standard
from peers.tally import Expectation

PERIPHERAL_ADDRESS = "F0:F1:F2:F3:F4:F5"
CENTRAL_ADDRESS = "F6:F1:F2:F3:F4:F6"
PUBLIC_ADDRESS = "00:00:5E:00:53:{:02X}"
REMOTE_USER_TERMINATED = 0x13
CONNECTION_TIMEOUT = 0x08


def say(**facts: object) -> None:
    print(json.dumps(facts), flush=True)


class LiveProbe(probe.Probe):
    """The probe with a trigger that also ends the link (3), loses it (4), asks for parameters (5) or for pairing (6)."""

    device: Peripheral

    def _write_trigger(self, connection: object, value: bytes) -> None:
        kind, count, size, interval_ms = struct.unpack("<BHHH", value)
        assert isinstance(connection, Connection)
        if kind < 3:
            super()._write_trigger(connection, value)
            return
        asyncio.get_running_loop().call_later(interval_ms / 1000, self._act, kind, connection, count, size)

    def _act(self, kind: int, connection: Connection, count: int, size: int) -> None:
        match kind:
            case 3:
                asyncio.ensure_future(connection.disconnect(REMOTE_USER_TERMINATED))
            case 4:
                self.device.controller.ends[connection.handle].link.lose_at_once(CONNECTION_TIMEOUT)
            case 5:
                interval = count * 1.25
                asyncio.ensure_future(connection.update_parameters(interval, interval, size, 4000, use_l2cap=True))
            case _:
                connection.request_pairing()


class World:
    """The radio and what is on it."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.radio = Radio()
        self.radio.exchanges_per_event = arguments.packets_per_event
        self.capabilities = Capabilities(
            acl_length=arguments.acl_length,
            acl_packets=arguments.acl_packets,
            extended_advertising=arguments.extended,
        )
        self._controllers = 0

    def controller(self, capabilities: Capabilities | None = None) -> VirtualController:
        self._controllers += 1
        address = PUBLIC_ADDRESS.format(self._controllers)
        return VirtualController(f"live/{self._controllers}", self.radio, address, capabilities)

    def attached_controller(self) -> VirtualController:
        """The controller of a host that attaches."""
        say(attached=self._controllers + 1)
        return self.controller(self.capabilities)

    async def peripheral(self) -> Peripheral:
        services: list[Service] = [standard.device_information(), standard.Battery()]
        live = LiveProbe(errors=True, protected=True)
        services += [live, ota.OtaService()]
        if self.arguments.pad:
            filler = [standard.device_information() for _ in range(self.arguments.pad)]
            services = [*filler, *services]
        peripheral = Peripheral(
            self.controller(Capabilities(seconds_per_byte=0.1e-6)),
            self.arguments.name,
            PERIPHERAL_ADDRESS,
            services,
            self.arguments.mtu,
        )
        live.device = peripheral
        peripheral.advertised.append((AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b"\x0a\x18"))
        self._choose_pairing(peripheral)
        peripheral.device.on(
            peripheral.device.EVENT_CONNECTION, lambda connection: say(connected=str(connection.peer_address))
        )
        await peripheral.start()
        return peripheral

    def _choose_pairing(self, peripheral: Peripheral) -> None:
        arguments = self.arguments
        delegate: PairingDelegate
        if arguments.passkey is None:
            delegate = PairingDelegate(io_capability=PairingDelegate.NO_OUTPUT_NO_INPUT)
        else:
            delegate = FixedPasskey(arguments.passkey)
        peripheral.device.pairing_config_factory = lambda connection: PairingConfig(
            sc=not arguments.legacy_pairing,
            mitm=arguments.passkey is not None,
            bonding=True,
            delegate=delegate,
            identity_address_type=PairingConfig.AddressType.RANDOM,
        )


class FixedPasskey(PairingDelegate):
    """Shows a passkey that is known beforehand."""

    def __init__(self, passkey: int) -> None:
        super().__init__(io_capability=PairingDelegate.DISPLAY_OUTPUT_ONLY)
        self._passkey = passkey

    async def generate_passkey(self) -> int:
        return self._passkey


async def play_central(world: World) -> None:
    """A Bumble client connects to the host that advertises, and reads, writes and subscribes to all it can."""
    arguments = world.arguments
    central = Central(world.controller(Capabilities(seconds_per_byte=0.1e-6)), Expectation("live", "central"), CENTRAL_ADDRESS)
    await central.start()
    link = await central.find_and_connect(arguments.target, interval_ms=7.5)
    say(connected=str(link.connection.peer_address))

    def changed() -> None:
        now = link.connection.parameters
        say(parameters=[now.connection_interval, now.peripheral_latency, now.supervision_timeout])

    link.connection.on(Connection.EVENT_CONNECTION_PARAMETERS_UPDATE, changed)
    if arguments.mtu > 23:
        say(mtu=await link.client.request_mtu(arguments.mtu))
    await link.discover()
    if arguments.pair:
        await link.connection.pair()
        say(encrypted=bool(link.connection.is_encrypted))
    for service in link.client.services:
        for one in service.characteristics:
            facts: dict[str, object] = {"characteristic": str(one.uuid), "handle": one.handle}
            properties = int(one.properties)
            heard: list[str] = []
            if properties & 0x30:
                await link.subscribe(one, lambda value, to=heard: to.append(bytes(value).hex()), indications=not properties & 0x10)
            if properties & 0x02:
                facts["value"] = (await link.read_long(one.handle)).hex()
            if properties & 0x08:
                await link.write(one.handle, arguments.write)
                facts["written"] = arguments.write.hex()
            if properties & 0x30:
                await asyncio.sleep(arguments.listen_seconds)
                facts["heard"] = heard
            say(**facts)
    await link.disconnect()
    say(done=True)


async def end_of_input() -> None:
    """Waits until whoever started this program is gone."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.read(1024):
        pass


async def run(arguments: argparse.Namespace) -> None:
    world = World(arguments)
    ports = LivePorts(world.attached_controller)
    if arguments.role in ("peripheral", "both"):
        await world.peripheral()
    places = [await ports.open(place) for place in arguments.listen]
    say(ready=places)
    ending = asyncio.ensure_future(end_of_input())
    if arguments.role in ("central", "both"):
        playing = asyncio.ensure_future(play_central(world))
        await asyncio.wait({ending, playing}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done() and (failure := playing.exception()):
            say(failed=repr(failure))
    await ending


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--listen", action="append", metavar="PLACE", required=True, help="tcp:HOST:PORT, unix:PATH or pty:PATH (repeatable)")
    add("--role", choices=("peripheral", "central", "both", "none"), default="peripheral", help="what there is besides the ports")
    add("--name", default="Shark")
    add("--target", default="SharkReplay", help="the name that the central looks for")
    add("--mtu", type=int, default=247)
    add("--pad", type=int, default=0, help="services in front of the others: every handle moves")
    add("--acl-length", type=int, default=251, help="bytes of the buffers of the controller that hosts attach to")
    add("--acl-packets", type=int, default=8, help="how many buffers it has")
    add("--packets-per-event", type=int, default=6)
    add("--extended", action="store_true", help="that controller has extended advertising")
    add("--legacy-pairing", action="store_true", help="the device pairs by LE legacy pairing")
    add("--passkey", type=int, help="the device shows this passkey")
    add("--pair", action="store_true", help="the central pairs")
    add("--write", type=bytes.fromhex, default=b"live", help="what the central writes, in hexadecimal")
    add("--listen-seconds", type=float, default=0.3, help="how long the central waits for values of each characteristic")
    add("--verbose", action="store_true")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.DEBUG if arguments.verbose else logging.ERROR)
    asyncio.run(run(arguments))


if __name__ == "__main__":
    main()
