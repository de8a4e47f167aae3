"""A virtual LE controller: HCI on one side, the shared radio on the other.

Bumble's Controller answers the routine commands. Everything that has to do with the air is here: advertising, scanning,
connecting, data with buffers and connection events, and the procedures of the link layer.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any

from bumble import hci
from bumble.controller import Controller
from bumble.hci import Address, HCI_ErrorCode, Role

from .advertising import Advertisement, Advertiser
from .air_link import AirLink, ConnectionParameters, Fragment, LinkEnd
from .btsnoop import BtsnoopWriter
from .hci_port import UART_SECONDS_PER_BYTE, HciPort
from .radio import Radio

LE_META_EVENT_BIT = 61
ENHANCED_CONNECTION_COMPLETE_BIT = hci.HCI_LE_ENHANCED_CONNECTION_COMPLETE_EVENT - 1
DEFAULT_EVENT_MASK = 0x0000_1FFF_FFFF_FFFF
DEFAULT_LE_EVENT_MASK = 0x1F
FIRST_CONNECTION_HANDLE = 0x0040
MAX_LE_OCTETS = 251
MAX_REPORT_DATA = 229
"""Advertising data that fits in one extended advertising report."""
ExtendedReport = hci.HCI_LE_Extended_Advertising_Report_Event.Report
ExtendedType = hci.HCI_LE_Extended_Advertising_Report_Event.EventType
LegacyReport = hci.HCI_LE_Advertising_Report_Event.Report
LegacyType = hci.HCI_LE_Advertising_Report_Event.EventType
AdvertisingProperties = hci.HCI_LE_Set_Extended_Advertising_Parameters_Command.AdvertisingProperties

BASE_FEATURES = (
    hci.LeFeatureMask.LE_ENCRYPTION
    | hci.LeFeatureMask.EXTENDED_REJECT_INDICATION
    | hci.LeFeatureMask.PERIPHERAL_INITIATED_FEATURE_EXCHANGE
    | hci.LeFeatureMask.LE_PING
    | hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION
    | hci.LeFeatureMask.LL_PRIVACY
    | hci.LeFeatureMask.LE_2M_PHY
    | hci.LeFeatureMask.CHANNEL_SELECTION_ALGORITHM_2
)
EXTENDED_COMMANDS = {
    hci.HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND,
    hci.HCI_LE_READ_MAXIMUM_ADVERTISING_DATA_LENGTH_COMMAND,
    hci.HCI_LE_READ_NUMBER_OF_SUPPORTED_ADVERTISING_SETS_COMMAND,
}


@dataclass(frozen=True)
class Capabilities:
    """What differs between controllers."""

    acl_length: int = 251
    acl_packets: int = 8
    seconds_per_byte: float = UART_SECONDS_PER_BYTE
    """On the wire to its host."""
    extended_advertising: bool = False


class VirtualController(Controller):
    """A controller on a virtual radio. Its host attaches to `port`."""

    def __init__(
        self,
        name: str,
        radio: Radio,
        public_address: str,
        capabilities: Capabilities | None = None,
        recorder: BtsnoopWriter | None = None,
    ) -> None:
        capabilities = capabilities or Capabilities()
        super().__init__(name, link=radio, public_address=public_address)  # type: ignore[arg-type]
        self.radio = radio
        self.port = HciPort(self, name, recorder, capabilities.seconds_per_byte)
        self.ends: dict[int, LinkEnd] = {}
        self.hci_version = self.lmp_version = hci.HCI_VERSION_BLUETOOTH_CORE_5_2
        self.le_acl_data_packet_length = capabilities.acl_length
        self.total_num_le_acl_data_packets = capabilities.acl_packets
        self.supported_max_tx_octets = self.supported_max_rx_octets = MAX_LE_OCTETS
        self.event_mask = DEFAULT_EVENT_MASK
        self.le_event_mask = DEFAULT_LE_EVENT_MASK
        self.le_features = BASE_FEATURES
        self.supported_commands = {code for code in Controller.supported_commands if self._handles(code)}
        if capabilities.extended_advertising:
            self.le_features |= hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
            self.supported_commands |= EXTENDED_COMMANDS
        self._advertisers: dict[int | None, Advertiser] = {}
        self._extended_scan = False
        self._reported: set[tuple[Address, bool]] = set()
        self._signal = random.Random(name + "/signal")

    def _handles(self, op_code: int) -> bool:
        return hasattr(self, f"on_{hci.HCI_Command.command_name(op_code).lower()}")

    # Events to the host.

    def send_hci_packet(self, packet: hci.HCI_Packet) -> None:
        if isinstance(packet, hci.HCI_LE_Meta_Event):
            wanted = self.event_mask >> LE_META_EVENT_BIT & 1 and self.le_event_mask >> (packet.subevent_code - 1) & 1
            if not wanted:
                return
        self.port.send_to_host(bytes(packet))

    def on_hci_command_packet(self, command: hci.HCI_Command) -> None:
        if not hasattr(self, f"on_{command.name.lower()}"):
            self._send_hci_command_status(HCI_ErrorCode.UNKNOWN_HCI_COMMAND_ERROR, command.op_code)
            return
        super().on_hci_command_packet(command)

    def on_hci_set_event_mask_command(self, command: hci.HCI_Set_Event_Mask_Command) -> hci.HCI_StatusReturnParameters:
        result = super().on_hci_set_event_mask_command(command)
        self.event_mask = int.from_bytes(bytes(command.event_mask), "little")
        return result

    def _status(self, end: LinkEnd | None, op_code: int) -> bool:
        """Answers a command about a connection by Command Status; says whether there is such a connection."""
        status = HCI_ErrorCode.SUCCESS if end else HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
        self._send_hci_command_status(status, op_code)
        return end is not None

    # Advertising.

    def advertiser_at(self, address: Address) -> Advertiser | None:
        """The running connectable advertiser with this address."""
        for advertiser in self._advertisers.values():
            advertisement = advertiser.advertisement
            if advertiser.running and advertisement.connectable and advertisement.address == address:
                return advertiser
        return None

    def _start_advertiser(self, key: int | None, advertiser: Advertiser) -> None:
        self._stop_advertiser(key)
        self._advertisers[key] = advertiser
        advertiser.start()

    def _stop_advertiser(self, key: int | None) -> None:
        if advertiser := self._advertisers.pop(key, None):
            advertiser.stop()

    def _send_advertisement(self, advertisement: Advertisement) -> None:
        self.radio.broadcast(self, advertisement)

    def on_hci_le_set_advertising_enable_command(
        self, command: hci.HCI_LE_Set_Advertising_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        if not command.advertising_enable:
            self._stop_advertiser(None)
            return hci.HCI_StatusReturnParameters(HCI_ErrorCode.SUCCESS)
        parameters = self.le_legacy_advertiser
        kinds = hci.HCI_LE_Set_Advertising_Parameters_Command.AdvertisingType

        def describe() -> Advertisement:
            return Advertisement(
                address=parameters.address,
                data=parameters.advertising_data,
                scan_response=parameters.scan_response_data,
                connectable=parameters.advertising_type == kinds.ADV_IND,
                scannable=parameters.advertising_type in (kinds.ADV_IND, kinds.ADV_SCAN_IND),
            )

        interval = parameters.advertising_interval_min * 0.625e-3
        self._start_advertiser(None, Advertiser(self._send_advertisement, describe, interval, self.name))
        return hci.HCI_StatusReturnParameters(HCI_ErrorCode.SUCCESS)

    def on_hci_le_set_extended_advertising_enable_command(
        self, command: hci.HCI_LE_Set_Extended_Advertising_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        handles = command.advertising_handles or list(self.advertising_sets)
        for handle in handles:
            if command.enable:
                self._start_advertising_set(handle)
            else:
                self._stop_advertiser(handle)
        return hci.HCI_StatusReturnParameters(HCI_ErrorCode.SUCCESS)

    def _start_advertising_set(self, handle: int) -> None:
        advertising_set = self.advertising_sets[handle]
        parameters = advertising_set.parameters
        address = advertising_set.address
        assert parameters and address
        properties = AdvertisingProperties(parameters.advertising_event_properties)
        legacy = bool(properties & AdvertisingProperties.USE_LEGACY_ADVERTISING_PDUS)

        def describe() -> Advertisement:
            return Advertisement(
                address=address,
                data=bytes(advertising_set.data),
                scan_response=bytes(advertising_set.scan_response_data),
                connectable=bool(properties & AdvertisingProperties.CONNECTABLE_ADVERTISING),
                scannable=bool(properties & AdvertisingProperties.SCANNABLE_ADVERTISING),
                legacy=legacy,
                secondary_phy=0 if legacy else parameters.secondary_advertising_phy,
                sid=0xFF if legacy else parameters.advertising_sid,
                tx_power=0 if properties & AdvertisingProperties.INCLUDE_TX_POWER else 0x7F,
            )

        interval = parameters.primary_advertising_interval_min * 0.625e-3
        self._start_advertiser(
            handle, Advertiser(self._send_advertisement, describe, interval, f"{self.name}/{handle}")
        )

    # Scanning.

    def on_hci_le_set_scan_enable_command(
        self, command: hci.HCI_LE_Set_Scan_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        self._extended_scan = False
        self._reported.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_le_set_extended_scan_parameters_command(
        self, command: hci.HCI_LE_Set_Extended_Scan_Parameters_Command
    ) -> hci.HCI_StatusReturnParameters:
        self.le_scan_type = command.scan_types[0]
        return super().on_hci_le_set_extended_scan_parameters_command(command)

    def on_hci_le_set_extended_scan_enable_command(
        self, command: hci.HCI_LE_Set_Extended_Scan_Enable_Command
    ) -> hci.HCI_StatusReturnParameters:
        self._extended_scan = True
        self._reported.clear()
        return super().on_hci_le_set_extended_scan_enable_command(command)

    def on_advertisement(self, advertisement: Advertisement) -> None:
        """The radio delivers an advertisement."""
        if self.le_scan_enable and (advertisement.legacy or self._extended_scan):
            self._report(advertisement, scan_response=False)
            if self.le_scan_type and advertisement.scannable:
                self._report(advertisement, scan_response=True)
        pending = self.pending_le_connection
        if pending and pending.peer_address == advertisement.address and advertisement.connectable:
            self._initiate(pending)

    def _report(self, advertisement: Advertisement, *, scan_response: bool) -> None:
        key = (advertisement.address, scan_response)
        if self.filter_duplicates and key in self._reported:
            return
        self._reported.add(key)
        if self._extended_scan:
            self._report_extended(advertisement, scan_response)
        else:
            self._report_legacy(advertisement, scan_response)

    def _signal_strength(self) -> int:
        return self._signal.randint(-62, -48)

    def _report_legacy(self, advertisement: Advertisement, scan_response: bool) -> None:
        if scan_response:
            kind = LegacyType.SCAN_RSP
        elif advertisement.connectable:
            kind = LegacyType.ADV_IND
        else:
            kind = LegacyType.ADV_SCAN_IND if advertisement.scannable else LegacyType.ADV_NONCONN_IND
        report = LegacyReport(
            event_type=kind,
            address_type=advertisement.address.address_type,
            address=advertisement.address,
            data=advertisement.scan_response if scan_response else advertisement.data,
            rssi=self._signal_strength(),
        )
        self.send_hci_packet(hci.HCI_LE_Advertising_Report_Event([report]))

    def _report_extended(self, advertisement: Advertisement, scan_response: bool) -> None:
        kind = ExtendedType(0)
        if advertisement.connectable:
            kind |= ExtendedType.CONNECTABLE_ADVERTISING
        if advertisement.scannable:
            kind |= ExtendedType.SCANNABLE_ADVERTISING
        if advertisement.legacy:
            kind |= ExtendedType.LEGACY_ADVERTISING_PDU_USED
        if scan_response:
            kind |= ExtendedType.SCAN_RESPONSE
        data = advertisement.scan_response if scan_response else advertisement.data
        parts = [data[at : at + MAX_REPORT_DATA] for at in range(0, len(data), MAX_REPORT_DATA)] or [b""]
        for number, part in enumerate(parts, 1):
            more = (
                hci.HCI_LE_Extended_Advertising_Report_Event.DATA_INCOMPLETE_MORE_TO_COME if number < len(parts) else 0
            )
            report = ExtendedReport(
                event_type=kind | more << 5,
                address_type=advertisement.address.address_type,
                address=advertisement.address,
                primary_phy=hci.Phy.LE_1M,
                secondary_phy=advertisement.secondary_phy,
                advertising_sid=advertisement.sid,
                tx_power=advertisement.tx_power,
                rssi=self._signal_strength(),
                periodic_advertising_interval=0,
                direct_address_type=0,
                direct_address=Address.ANY,
                data=part,
            )
            self.send_hci_packet(hci.HCI_LE_Extended_Advertising_Report_Event([report]))

    # Connecting.

    def _initiate(
        self, command: hci.HCI_LE_Create_Connection_Command | hci.HCI_LE_Extended_Create_Connection_Command
    ) -> None:
        self.pending_le_connection = None
        if isinstance(command, hci.HCI_LE_Extended_Create_Connection_Command):
            parameters = ConnectionParameters(
                command.connection_interval_maxs[0], command.max_latencies[0], command.supervision_timeouts[0]
            )
        else:
            parameters = ConnectionParameters(
                command.connection_interval_max, command.max_latency, command.supervision_timeout
            )
        public = command.own_address_type == hci.OwnAddressType.PUBLIC
        self.radio.connect(
            self, self.public_address if public else self.random_address, command.peer_address, parameters
        )

    def allocate_connection_handle(self) -> int:
        handle = FIRST_CONNECTION_HANDLE
        while handle in self.ends:
            handle += 1
        return handle

    def on_link_opened(self, end: LinkEnd, advertiser: Advertiser | None) -> None:
        self.ends[end.handle] = end
        self._send_connection_complete(
            HCI_ErrorCode.SUCCESS, end.handle, end.role, end.peer_address, end.link.parameters
        )
        for key, candidate in list(self._advertisers.items()):
            if candidate is advertiser:
                self._stop_advertiser(key)
                if key is not None:
                    terminated = hci.HCI_LE_Advertising_Set_Terminated_Event(
                        status=HCI_ErrorCode.SUCCESS,
                        advertising_handle=key,
                        connection_handle=end.handle,
                        num_completed_extended_advertising_events=0,
                    )
                    self.send_hci_packet(terminated)

    def _send_connection_complete(
        self, status: int, handle: int, role: Role, peer: Address, parameters: ConnectionParameters
    ) -> None:
        fields: dict[str, Any] = {
            "status": status,
            "connection_handle": handle,
            "role": role,
            "peer_address_type": peer.address_type,
            "peer_address": peer,
            "connection_interval": parameters.interval,
            "peripheral_latency": parameters.latency,
            "supervision_timeout": parameters.timeout,
            "central_clock_accuracy": 1 if role == Role.PERIPHERAL else 0,
        }
        if self.le_event_mask >> ENHANCED_CONNECTION_COMPLETE_BIT & 1:
            event: hci.HCI_Packet = hci.HCI_LE_Enhanced_Connection_Complete_Event(
                local_resolvable_private_address=Address.ANY_RANDOM,
                peer_resolvable_private_address=Address.ANY_RANDOM,
                **fields,
            )
        else:
            event = hci.HCI_LE_Connection_Complete_Event(**fields)
        self.send_hci_packet(event)

    def on_hci_le_create_connection_cancel_command(
        self, command: hci.HCI_LE_Create_Connection_Cancel_Command
    ) -> hci.HCI_StatusReturnParameters:
        del command
        pending, self.pending_le_connection = self.pending_le_connection, None
        if not pending:
            return hci.HCI_StatusReturnParameters(HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        asyncio.get_running_loop().call_soon(
            self._send_connection_complete,
            HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
            0,
            Role.CENTRAL,
            Address.ANY,
            ConnectionParameters(0, 0, 0),
        )
        return hci.HCI_StatusReturnParameters(HCI_ErrorCode.SUCCESS)

    def on_hci_disconnect_command(self, command: hci.HCI_Disconnect_Command) -> None:
        end = self.ends.get(command.connection_handle)
        if self._status(end, command.op_code) and end:
            end.link.terminate(end, command.reason, HCI_ErrorCode.CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR)

    def on_link_closed(self, end: LinkEnd, reason: int) -> None:
        del self.ends[end.handle]
        event = hci.HCI_Disconnection_Complete_Event(
            status=HCI_ErrorCode.SUCCESS, connection_handle=end.handle, reason=reason
        )
        self.send_hci_packet(event)

    def on_hci_reset_command(self, command: hci.HCI_Reset_Command) -> hci.HCI_StatusReturnParameters:
        for key in list(self._advertisers):
            self._stop_advertiser(key)
        for end in list(self.ends.values()):
            del self.ends[end.handle]
            end.link.abandon(end)
        self.pending_le_connection = None
        self.le_scan_enable = False
        self.event_mask = DEFAULT_EVENT_MASK
        self.le_event_mask = DEFAULT_LE_EVENT_MASK
        return super().on_hci_reset_command(command)

    def vanish(self) -> None:
        """The controller is switched off: whoever it was connected to loses the link."""
        self.on_hci_reset_command(hci.HCI_Reset_Command())
        self.radio.remove_controller(self)

    # Data.

    def on_hci_acl_data_packet(self, packet: hci.HCI_AclDataPacket) -> None:
        if end := self.ends.get(packet.connection_handle):
            end.send(packet.data, starts_pdu=packet.pb_flag != 1)

    def on_fragment(self, end: LinkEnd, fragment: Fragment) -> None:
        """A data packet arrives over the air."""
        flag = 2 if fragment.starts_pdu else 1
        self.send_hci_packet(hci.HCI_AclDataPacket(end.handle, flag, 0, len(fragment.payload), fragment.payload))

    def on_packets_completed(self, end: LinkEnd, count: int) -> None:
        event = hci.HCI_Number_Of_Completed_Packets_Event(
            connection_handles=[end.handle], num_completed_packets=[count]
        )
        self.send_hci_packet(event)

    # Procedures of the link layer.

    def on_hci_le_connection_update_command(self, command: hci.HCI_LE_Connection_Update_Command) -> None:
        end = self.ends.get(command.connection_handle)
        if not self._status(end, command.op_code) or not end:
            return
        parameters = ConnectionParameters(
            command.connection_interval_max, command.max_latency, command.supervision_timeout
        )

        def done() -> None:
            for side in (end, end.peer):
                event = hci.HCI_LE_Connection_Update_Complete_Event(
                    status=HCI_ErrorCode.SUCCESS,
                    connection_handle=side.handle,
                    connection_interval=parameters.interval,
                    peripheral_latency=parameters.latency,
                    supervision_timeout=parameters.timeout,
                )
                side.controller.send_hci_packet(event)

        end.link.update(parameters, done)

    def on_hci_le_set_data_length_command(
        self, command: hci.HCI_LE_Set_Data_Length_Command
    ) -> hci.HCI_StatusAndConnectionHandleReturnParameters:
        end = self.ends.get(command.connection_handle)
        if not end:
            status = HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
            return hci.HCI_StatusAndConnectionHandleReturnParameters(status, command.connection_handle)
        octets = min(command.tx_octets, MAX_LE_OCTETS)
        air_time = (octets + 14) * 8

        def apply() -> None:
            for side in (end, end.peer):
                side.max_octets = octets
                event = hci.HCI_LE_Data_Length_Change_Event(
                    connection_handle=side.handle,
                    max_tx_octets=octets,
                    max_tx_time=air_time,
                    max_rx_octets=octets,
                    max_rx_time=air_time,
                )
                side.controller.send_hci_packet(event)

        end.link.after_events(2, apply)
        return hci.HCI_StatusAndConnectionHandleReturnParameters(HCI_ErrorCode.SUCCESS, command.connection_handle)

    def on_hci_le_set_phy_command(self, command: hci.HCI_LE_Set_PHY_Command) -> None:
        end = self.ends.get(command.connection_handle)
        if not self._status(end, command.op_code) or not end:
            return
        phy = hci.Phy.LE_2M if command.tx_phys & command.rx_phys & 2 else hci.Phy.LE_1M

        def done() -> None:
            for side in (end, end.peer):
                event = hci.HCI_LE_PHY_Update_Complete_Event(
                    status=HCI_ErrorCode.SUCCESS, connection_handle=side.handle, tx_phy=phy, rx_phy=phy
                )
                side.controller.send_hci_packet(event)

        end.link.set_phy(phy, done)

    def on_hci_le_read_phy_command(self, command: hci.HCI_LE_Read_PHY_Command) -> hci.HCI_LE_Read_PHY_ReturnParameters:
        end = self.ends.get(command.connection_handle)
        phy = end.link.phy if end else hci.Phy.LE_1M
        status = HCI_ErrorCode.SUCCESS if end else HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
        return hci.HCI_LE_Read_PHY_ReturnParameters(status, command.connection_handle, phy, phy)

    def on_hci_le_read_remote_features_command(self, command: hci.HCI_LE_Read_Remote_Features_Command) -> None:
        end = self.ends.get(command.connection_handle)
        if not self._status(end, command.op_code) or not end:
            return

        def answer() -> None:
            event = hci.HCI_LE_Read_Remote_Features_Complete_Event(
                status=HCI_ErrorCode.SUCCESS,
                connection_handle=end.handle,
                le_features=end.peer.controller.le_features.value.to_bytes(8, "little"),
            )
            self.send_hci_packet(event)

        end.link.after_events(2, answer)

    def on_hci_read_remote_version_information_command(
        self, command: hci.HCI_Read_Remote_Version_Information_Command
    ) -> None:
        end = self.ends.get(command.connection_handle)
        if not self._status(end, command.op_code) or not end:
            return

        def answer() -> None:
            event = hci.HCI_Read_Remote_Version_Information_Complete_Event(
                status=HCI_ErrorCode.SUCCESS,
                connection_handle=end.handle,
                version=end.peer.controller.lmp_version,
                manufacturer_name=0xFFFF,
                subversion=0,
            )
            self.send_hci_packet(event)

        end.link.after_events(2, answer)

    # Encryption.

    def on_hci_le_enable_encryption_command(self, command: hci.HCI_LE_Enable_Encryption_Command) -> None:
        end = self.ends.get(command.connection_handle)
        if not self._status(end, command.op_code) or not end:
            return
        end.link.after_events(1, lambda: end.peer.controller.on_encryption_request(end.peer, command))

    def on_encryption_request(self, end: LinkEnd, request: hci.HCI_LE_Enable_Encryption_Command) -> None:
        self._encryption_request = request
        event = hci.HCI_LE_Long_Term_Key_Request_Event(
            connection_handle=end.handle,
            random_number=request.random_number,
            encryption_diversifier=request.encrypted_diversifier,
        )
        self.send_hci_packet(event)

    def _le_long_term_key_request_response(
        self, connection_handle: int, long_term_key: bytes | None
    ) -> hci.HCI_StatusAndConnectionHandleReturnParameters:
        end = self.ends.get(connection_handle)
        if not end:
            status = HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR
            return hci.HCI_StatusAndConnectionHandleReturnParameters(status, connection_handle)
        expected = self._encryption_request.long_term_key

        def finish() -> None:
            if long_term_key is None:
                end.peer.controller.send_encryption_change(end.peer, HCI_ErrorCode.PIN_OR_KEY_MISSING_ERROR)
            elif long_term_key != expected:
                reason = HCI_ErrorCode.CONNECTION_TERMINATED_DUE_TO_MIC_FAILURE_ERROR
                end.link.terminate(end, reason, reason)
            else:
                for side in (end.peer, end):
                    side.encrypted = True
                    side.controller.send_encryption_change(side, HCI_ErrorCode.SUCCESS)

        end.link.after_events(3, finish)
        return hci.HCI_StatusAndConnectionHandleReturnParameters(HCI_ErrorCode.SUCCESS, connection_handle)

    def send_encryption_change(self, end: LinkEnd, status: int) -> None:
        event = hci.HCI_Encryption_Change_Event(
            status=status, connection_handle=end.handle, encryption_enabled=int(status == HCI_ErrorCode.SUCCESS)
        )
        self.send_hci_packet(event)

    # Links of this controller, for scenarios.

    def link_to(self, peer: Address) -> AirLink:
        return next(end.link for end in self.ends.values() if end.peer_address == peer)
