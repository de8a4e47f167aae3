"""The air that all controllers of a scenario share."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bumble.hci import Address, Role

from .advertising import Advertisement
from .air_link import AirLink, ConnectionParameters, LinkEnd

if TYPE_CHECKING:
    from .controller import VirtualController

ADVERTISING_AIR_TIME = 0.4e-3
EXCHANGES_PER_EVENT = 4
"""Packets that each device can send in one connection event."""


class Radio:
    """Carries advertisements to every other controller and makes connections."""

    def __init__(self) -> None:
        self.links: list[AirLink] = []
        self.exchanges_per_event = EXCHANGES_PER_EVENT
        self._controllers: list[VirtualController] = []

    # What Bumble's Controller calls on its link.
    def add_controller(self, controller: VirtualController) -> None:
        self._controllers.append(controller)

    def remove_controller(self, controller: VirtualController) -> None:
        self._controllers.remove(controller)

    def on_address_changed(self, controller: VirtualController) -> None:
        del controller

    def broadcast(self, sender: VirtualController, advertisement: Advertisement) -> None:
        loop = asyncio.get_running_loop()
        for controller in self._controllers:
            if controller is not sender:
                loop.call_later(ADVERTISING_AIR_TIME, controller.on_advertisement, advertisement)

    def connect(
        self, initiator: VirtualController, own: Address, peer: Address, parameters: ConnectionParameters
    ) -> None:
        """The initiator answers an advertisement of `peer` with a connection request."""
        for controller in self._controllers:
            if controller is not initiator and (advertiser := controller.advertiser_at(peer)):
                central = LinkEnd(initiator, initiator.allocate_connection_handle(), Role.CENTRAL, own, peer)
                peripheral = LinkEnd(controller, controller.allocate_connection_handle(), Role.PERIPHERAL, peer, own)
                link = AirLink(central, peripheral, parameters, self.exchanges_per_event)
                self.links.append(link)
                controller.on_link_opened(peripheral, advertiser)
                initiator.on_link_opened(central, None)
                return
