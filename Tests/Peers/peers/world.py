"""The world of one scenario: a radio, the devices on it, the capture that one host records."""

from __future__ import annotations

import json
from pathlib import Path

from bumble.gatt import Service

from . import background
from .btsnoop import BtsnoopWriter
from .central import Central
from .controller import Capabilities, VirtualController
from .peripheral import Peripheral
from .radio import Radio
from .tally import Expectation

CENTRAL_ADDRESS = "F6:F1:F2:F3:F4:F6"
PERIPHERAL_ADDRESS = "F0:F1:F2:F3:F4:F5"
PUBLIC_ADDRESS = "00:00:5E:00:53:{:02X}"
"""From the range that is set aside for documentation."""


class World:
    """Makes the devices of a scenario and writes its two files."""

    def __init__(self, name: str, folder: Path, *, side: str = "central") -> None:
        self.name = name
        self.radio = Radio()
        self.expectation = Expectation(name, side, mirrored=side == "peripheral")
        self._folder = folder
        self._recorder = BtsnoopWriter(folder / f"{name}.btsnoop")
        self._controllers = 0
        self._peripherals: list[Peripheral] = []

    def _controller(self, name: str, capabilities: Capabilities | None, *, recorded: bool) -> VirtualController:
        self._controllers += 1
        address = PUBLIC_ADDRESS.format(self._controllers)
        recorder = self._recorder if recorded else None
        return VirtualController(f"{self.name}/{name}/{self._controllers}", self.radio, address, capabilities, recorder)

    async def peripheral(
        self, services: list[Service], name: str = "Shark", address: str = PERIPHERAL_ADDRESS, max_mtu: int = 247
    ) -> Peripheral:
        """A running peripheral that advertises."""
        peripheral = self.silent_peripheral(services, name, address, max_mtu=max_mtu)
        await peripheral.start()
        return peripheral

    def silent_peripheral(
        self,
        services: list[Service],
        name: str,
        address: str,
        capabilities: Capabilities | None = None,
        max_mtu: int = 247,
    ) -> Peripheral:
        """A peripheral that is not started."""
        recorded = self.expectation.side == "peripheral"
        controller = self._controller(name, capabilities, recorded=recorded)
        peripheral = Peripheral(controller, name, address, services, max_mtu)
        self._peripherals.append(peripheral)
        return peripheral

    async def central(self, capabilities: Capabilities | None = None) -> Central:
        """A running central."""
        controller = self._controller("central", capabilities, recorded=self.expectation.side == "central")
        central = Central(controller, self.expectation, CENTRAL_ADDRESS)
        await central.start()
        return central

    def save_image(self, image: bytes) -> None:
        """Writes NAME.image.bin: the firmware that an update sends."""
        (self._folder / f"{self.name}.image.bin").write_bytes(image)

    def finish(self) -> None:
        background.check()
        self._recorder.close()
        for connection in self.expectation.connections:
            if connection.discovered:
                peripheral = next(
                    (one for one in self._peripherals if one.address == connection.peer), self._peripherals[0]
                )
                connection.facts["gatt"] = peripheral.table()
        text = json.dumps(self.expectation.json(), indent=2) + "\n"
        (self._folder / f"{self.name}.expected.json").write_text(text)
