"""An active scan among legacy and extended advertisers, then a connection to one of them."""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass, field

from bumble import hci
from bumble.core import UUID, AdvertisingData
from bumble.device import AdvertisingEventProperties, AdvertisingParameters
from bumble.hci import Address

from peers.controller import Capabilities
from peers.services import standard
from peers.world import World

EXTENDED = Capabilities(extended_advertising=True)
SCAN_TIME = 0.7
DEVICE_NAME = UUID.from_16_bits(0x2A00)
SENSOR_SERVICE = UUID("c0de0000-0000-4a00-8000-00805f9b34fb")
TEST_COMPANY = 0xFFFF
BEACON_SERVICE = 0xFEAA


def encode(*structures: tuple[int, bytes]) -> bytes:
    return bytes(AdvertisingData(list(structures)))


@dataclass(frozen=True)
class Plan:
    """One advertiser."""

    name: str
    address: str
    properties: AdvertisingEventProperties
    data: bytes
    scan_response: bytes = b""
    sid: int = 0
    secondary_phy: hci.Phy = hci.Phy.LE_1M


FLAGS = (AdvertisingData.FLAGS, b"\x06")
PLANS = (
    Plan(
        "legacy, connectable, name in the scan response",
        "E1:00:00:00:00:01",
        AdvertisingEventProperties(is_connectable=True, is_scannable=True, is_legacy=True),
        encode(
            FLAGS,
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack("<HH", 0x180D, 0x180F)),
            (AdvertisingData.TX_POWER_LEVEL, b"\xf8"),
        ),
        encode((AdvertisingData.COMPLETE_LOCAL_NAME, b"Pulse")),
    ),
    Plan(
        "legacy, not connectable, service data",
        "E2:00:00:00:00:02",
        AdvertisingEventProperties(is_connectable=False, is_scannable=False, is_legacy=True),
        encode(
            FLAGS,
            (AdvertisingData.SERVICE_DATA_16_BIT_UUID, struct.pack("<H", BEACON_SERVICE) + bytes(range(16))),
        ),
    ),
    Plan(
        "extended, connectable, secondary advertising on 2M",
        "E3:00:00:00:00:03",
        AdvertisingEventProperties(is_connectable=True, include_tx_power=True),
        encode(
            FLAGS,
            (AdvertisingData.COMPLETE_LOCAL_NAME, b"Extended Shark"),
            (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, SENSOR_SERVICE.to_bytes()),
            (AdvertisingData.MANUFACTURER_SPECIFIC_DATA, struct.pack("<H", TEST_COMPANY) + bytes(range(40))),
        ),
        sid=3,
        secondary_phy=hci.Phy.LE_2M,
    ),
    Plan(
        "extended, not connectable, data in two reports",
        "E4:00:00:00:00:04",
        AdvertisingEventProperties(is_connectable=False),
        encode(
            (AdvertisingData.MANUFACTURER_SPECIFIC_DATA, struct.pack("<H", TEST_COMPANY) + bytes(range(225))),
            (AdvertisingData.COMPLETE_LOCAL_NAME, b"Long Shark"),
        ),
        sid=5,
        secondary_phy=hci.Phy.LE_2M,
    ),
)
CONNECTED = PLANS[2]


@dataclass
class Heard:
    """What the scanning program got from one advertiser."""

    reports: int = 0
    scan_responses: int = 0
    types: set[int] = field(default_factory=set)


async def play(world: World) -> None:
    for plan in PLANS:
        peripheral = world.silent_peripheral([standard.device_information()], "Shark", plan.address, EXTENDED)
        await peripheral.device.power_on()
        parameters = AdvertisingParameters(
            advertising_event_properties=plan.properties,
            primary_advertising_interval_min=100.0,
            primary_advertising_interval_max=100.0,
            secondary_advertising_phy=plan.secondary_phy,
            advertising_sid=plan.sid,
        )
        await peripheral.device.create_advertising_set(parameters, Address(plan.address), plan.data, plan.scan_response)

    central = await world.central(EXTENDED)
    heard: dict[Address, Heard] = {Address(plan.address): Heard() for plan in PLANS}

    def count(report: hci.HCI_LE_Extended_Advertising_Report_Event.Report) -> None:
        entry = heard[report.address]
        entry.reports += 1
        entry.types.add(int(report.event_type))
        if report.event_type & hci.HCI_LE_Extended_Advertising_Report_Event.EventType.SCAN_RESPONSE:
            entry.scan_responses += 1

    central.device.host.on("advertising_report", count)
    await central.device.start_scanning(active=True)
    await asyncio.sleep(SCAN_TIME)
    await central.device.stop_scanning()
    world.expectation.facts["advertisers"] = [
        {
            "address": plan.address,
            "what": plan.name,
            "data": plan.data.hex(),
            "scan_response": plan.scan_response.hex(),
            "reports": heard[Address(plan.address)].reports,
            "scan_responses": heard[Address(plan.address)].scan_responses,
            "event_types": sorted(heard[Address(plan.address)].types),
        }
        for plan in PLANS
    ]

    link = await central.connect(Address(CONNECTED.address), interval_ms=30)
    await link.discover()
    await link.read(link.characteristic(DEVICE_NAME).handle)
    await link.disconnect()
