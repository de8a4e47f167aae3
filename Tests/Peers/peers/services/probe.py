"""A service for everything a client may try: long values, notifications on demand, errors, protected values."""

from __future__ import annotations

import asyncio
import struct

from bumble.att import ATT_Error, Attribute
from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor

from ..background import spawn
from .active import ActiveService

Properties = Characteristic.Properties
Permissions = Attribute.Permissions
OPEN = Permissions.READABLE | Permissions.WRITEABLE
USER_DESCRIPTION = UUID.from_16_bits(0x2901)
INVALID_VALUE_LENGTH = 0x0D
LONGEST_SETTING = 32
ERROR_CODES = (0x02, 0x03, 0x05, 0x08, 0x0C, 0x0F, 0x11, 0x80, 0xFC, 0xFD, 0xFE, 0xFF)
"""Each has a characteristic that answers every read and write with it."""


def probe_uuid(number: int) -> UUID:
    return UUID(f"c0de{number:04x}-0000-4a00-8000-00805f9b34fb")


SERVICE = probe_uuid(0)
SETTING = probe_uuid(1)
LONG_VALUE = probe_uuid(2)
TRIGGER = probe_uuid(3)
NOTIFIER = probe_uuid(4)
INDICATOR = probe_uuid(5)
ENCRYPTED = probe_uuid(6)
AUTHENTICATED = probe_uuid(7)


def error_uuid(code: int) -> UUID:
    return probe_uuid(0x100 + code)


def numbered_value(number: int, size: int) -> bytes:
    """A value that starts with its number and then counts up."""
    return (struct.pack("<H", number) + bytes((number + offset) & 0xFF for offset in range(size)))[:size]


def trigger_value(count: int, size: int, interval_ms: int, *, indications: bool = False) -> bytes:
    """What to write to the trigger for so many values of so many bytes."""
    return struct.pack("<BHHH", 2 if indications else 1, count, size, interval_ms)


class Probe(ActiveService):
    """The service, with the failing and the protected characteristics if asked for."""

    def __init__(self, *, errors: bool = False, protected: bool = False) -> None:
        self.setting = b"hello"
        self.long_value = bytes(range(256)) * 2
        self.notifier = Characteristic[bytes](
            NOTIFIER,
            Properties.NOTIFY | Properties.READ,
            Permissions.READABLE,
            bytes(4),
            [Descriptor(USER_DESCRIPTION, Permissions.READABLE, b"counter")],
        )
        self.indicator = Characteristic[bytes](INDICATOR, Properties.INDICATE, Permissions(0), b"")
        characteristics = [
            Characteristic[bytes](
                SETTING,
                Properties.READ | Properties.WRITE | Properties.WRITE_WITHOUT_RESPONSE,
                OPEN,
                CharacteristicValue[bytes](read=lambda _: self.setting, write=self._write_setting),
            ),
            Characteristic[bytes](
                LONG_VALUE,
                Properties.READ | Properties.WRITE,
                OPEN,
                CharacteristicValue[bytes](read=lambda _: self.long_value, write=self._write_long_value),
                [Descriptor(USER_DESCRIPTION, Permissions.READABLE, b"up to 512 bytes")],
            ),
            Characteristic[bytes](
                TRIGGER, Properties.WRITE, Permissions.WRITEABLE, CharacteristicValue[bytes](write=self._write_trigger)
            ),
            self.notifier,
            self.indicator,
        ]
        if protected:
            encrypted = Permissions.READABLE | Permissions.READ_REQUIRES_ENCRYPTION
            authenticated = Permissions.READABLE | Permissions.READ_REQUIRES_AUTHENTICATION
            characteristics += [
                Characteristic[bytes](ENCRYPTED, Properties.READ, encrypted, b"only over an encrypted link"),
                Characteristic[bytes](AUTHENTICATED, Properties.READ, authenticated, b"only for a paired peer"),
            ]
        if errors:
            characteristics += [_failing(code) for code in ERROR_CODES]
        super().__init__(SERVICE, characteristics)

    def _write_setting(self, _: object, value: bytes) -> None:
        if len(value) > LONGEST_SETTING:
            raise ATT_Error(INVALID_VALUE_LENGTH)
        self.setting = value

    def _write_long_value(self, _: object, value: bytes) -> None:
        self.long_value = value

    def _write_trigger(self, _: object, value: bytes) -> None:
        kind, count, size, interval_ms = struct.unpack("<BHHH", value)
        spawn(self._send(kind == 2, count, size, interval_ms / 1000))

    async def _send(self, indications: bool, count: int, size: int, interval: float) -> None:
        for number in range(count):
            await asyncio.sleep(interval)
            value = numbered_value(number, size)
            if indications:
                await self.sender.indicate(self.indicator, value)
            else:
                await self.sender.notify(self.notifier, value)


def _failing(code: int) -> Characteristic[bytes]:
    def fail_read(_: object) -> bytes:
        raise ATT_Error(code)

    def fail_write(_: object, value: bytes) -> None:
        raise ATT_Error(code)

    value = CharacteristicValue[bytes](read=fail_read, write=fail_write)
    return Characteristic[bytes](error_uuid(code), Properties.READ | Properties.WRITE, OPEN, value)
