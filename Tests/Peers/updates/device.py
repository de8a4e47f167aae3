"""The device's side of an update, as all protocols have it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bumble.att import ATT_Error, Attribute
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue
from bumble.hci import HCI_ErrorCode

from peers.background import spawn
from peers.peripheral import Peripheral
from peers.services.active import ActiveService

from .faults import Fault, FaultPlan

Properties = Characteristic.Properties
WRITEABLE = Attribute.Permissions.WRITEABLE
HANDLING_TIME = 0.0005
HANGING_UP = int(HCI_ErrorCode.REMOTE_USER_TERMINATED_CONNECTION_ERROR)


class UpdateDevice(ActiveService):
    """A service that takes an image.

    A protocol's device makes its characteristics with `takes`, gives them to this initializer, and answers with
    `answer`. What it has stored is `stored`, so that a scenario can tell what arrived.
    """

    peripheral: Peripheral
    plan: FaultPlan
    ATT_ERROR = 0x80
    """What it answers writes with under Fault.ATT_ERROR."""

    def __init__(
        self, service: UUID, characteristics: list[Characteristic[bytes]], plan: FaultPlan | None = None
    ) -> None:
        # A device that is built on a service with an initializer of its own sets its plan before.
        if plan:
            self.plan = plan
        self.stored = bytearray()
        self.is_silent = False
        self.is_leaving = False
        super().__init__(service, characteristics)

    # Making characteristics.

    def takes(
        self, uuid: UUID, properties: Characteristic.Properties, handler: Callable[[bytes], None], *, image: bool = False
    ) -> Characteristic[bytes]:
        """A characteristic whose values go to `handler(value)`; `image` for the one that takes the image."""

        def write(_: object, value: bytes) -> None:
            if image and self.fits(value):
                handler(value)
            elif not image and self.allows(value):
                # As a program would that has a queue of its own: after the stack has answered.
                asyncio.get_running_loop().call_later(HANDLING_TIME, handler, value)

        return Characteristic[bytes](uuid, properties, WRITEABLE, CharacteristicValue[bytes](write=write))

    def allows(self, value: bytes) -> bool:
        """Whether a command is looked at; under Fault.ATT_ERROR the first one is answered by an error."""
        if self.plan.strikes(Fault.ATT_ERROR):
            raise ATT_Error(self.ATT_ERROR)
        return not self.is_silent

    def fits(self, value: bytes) -> bool:
        """Whether a chunk reaches the program: not when it is too long, dropped, or too late."""
        if self.is_silent or self.is_leaving or len(value) > self.sender.value_size:
            return False
        if self.plan.strikes(Fault.LOST, len(self.stored)):
            return False
        if self.plan.fault in (Fault.RESUMED, Fault.WRONG_RESUME) and self.plan.strikes(
            self.plan.fault, len(self.stored)
        ):
            self.is_leaving = True
            self.hang_up()
            return False
        if self.plan.strikes(Fault.NO_ANSWER, len(self.stored)):
            self.is_silent = True
        return not self.is_silent

    # Doing something.

    def answer(
        self, characteristic: Characteristic[bytes], value: bytes, delay: float = 0.0, *, indicate: bool = False
    ) -> None:
        """Notifies (or indicates) after a while, unless the device has fallen silent."""

        async def send() -> None:
            await asyncio.sleep(delay)
            if not self.is_silent:
                await (self.sender.indicate if indicate else self.sender.notify)(characteristic, value)

        spawn(send())

    @staticmethod
    async def never() -> None:
        """What a handler awaits whose program has fallen silent: no response goes out."""
        await asyncio.get_running_loop().create_future()

    def hang_up(self, after: float = 0.0) -> None:
        """Ends the connection, as a device does that restarts."""

        async def disconnect() -> None:
            await asyncio.sleep(after)
            if self.peripheral.connection:
                await self.peripheral.connection.disconnect(HANGING_UP)
            self.is_leaving = False

        spawn(disconnect())
