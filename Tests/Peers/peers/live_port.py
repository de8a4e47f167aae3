"""An H4 port in real time: another program's host attaches to a virtual controller over TCP, a Unix socket or a terminal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import tty
from collections.abc import Callable
from pathlib import Path

from bumble.core import InvalidPacketError
from bumble.transport.common import PacketParser

from .controller import VirtualController

READ_SIZE = 65_536


class LivePort:
    """The wire of one attached host. Takes the place of the `HciPort` that the controller has."""

    def __init__(self, controller: VirtualController, write: Callable[[bytes], object]) -> None:
        self._write = write
        self._parser = PacketParser(controller)  # type: ignore[arg-type]
        controller.port = self  # type: ignore[assignment]

    def send_to_host(self, packet: bytes) -> None:
        """The controller sends a packet."""
        self._write(packet)

    def feed(self, data: bytes) -> None:
        """The host sent bytes."""
        self._parser.feed_data(data)


class LivePorts:
    """Where hosts attach. Each gets a controller of its own; what its controller had is gone when it leaves."""

    def __init__(self, make_controller: Callable[[], VirtualController]) -> None:
        self._make_controller = make_controller
        self._servers: list[asyncio.Server] = []

    async def open(self, place: str) -> str:
        """Opens `tcp:HOST:PORT` (port 0 takes a free one), `unix:PATH` or `pty:PATH`; returns where it is."""
        kind, _, rest = place.partition(":")
        match kind:
            case "tcp":
                host, _, port = rest.rpartition(":")
                server = await asyncio.start_server(self._serve, host, int(port))
                self._servers.append(server)
                return f"tcp:{host}:{server.sockets[0].getsockname()[1]}"
            case "unix":
                Path(rest).unlink(missing_ok=True)
                self._servers.append(await asyncio.start_unix_server(self._serve, rest))
                return place
            case "pty":
                self._serve_terminal(rest)
                return place
            case _:
                raise ValueError(place)

    async def attach(self, host: str, port: int) -> None:
        """Attaches a controller to a port that somebody else listens on, as `btattach` does."""
        reader, writer = await asyncio.open_connection(host, port)
        await self._serve(reader, writer)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        controller = self._make_controller()
        port = LivePort(controller, writer.write)
        with contextlib.suppress(ConnectionError, InvalidPacketError):
            while data := await reader.read(READ_SIZE):
                port.feed(data)
        controller.vanish()
        writer.close()

    def _serve_terminal(self, path: str) -> None:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        Path(path).unlink(missing_ok=True)
        Path(path).symlink_to(os.ttyname(theirs))
        port = LivePort(self._make_controller(), lambda packet: os.write(ours, packet))
        asyncio.get_running_loop().add_reader(ours, lambda: port.feed(os.read(ours, READ_SIZE)))
