"""A connection attempt to a peripheral that is not there, cancelled after a time-out."""

from __future__ import annotations

from bumble.core import TimeoutError as ConnectTimeout
from bumble.hci import Address

from peers.world import World

ABSENT = Address("F9:F9:F9:F9:F9:F9")
GIVE_UP_AFTER = 2.0
UNKNOWN_CONNECTION = 0x02


async def play(world: World) -> None:
    central = await world.central()
    try:
        await central.connect(ABSENT, give_up_after=GIVE_UP_AFTER)
    except ConnectTimeout:
        attempt = {"peer": ABSENT.to_string(False), "cancelled_after_s": GIVE_UP_AFTER, "status": UNKNOWN_CONNECTION}
        world.expectation.facts["failed_attempts"] = [attempt]
