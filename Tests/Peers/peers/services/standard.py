"""Adopted services: Device Information, Battery, Heart Rate."""

from __future__ import annotations

import asyncio
import struct

from bumble.att import Attribute
from bumble.core import UUID
from bumble.gatt import Characteristic, Service

from .active import ActiveService

READ = Characteristic.Properties.READ
NOTIFY = Characteristic.Properties.NOTIFY
READABLE = Attribute.Permissions.READABLE

DEVICE_INFORMATION = UUID.from_16_bits(0x180A)
MANUFACTURER_NAME = UUID.from_16_bits(0x2A29)
MODEL_NUMBER = UUID.from_16_bits(0x2A24)
FIRMWARE_REVISION = UUID.from_16_bits(0x2A26)
BATTERY = UUID.from_16_bits(0x180F)
BATTERY_LEVEL = UUID.from_16_bits(0x2A19)
HEART_RATE = UUID.from_16_bits(0x180D)
HEART_RATE_MEASUREMENT = UUID.from_16_bits(0x2A37)
BODY_SENSOR_LOCATION = UUID.from_16_bits(0x2A38)


def device_information(firmware: str = "1.0.0") -> Service:
    values = {MANUFACTURER_NAME: "bleshark", MODEL_NUMBER: "test peer", FIRMWARE_REVISION: firmware}
    return Service(
        DEVICE_INFORMATION, [Characteristic(uuid, READ, READABLE, text.encode()) for uuid, text in values.items()]
    )


class Battery(Service):
    """One battery that can be read and notifies."""

    def __init__(self, percent: int = 87) -> None:
        self.level = Characteristic(BATTERY_LEVEL, READ | NOTIFY, READABLE, bytes([percent]))
        super().__init__(BATTERY, [self.level])


class HeartRate(ActiveService):
    """A heart rate sensor at the wrist, that measures when it is told to."""

    def __init__(self, includes: Service | None = None) -> None:
        self.measurement = Characteristic(HEART_RATE_MEASUREMENT, NOTIFY, Attribute.Permissions(0), b"")
        location = Characteristic(BODY_SENSOR_LOCATION, READ, READABLE, b"\x02")
        super().__init__(HEART_RATE, [self.measurement, location], included_services=[includes] if includes else [])

    async def measure(self, times: int, interval: float) -> None:
        """Notifies so many measurements, one an interval in seconds."""
        for number in range(times):
            await asyncio.sleep(interval)
            beats = 68 + number % 5
            await self.sender.notify(self.measurement, heart_rate_measurement(beats, 60_000 // beats))


def heart_rate_measurement(beats: int, interval_ms: int) -> bytes:
    """A measurement with contact detected and one RR interval."""
    return struct.pack("<BBH", 0x16, beats, round(interval_ms * 1.024))
