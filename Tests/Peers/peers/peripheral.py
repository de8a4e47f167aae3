"""A peripheral: a GATT server that advertises, and advertises again after a disconnection."""

from __future__ import annotations

import asyncio

from bumble.att import Attribute
from bumble.core import AdvertisingData
from bumble.device import Connection
from bumble.gatt import CharacteristicDeclaration, Descriptor, IncludedServiceDeclaration, Service

from .background import spawn
from .controller import VirtualController
from .host import make_device
from .services.active import ActiveService
from .tally import Json, uuid_text

ADVERTISING_INTERVAL_MS = 100.0
READVERTISE_AFTER = 0.060


class Peripheral:
    """One peripheral device with the services it is given."""

    def __init__(
        self, controller: VirtualController, name: str, address: str, services: list[Service], max_mtu: int = 247
    ) -> None:
        self.controller = controller
        self.device = make_device(controller, name, address)
        self.address = self.device.random_address
        self.device.gatt_server.max_mtu = max_mtu
        self._add(services)
        self.connection: Connection | None = None
        self.disconnect_reason: int | None = None
        self.advertised: list[tuple[int, bytes]] = []
        """What it advertises beside flags and name."""
        self.comes_back = True
        """Whether it advertises again after a disconnection."""
        self.device.on(self.device.EVENT_CONNECTION, self._on_connection)

    async def start(self) -> None:
        await self.device.power_on()
        await self.advertise()

    async def advertise(self) -> None:
        name = self.device.name.encode()
        data = AdvertisingData(
            [(AdvertisingData.FLAGS, b"\x06"), (AdvertisingData.COMPLETE_LOCAL_NAME, name), *self.advertised]
        )
        await self.device.start_advertising(
            advertising_data=bytes(data),
            scan_response_data=b"",
            advertising_interval_min=ADVERTISING_INTERVAL_MS,
            advertising_interval_max=ADVERTISING_INTERVAL_MS,
        )

    @property
    def value_size(self) -> int:
        """The longest value that fits in one notification."""
        return self.connection.att_mtu - 3 if self.connection else 0

    async def notify(self, attribute: Attribute[bytes], value: bytes) -> None:
        """Notifies the connected client if it has subscribed."""
        if self.connection:
            await self.device.gatt_server.notify_subscriber(self.connection, attribute, value)

    async def indicate(self, attribute: Attribute[bytes], value: bytes) -> None:
        """Indicates to the connected client if it has subscribed, and waits for the confirmation."""
        if self.connection:
            await self.device.gatt_server.indicate_subscriber(self.connection, attribute, value)

    def table(self) -> Json:
        """The GATT table as the server has it."""
        services: list[Json] = []
        for attribute in self.device.gatt_server.attributes:
            match attribute:
                case Service():
                    service: Json = {"uuid": uuid_text(attribute.uuid), "start": attribute.handle}
                    services.append(service | {"end": attribute.end_group_handle, "characteristics": []})
                case IncludedServiceDeclaration():
                    included = {"handle": attribute.handle, "uuid": uuid_text(attribute.service.uuid)}
                    services[-1].setdefault("included", []).append(included)
                case CharacteristicDeclaration():
                    characteristic = attribute.characteristic
                    services[-1]["characteristics"].append(
                        {
                            "uuid": uuid_text(characteristic.uuid),
                            "declaration": attribute.handle,
                            "value": attribute.handle + 1,
                            "property_bits": int(characteristic.properties),
                            "descriptors": [],
                        }
                    )
                case Descriptor():
                    descriptor = {"handle": attribute.handle, "uuid": uuid_text(attribute.type)}
                    services[-1]["characteristics"][-1]["descriptors"].append(descriptor)
                case _:
                    pass
        return {"services": services}

    def replace_services(self, services: list[Service]) -> None:
        """Replaces everything after the generic services, as a firmware with another GATT table would."""
        server = self.device.gatt_server
        generic = server.services[:2]
        generic_end = generic[-1].end_group_handle
        server.attributes.clear()
        server.services.clear()
        server.attributes_by_handle.clear()
        for subscriptions in server.subscribers.values():
            for handle in [handle for handle in subscriptions if handle > generic_end]:
                del subscriptions[handle]
        server.add_services(generic)
        self._add(services)

    def _add(self, services: list[Service]) -> None:
        for service in services:
            if isinstance(service, ActiveService):
                service.sender = self
            self.device.add_service(service)

    def _on_connection(self, connection: Connection) -> None:
        self.connection = connection
        connection.on(connection.EVENT_DISCONNECTION, self._on_disconnection)

    def _on_disconnection(self, reason: int) -> None:
        self.connection = None
        self.disconnect_reason = reason
        if self.comes_back:
            asyncio.get_running_loop().call_later(READVERTISE_AFTER, lambda: spawn(self.advertise()))
