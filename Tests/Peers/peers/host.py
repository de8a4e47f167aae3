"""Builds a Bumble host on a virtual controller."""

from __future__ import annotations

from bumble.device import Device, DeviceConfiguration
from bumble.hci import Address
from bumble.host import Host
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate

from .controller import VirtualController


def make_device(controller: VirtualController, name: str, address: str) -> Device:
    """A device with Bumble's generic services, a static random address and Just Works pairing."""
    configuration = DeviceConfiguration(name=name, address=Address(address))
    configuration.irk = bytes(Address(address)) * 2 + bytes(4)
    device = Device(config=configuration, host=Host(controller.port, controller.port))
    device.keystore = MemoryKeyStore()
    delegate = PairingDelegate(io_capability=PairingDelegate.NO_OUTPUT_NO_INPUT)
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=True,
        mitm=False,
        bonding=True,
        delegate=delegate,
        identity_address_type=PairingConfig.AddressType.RANDOM,
    )
    return device
