"""Base of the services that send values by themselves."""

from __future__ import annotations

from typing import Protocol

from bumble.att import Attribute
from bumble.gatt import Service


class ValueSender(Protocol):
    """What a service needs from the peripheral it belongs to."""

    @property
    def value_size(self) -> int: ...

    async def notify(self, attribute: Attribute[bytes], value: bytes) -> None: ...

    async def indicate(self, attribute: Attribute[bytes], value: bytes) -> None: ...


class ActiveService(Service):
    """A service whose peripheral sets `sender`."""

    sender: ValueSender
