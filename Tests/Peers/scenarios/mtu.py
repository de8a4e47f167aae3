"""One session at one ATT MTU: discovery, a read, twenty notifications, writes of both kinds."""

from __future__ import annotations

from dataclasses import dataclass

from bumble.core import UUID

from peers.controller import Capabilities
from peers.listener import Listener
from peers.services import probe, standard
from peers.world import World

DEVICE_NAME = UUID.from_16_bits(0x2A00)
NOTIFICATIONS = 20
NOTIFICATION_INTERVAL_MS = 20


@dataclass(frozen=True)
class Plan:
    """How a session differs from the others."""

    client_mtu: int | None
    """What the client asks for; without it there is no exchange."""
    server_mtu: int
    value_size: int
    """Size of the notified values."""
    data_length: bool
    """Whether packets of 251 bytes are agreed; otherwise a value travels in packets of 27."""
    central: Capabilities


MTU_23 = Plan(None, 247, 20, data_length=False, central=Capabilities())
MTU_185 = Plan(185, 185, 182, data_length=False, central=Capabilities(acl_length=27, acl_packets=16))
MTU_247 = Plan(247, 247, 244, data_length=True, central=Capabilities())
MTU_517 = Plan(517, 517, 512, data_length=True, central=Capabilities(acl_packets=12))


async def play(world: World, plan: Plan) -> None:
    await world.peripheral([standard.device_information(), probe.Probe()], max_mtu=plan.server_mtu)
    central = await world.central(plan.central)
    link = await central.find_and_connect("Shark")
    if plan.data_length:
        await link.extend_data_length()
    if plan.client_mtu:
        await link.client.request_mtu(plan.client_mtu)
    await link.discover()
    await link.read(link.characteristic(DEVICE_NAME).handle)

    notifier = link.characteristic(probe.NOTIFIER)
    heard = Listener()
    await link.subscribe(notifier, heard)
    trigger = probe.trigger_value(NOTIFICATIONS, plan.value_size, NOTIFICATION_INTERVAL_MS)
    await link.write(link.characteristic(probe.TRIGGER).handle, trigger)
    await heard.wait_for(NOTIFICATIONS)
    assert heard.values == [probe.numbered_value(number, plan.value_size) for number in range(NOTIFICATIONS)]

    long_value = link.characteristic(probe.LONG_VALUE).handle
    setting = link.characteristic(probe.SETTING).handle
    for number in range(3):
        await link.write(long_value, probe.numbered_value(number, link.value_size))
    for number in range(5):
        await link.command(setting, probe.numbered_value(number, 20))
    await link.read(setting)
    await link.unsubscribe(notifier)
    await link.disconnect()
