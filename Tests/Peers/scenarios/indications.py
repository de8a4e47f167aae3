"""Indications, each confirmed, with notifications of another characteristic in between."""

from __future__ import annotations

from peers.listener import Listener
from peers.services import probe, standard
from peers.world import World

INDICATIONS = 10
MEASUREMENTS = 15


async def play(world: World) -> None:
    heart_rate = standard.HeartRate()
    await world.peripheral([heart_rate, probe.Probe()])
    central = await world.central()
    link = await central.find_and_connect("Shark")
    await link.client.request_mtu(185)
    await link.discover()
    indicator = link.characteristic(probe.INDICATOR)
    measurement = link.characteristic(standard.HEART_RATE_MEASUREMENT)
    indicated = Listener()
    measured = Listener()
    await link.subscribe(indicator, indicated, indications=True)
    await link.subscribe(measurement, measured)
    trigger = probe.trigger_value(INDICATIONS, 20, 40, indications=True)
    await link.write(link.characteristic(probe.TRIGGER).handle, trigger)
    await heart_rate.measure(MEASUREMENTS, 0.050)
    await measured.wait_for(MEASUREMENTS)
    await indicated.wait_for(INDICATIONS)
    link.tally.facts["confirmations"] = len(indicated.values)
    await link.unsubscribe(indicator)
    await link.unsubscribe(measurement)
    await link.disconnect()
