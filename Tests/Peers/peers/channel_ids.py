"""Makes the two ends of a credit-based channel use different channel identifiers, as two unlike stacks would."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count, islice

from bumble.l2cap import ChannelManager, LeCreditBasedChannel, LeCreditBasedChannelServer


def start_at(manager: ChannelManager, first: int) -> None:
    """Lets a host give its channels identifiers from `first` on, instead of from 0x0040."""

    def find_many(channels: Iterable[int], number: int) -> list[int]:
        taken = set(channels)
        return list(islice((cid for cid in count(first) if cid not in taken), number))

    def find_one(channels: Iterable[int]) -> int:
        return find_many(channels, 1)[0]

    manager.find_free_le_cids = find_many  # type: ignore[assignment, method-assign]
    manager.find_free_le_cid = find_one  # type: ignore[method-assign]


def find_credits_by_peer(server: LeCreditBasedChannelServer) -> None:
    """Lets a server of enhanced channels find the channel that credits are for by the peer's identifier.

    Bumble files these channels under its own identifier, which only works when both are the same.
    """

    def on_connection(channel: LeCreditBasedChannel) -> None:
        channels = channel.manager.le_coc_channels[channel.connection.handle]
        channels[channel.destination_cid] = channels.pop(channel.source_cid)

    server.on(server.EVENT_CONNECTION, on_connection)
