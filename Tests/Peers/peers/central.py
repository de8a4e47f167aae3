"""A central: finds peripherals, connects to them and works with their attributes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from bumble import hci
from bumble.core import UUID, AdvertisingData
from bumble.device import Advertisement, Connection, ConnectionParametersPreferences
from bumble.gatt import GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR
from bumble.gatt_client import CharacteristicProxy, DescriptorProxy
from bumble.hci import Address

from .controller import VirtualController
from .gatt_client import CountingClient, LinkLost
from .host import make_device
from .tally import ConnectionTally, Expectation

MAX_VALUE = 512
"""An attribute value is never longer, whatever the MTU."""
REMOTE_USER_TERMINATED = int(hci.HCI_ErrorCode.REMOTE_USER_TERMINATED_CONNECTION_ERROR)


class Central:
    """One central device. Every connection it makes is added to the scenario's expectation."""

    def __init__(self, controller: VirtualController, expectation: Expectation, address: str) -> None:
        self.controller = controller
        self.expectation = expectation
        self.device = make_device(controller, "Central", address)

    async def start(self) -> None:
        await self.device.power_on()

    async def find(self, names: Iterable[str]) -> dict[str, Address]:
        """Scans until every name has been seen."""
        wanted = set(names)
        found: dict[str, Address] = {}
        complete = asyncio.get_running_loop().create_future()

        def heard(advertisement: Advertisement) -> None:
            name = advertisement.data.get(AdvertisingData.COMPLETE_LOCAL_NAME)
            if isinstance(name, bytes):
                name = name.decode()
            if isinstance(name, str) and name in wanted:
                found[name] = advertisement.address
                if len(found) == len(wanted) and not complete.done():
                    complete.set_result(None)

        self.device.on(self.device.EVENT_ADVERTISEMENT, heard)
        await self.device.start_scanning(active=True, filter_duplicates=True)
        await complete
        await self.device.stop_scanning()
        self.device.remove_listener(self.device.EVENT_ADVERTISEMENT, heard)
        return found

    async def connect(
        self,
        address: Address,
        interval_ms: float = 15.0,
        latency: int = 0,
        timeout_ms: int = 4000,
        give_up_after: float | None = None,
    ) -> CentralLink:
        preferences = ConnectionParametersPreferences(
            connection_interval_min=interval_ms,
            connection_interval_max=interval_ms,
            max_latency=latency,
            supervision_timeout=timeout_ms,
        )
        connection = await self.device.connect(
            address, connection_parameters_preferences={hci.Phy.LE_1M: preferences}, timeout=give_up_after
        )
        tally = ConnectionTally(address)
        self.expectation.connections.append(tally)
        return CentralLink(self, connection, tally)

    async def find_and_connect(self, name: str, **options: float) -> CentralLink:
        found = await self.find([name])
        return await self.connect(found[name], **options)  # type: ignore[arg-type]


class CentralLink:
    """One connection of the central."""

    def __init__(self, central: Central, connection: Connection, tally: ConnectionTally) -> None:
        self.central = central
        self.connection = connection
        self.tally = tally
        self.client = CountingClient(connection, tally)
        connection.gatt_client = self.client
        self._count_parameters()
        connection.on(connection.EVENT_DISCONNECTION, self._on_disconnection)
        connection.on(connection.EVENT_CONNECTION_PARAMETERS_UPDATE, self._count_parameters)
        connection.on(connection.EVENT_CONNECTION_ENCRYPTION_CHANGE, self._on_encryption)

    # State.

    @property
    def value_size(self) -> int:
        """The longest value that fits in one write or notification."""
        return min(self.connection.att_mtu - 3, MAX_VALUE)

    @property
    def lost(self) -> asyncio.Future[int]:
        """Done when the connection has closed, with the reason."""
        return self.client.lost

    def _on_disconnection(self, reason: int) -> None:
        self.tally.disconnect_reason = int(reason)

    def _count_parameters(self) -> None:
        parameters = self.connection.parameters
        self.tally.add_parameters(
            parameters.connection_interval, parameters.peripheral_latency, parameters.supervision_timeout
        )

    def _on_encryption(self) -> None:
        self.tally.encrypted = self.connection.is_encrypted

    # Procedures of the link.

    async def extend_data_length(self) -> None:
        """Asks for packets of 251 bytes and waits for the change."""
        changed = self._next(self.connection.EVENT_CONNECTION_DATA_LENGTH_CHANGE)
        await self.connection.set_data_length(251, 2120)
        await changed
        length = self.connection.data_length
        self.tally.append("data_length", {"tx_octets": length.max_tx_octets, "rx_octets": length.max_rx_octets})

    async def use_2m_phy(self) -> None:
        changed = self._next(self.connection.EVENT_CONNECTION_PHY_UPDATE)
        await self.connection.set_phy([hci.Phy.LE_2M], [hci.Phy.LE_2M])
        await changed
        self.tally.append("phy", {"tx": 2, "rx": 2})

    def _next(self, event: str) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def happened(*_: object) -> None:
            if not future.done():
                future.set_result(None)

        self.connection.once(event, happened)
        return future

    # Attributes.

    async def discover(self) -> None:
        """Discovers every service, characteristic and descriptor."""
        client = self.client
        client.services.clear()
        await client.discover_services()
        for service in client.services:
            await client.discover_included_services(service)
            for characteristic in await client.discover_characteristics((), service):
                await client.discover_descriptors(characteristic)
        self.tally.discovered = True

    def characteristic(self, uuid: UUID) -> CharacteristicProxy[bytes]:
        return self.client.get_characteristics_by_uuid(uuid)[0]

    def cccd(self, characteristic: CharacteristicProxy[bytes]) -> DescriptorProxy:
        descriptor = characteristic.get_descriptor(GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR)
        assert descriptor
        return descriptor

    async def subscribe(
        self, characteristic: CharacteristicProxy[bytes], heard: Callable[[bytes], None], *, indications: bool = False
    ) -> None:
        """Writes the CCCD of an already discovered characteristic."""
        subscribers = self.client.indication_subscribers if indications else self.client.notification_subscribers
        subscribers.setdefault(characteristic.handle, set()).add(heard)
        await self.write(self.cccd(characteristic).handle, b"\x02\x00" if indications else b"\x01\x00")

    async def unsubscribe(self, characteristic: CharacteristicProxy[bytes]) -> None:
        await self.write(self.cccd(characteristic).handle, b"\x00\x00")

    async def read(self, handle: int) -> bytes:
        """One Read Request, whatever the length of the value."""
        return await self.client.read_value(handle, no_long_read=True)

    async def read_long(self, handle: int) -> bytes:
        """A Read Request and as many Read Blob Requests as it takes."""
        return await self.client.read_value(handle)

    async def write(self, handle: int, value: bytes) -> None:
        await self.client.write_value(handle, value, with_response=True)

    async def command(self, handle: int, value: bytes) -> None:
        await self.client.write_value(handle, value, with_response=False)

    async def or_lost(self, future: asyncio.Future[bytes], timeout: float) -> bytes:
        """Waits for something the peer is to send; raises LinkLost or TimeoutError."""
        waiting: set[asyncio.Future[Any]] = {future, self.lost}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED, timeout=timeout)
        if future.done():
            return future.result()
        future.cancel()
        if self.lost.done():
            raise LinkLost(self.lost.result())
        raise TimeoutError

    async def disconnect(self) -> None:
        await self.connection.drain()
        await self.connection.disconnect(REMOTE_USER_TERMINATED)
        await asyncio.sleep(0.05)
