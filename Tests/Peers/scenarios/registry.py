"""The list of scenarios. A new one is a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from peers.world import World
from updates import mcumgr as mcumgr_update
from updates import (
    arduino,
    bluenrg,
    companion,
    cypress,
    espressif,
    fbiego,
    gaia,
    gaia_rwcp,
    gecko,
    huami,
    nordic_legacy,
    nordic_secure,
    nxp_otap,
    stm32wb,
    suota,
    telink,
    ti_oad,
    wiced,
)
from updates.play import plays

from . import (
    advertising_scan,
    att_errors,
    connect_cancelled,
    eatt,
    indications,
    l2cap_coc,
    link_loss,
    long_values,
    mcumgr,
    mtu,
    mtu_two_sided,
    ota,
    pairing,
    pacing,
    parameter_update,
    peripheral_side,
    reconnect_cached,
    regression,
    service_changed,
    two_links,
)


@dataclass(frozen=True)
class Scenario:
    """One capture: its name, and the program that makes it happen in a world."""

    name: str
    play: Callable[[World], Awaitable[None]]
    side: str = "central"


SCENARIOS = (
    Scenario("ota-failed", ota.failed),
    Scenario("ota-ok", ota.succeeded),
    Scenario("mcumgr-ok", mcumgr.succeeded),
    Scenario("mcumgr-interrupted", mcumgr.interrupted),
    Scenario("mtu-23", partial(mtu.play, plan=mtu.MTU_23)),
    Scenario("mtu-185", partial(mtu.play, plan=mtu.MTU_185)),
    Scenario("mtu-247", partial(mtu.play, plan=mtu.MTU_247)),
    Scenario("mtu-517", partial(mtu.play, plan=mtu.MTU_517)),
    Scenario("mtu-two-sided", mtu_two_sided.play),
    Scenario("long-read-write", long_values.play),
    Scenario("indications", indications.play),
    Scenario("att-errors", att_errors.play),
    Scenario("two-links", partial(two_links.play, discover_together=False)),
    Scenario("two-links-discovery", partial(two_links.play, discover_together=True)),
    Scenario("reconnect-cached", reconnect_cached.play),
    Scenario("eatt", eatt.play),
    Scenario("l2cap-coc", l2cap_coc.play),
    Scenario("service-changed", service_changed.play),
    Scenario("parameter-update", parameter_update.play),
    Scenario("pairing", pairing.play),
    Scenario("peripheral-side", peripheral_side.play, side="peripheral"),
    Scenario("connect-cancelled", connect_cancelled.play),
    Scenario("link-loss", link_loss.play),
    Scenario("advertising-scan", advertising_scan.play),
    *(
        Scenario(name, play)
        for name, play in (
            *plays(nordic_secure.PROTOCOL, jumped=nordic_secure.jumped, jumped_in_vain=nordic_secure.jumped_in_vain),
            *plays(mcumgr_update.PROTOCOL),
            *plays(nordic_legacy.PROTOCOL, jumped=nordic_legacy.jumped),
            *plays(telink.PROTOCOL),
            *plays(telink.OLD_PROTOCOL),
            *plays(espressif.PROTOCOL),
            *plays(fbiego.PROTOCOL),
            *plays(fbiego.FAST_PROTOCOL),
            *plays(arduino.PROTOCOL),
            *plays(arduino.OLD_PROTOCOL),
            *plays(ti_oad.PROTOCOL),
            *plays(ti_oad.LEGACY_PROTOCOL),
            *plays(gecko.PROTOCOL, jumped=gecko.jumped),
            *plays(suota.PROTOCOL),
            *plays(stm32wb.PROTOCOL),
            *plays(stm32wb.KEYWORD_PROTOCOL),
            *plays(bluenrg.PROTOCOL),
            *plays(nxp_otap.PROTOCOL),
            *plays(gaia.PROTOCOL),
            *plays(gaia_rwcp.PROTOCOL),
            *plays(wiced.PROTOCOL),
            *plays(cypress.PROTOCOL),
            *plays(huami.PROTOCOL),
            *plays(huami.OLDER),
            *plays(companion.PROTOCOL, new_version=companion.new_version),
        )
    ),
    *(Scenario(f"regression/{name}", partial(regression.play, plan=plan)) for name, plan in regression.PLANS.items()),
    *(Scenario(f"pacing/{name}", partial(pacing.play, pace=pace)) for name, pace in pacing.PACES.items()),
    *(
        Scenario(f"pacing/{name}", partial(pacing.play, pace=pace), side="peripheral")
        for name, pace in pacing.DEVICE_PACES.items()
    ),
)
