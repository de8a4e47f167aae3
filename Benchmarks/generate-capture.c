// generate-capture: writes large, realistic Bluetooth LE captures, and says exactly what is in them.
//
//   generate-capture SCENARIO FORMAT BYTES ACL_LENGTH FILE
//
//   SCENARIO    ota            firmware updates, one connection after the other
//               notifications  32 connections that notify, write and read
//               advertising    about 70 % advertising reports, the rest as in `notifications`
//   FORMAT      btsnoop-1002   btsnoop, HCI UART (H4)
//               btsnoop-2001   btsnoop, Linux monitor
//               pcap-201       pcap, HCI H4 with a direction header
//               pcap-254       pcap, Linux monitor
//   BYTES       the capture ends soon after it has grown to this size
//   ACL_LENGTH  the controller's ACL buffer (27 or more); longer L2CAP PDUs are sent in fragments
//
// The same arguments always give the same bytes. One JSON line on stdout holds the exact counts.

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Numbers of the protocols
// ---------------------------------------------------------------------------------------------

enum direction {
    SENT = 0,      // host to controller
    RECEIVED = 1,  // controller to host
};

// Packet indicators of the HCI UART transport (H4).
enum {
    H4_COMMAND = 0x01,
    H4_ACL_DATA = 0x02,
    H4_EVENT = 0x04,
};

// Packet opcodes of the Linux monitor.
enum {
    MONITOR_NEW_INDEX = 0,
    MONITOR_COMMAND = 2,
    MONITOR_EVENT = 3,
    MONITOR_ACL_SENT = 4,
    MONITOR_ACL_RECEIVED = 5,
    MONITOR_OPEN_INDEX = 8,
};

enum {
    COMMAND_DISCONNECT = 0x0406,
    COMMAND_SET_EVENT_MASK = 0x0c01,
    COMMAND_RESET = 0x0c03,
    COMMAND_READ_LOCAL_VERSION = 0x1001,
    COMMAND_READ_BD_ADDR = 0x1009,
    COMMAND_READ_RSSI = 0x1405,
    COMMAND_LE_SET_EVENT_MASK = 0x2001,
    COMMAND_LE_READ_BUFFER_SIZE = 0x2002,
    COMMAND_LE_SET_SCAN_PARAMETERS = 0x200b,
    COMMAND_LE_SET_SCAN_ENABLE = 0x200c,
    COMMAND_LE_CREATE_CONNECTION = 0x200d,
    COMMAND_LE_READ_REMOTE_FEATURES = 0x2016,
    COMMAND_LE_SET_DATA_LENGTH = 0x2022,
};

enum {
    EVENT_DISCONNECTION_COMPLETE = 0x05,
    EVENT_COMMAND_COMPLETE = 0x0e,
    EVENT_COMMAND_STATUS = 0x0f,
    EVENT_NUMBER_OF_COMPLETED_PACKETS = 0x13,
    EVENT_LE_META = 0x3e,
};

enum {
    LE_ADVERTISING_REPORT = 0x02,
    LE_READ_REMOTE_FEATURES_COMPLETE = 0x04,
    LE_DATA_LENGTH_CHANGE = 0x07,
    LE_ENHANCED_CONNECTION_COMPLETE = 0x0a,
    LE_EXTENDED_ADVERTISING_REPORT = 0x0d,
};

enum {
    STATUS_SUCCESS = 0x00,
    REASON_REMOTE_USER_TERMINATED = 0x13,
    REASON_TERMINATED_BY_LOCAL_HOST = 0x16,
};

enum {
    ADDRESS_PUBLIC = 0,
    ADDRESS_RANDOM = 1,
};

enum {
    ACL_START_FROM_HOST = 0,  // first packet, not automatically flushable
    ACL_CONTINUATION = 1,
    ACL_START_FROM_CONTROLLER = 2,
    ACL_BOUNDARY_SHIFT = 12,
};

enum { L2CAP_CID_ATT = 0x0004 };

enum {
    ATT_ERROR_RESPONSE = 0x01,
    ATT_EXCHANGE_MTU_REQUEST = 0x02,
    ATT_EXCHANGE_MTU_RESPONSE = 0x03,
    ATT_FIND_INFORMATION_REQUEST = 0x04,
    ATT_FIND_INFORMATION_RESPONSE = 0x05,
    ATT_READ_BY_TYPE_REQUEST = 0x08,
    ATT_READ_BY_TYPE_RESPONSE = 0x09,
    ATT_READ_REQUEST = 0x0a,
    ATT_READ_RESPONSE = 0x0b,
    ATT_READ_BY_GROUP_TYPE_REQUEST = 0x10,
    ATT_READ_BY_GROUP_TYPE_RESPONSE = 0x11,
    ATT_WRITE_REQUEST = 0x12,
    ATT_WRITE_RESPONSE = 0x13,
    ATT_HANDLE_VALUE_NOTIFICATION = 0x1b,
    ATT_WRITE_COMMAND = 0x52,
    ATT_ERROR_ATTRIBUTE_NOT_FOUND = 0x0a,
    ATT_UUID_FORMAT_16_BIT = 1,
};

enum {
    UUID_PRIMARY_SERVICE = 0x2800,
    UUID_CHARACTERISTIC = 0x2803,
    UUID_CLIENT_CONFIGURATION = 0x2902,
    UUID_BYTES = 16,
    NOTIFICATIONS_ON = 0x0001,
};

enum {
    PROPERTY_READ = 0x02,
    PROPERTY_WRITE_WITHOUT_RESPONSE = 0x04,
    PROPERTY_WRITE = 0x08,
    PROPERTY_NOTIFY = 0x10,
    PROPERTY_INDICATE = 0x20,
};

// ---------------------------------------------------------------------------------------------
// The device every scenario talks to
// ---------------------------------------------------------------------------------------------

// A vendor service with a control point, a data characteristic and four sensors, behind three
// services every device has.
enum {
    HANDLE_DEVICE_NAME = 0x03,
    HANDLE_VENDOR_FIRST = 0x10,
    HANDLE_VENDOR_LAST = 0x28,
    HANDLE_CONTROL = 0x12,
    HANDLE_DATA = 0x15,
    HANDLE_MAX = 0xffff,
    ATT_MTU = 247,
    LL_DATA_OCTETS = 251,
    LL_DATA_TIME_US = 2120,
    INTERVAL_MIN_UNITS = 6,   // of 1.25 ms
    INTERVAL_MAX_UNITS = 12,  // of 1.25 ms; the interval every connection gets
    SUPERVISION_UNITS = 200,  // of 10 ms
    SCAN_UNITS = 0x60,        // of 0.625 ms; interval and window while connecting
    FIRST_CONNECTION_HANDLE = 0x40,
};

static const uint16_t sensor_handles[] = {0x17, 0x1a, 0x1d, 0x20};
static const uint16_t configuration_handles[] = {0x13, 0x18, 0x1b, 0x1e, 0x21};

struct service {
    uint16_t first;
    uint16_t last;
    uint16_t uuid;
    unsigned characteristic_count;
    struct {
        uint16_t declaration;
        uint8_t properties;
        uint16_t value;
        uint16_t uuid;
    } characteristics[2];
};

static const struct service common_services[] = {
    {1, 5, 0x1800, 2, {{2, PROPERTY_READ, HANDLE_DEVICE_NAME, 0x2a00}, {4, PROPERTY_READ, 5, 0x2a01}}},
    {6, 9, 0x1801, 1, {{7, PROPERTY_INDICATE, 8, 0x2a05}}},
    {10, 15, 0x180a, 2, {{11, PROPERTY_READ, 12, 0x2a29}, {13, PROPERTY_READ, 14, 0x2a26}}},
};

struct vendor_characteristic {
    uint16_t value;
    uint8_t properties;
};

static const struct vendor_characteristic vendor_characteristics[] = {
    {HANDLE_CONTROL, PROPERTY_WRITE | PROPERTY_NOTIFY},
    {HANDLE_DATA, PROPERTY_WRITE_WITHOUT_RESPONSE},
    {0x17, PROPERTY_NOTIFY},
    {0x1a, PROPERTY_NOTIFY},
    {0x1d, PROPERTY_NOTIFY},
    {0x20, PROPERTY_NOTIFY},
};

// As on the air, least significant byte first. A characteristic replaces the first byte.
static const uint8_t vendor_uuid[UUID_BYTES] = {0x01, 0x00, 0x15, 0x5e, 0xa1, 0x71, 0x4a, 0x9b,
                                                0x8e, 0x4b, 0xd3, 0x10, 0x5a, 0x20, 0xf1, 0x1c};
enum { VENDOR_CHARACTERISTIC_UUID_START = 2 };

static const uint8_t adapter_address[] = {0x11, 0x22, 0x33, 0x44, 0x55, 0xc0};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// ---------------------------------------------------------------------------------------------
// State. One process writes one capture, so it is plain file-level state.
// ---------------------------------------------------------------------------------------------

enum format { BTSNOOP_H4, BTSNOOP_MONITOR, PCAP_H4, PCAP_MONITOR };

static FILE *output;
static enum format output_format;
static uint64_t target_bytes;
static unsigned acl_length;

// What was written, counted where it is written.
static struct {
    uint64_t bytes;
    uint64_t records;
    uint64_t commands;
    uint64_t events;
    uint64_t acl_packets;
    uint64_t continuation_fragments;
    uint64_t l2cap_pdus;
    uint64_t att_pdus;
    uint64_t advertising_reports;
    uint64_t completed_packets_events;
    uint64_t connections;
    uint64_t image_chunks;
    uint64_t image_chunk_bytes;
    uint64_t notifications;
} truth;

static bool is_large_enough(void) {
    return truth.bytes >= target_bytes;
}

static void fail(const char *what) {
    fprintf(stderr, "generate-capture: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

// ---------------------------------------------------------------------------------------------
// Pseudo-random numbers and the clock of the capture
// ---------------------------------------------------------------------------------------------

static uint64_t random_state = 0x9e3779b97f4a7c15;

// xorshift64: the same sequence on every machine.
static uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static uint32_t random_below(uint32_t limit) {
    return (uint32_t)((random_bits() >> 16) % limit);
}

static uint64_t clock_us = 1767225600000000;  // 2026-01-01 00:00:00 UTC, since the Unix epoch

enum {
    INTERVAL_US = INTERVAL_MAX_UNITS * 1250,  // a request and its answer are one interval apart
    REQUEST_JITTER_US = 500,
    RESPONSE_US = 300,
    RESPONSE_JITTER_US = 200,
    COMMAND_US = 200,
    COMMAND_JITTER_US = 100,
    COMMAND_ANSWER_US = 100,
    COMMAND_ANSWER_JITTER_US = 100,
    COMPLETED_PACKETS_US = 20,
    COMPLETED_PACKETS_JITTER_US = 40,
    ACL_SENT_US = 15,
    ACL_SENT_JITTER_US = 10,
    ACL_RECEIVED_US = 10,
    ACL_RECEIVED_JITTER_US = 10,
    CONNECTING_US = 30000,
    CONNECTING_JITTER_US = 20000,
    CONNECTED_US = 500,
    READ_FEATURES_US = 20000,
    FEATURES_READ_US = 200,
    SET_DATA_LENGTH_US = 15000,
    DATA_LENGTH_SET_US = 300,
    DISCONNECTING_US = 20000,
    DISCONNECTED_US = 2000,
    CHUNK_US = 300,
    CHUNK_JITTER_US = 200,
    TRAFFIC_US = 150,
    TRAFFIC_JITTER_US = 300,
    ADVERTISING_US = 200,
    ADVERTISING_JITTER_US = 4000,
    UPDATE_ACCEPTED_US = 200,
    UPDATE_STARTED_US = 2000,
    PROGRESS_US = 400,
    UPDATE_CHECK_US = 90000,
    UPDATE_DONE_US = 2000,
    BETWEEN_UPDATES_US = 500000,
};

static void advance(uint32_t microseconds) {
    clock_us += microseconds;
}

static void advance_about(uint32_t base_us, uint32_t jitter_us) {
    clock_us += base_us + random_below(jitter_us);
}

// ---------------------------------------------------------------------------------------------
// Bytes
// ---------------------------------------------------------------------------------------------

// A packet while it is put together. The longest one is an L2CAP PDU that fills the MTU.
enum { MESSAGE_CAPACITY = 512 };

struct message {
    uint8_t bytes[MESSAGE_CAPACITY];
    unsigned length;
};

static uint8_t *add_room(struct message *message, unsigned count) {
    if (count > MESSAGE_CAPACITY - message->length) {
        fputs("generate-capture: a packet is longer than MESSAGE_CAPACITY\n", stderr);
        abort();
    }
    uint8_t *room = message->bytes + message->length;
    message->length += count;
    return room;
}

static void add_bytes(struct message *message, const void *bytes, unsigned count) {
    uint8_t *room = add_room(message, count);
    if (count > 0) {
        memcpy(room, bytes, count);
    }
}

static void add_zeros(struct message *message, unsigned count) {
    memset(add_room(message, count), 0, count);
}

static void add_u8(struct message *message, unsigned value) {
    *add_room(message, 1) = (uint8_t)value;
}

static void add_le16(struct message *message, unsigned value) {
    uint8_t *room = add_room(message, 2);
    room[0] = (uint8_t)value;
    room[1] = (uint8_t)(value >> 8);
}

static void add_le32(struct message *message, uint32_t value) {
    add_le16(message, value & 0xffff);
    add_le16(message, value >> 16);
}

static void add_be16(struct message *message, unsigned value) {
    uint8_t *room = add_room(message, 2);
    room[0] = (uint8_t)(value >> 8);
    room[1] = (uint8_t)value;
}

static void add_be32(struct message *message, uint32_t value) {
    add_be16(message, value >> 16);
    add_be16(message, value & 0xffff);
}

static void add_be64(struct message *message, uint64_t value) {
    add_be32(message, (uint32_t)(value >> 32));
    add_be32(message, (uint32_t)value);
}

static void fill_random(uint8_t *bytes, unsigned count) {
    while (count >= sizeof(uint64_t)) {
        uint64_t word = random_bits();
        for (unsigned i = 0; i < sizeof word; i++) {
            bytes[i] = (uint8_t)(word >> (8 * i));
        }
        bytes += sizeof word;
        count -= sizeof word;
    }
    for (unsigned i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(random_bits() >> 24);
    }
}

static void add_random(struct message *message, unsigned count) {
    fill_random(add_room(message, count), count);
}

// ---------------------------------------------------------------------------------------------
// Capture files
// ---------------------------------------------------------------------------------------------

enum {
    BTSNOOP_VERSION = 1,
    BTSNOOP_DATALINK_H4 = 1002,
    BTSNOOP_DATALINK_MONITOR = 2001,
    BTSNOOP_FLAG_COMMAND_OR_EVENT = 2,
    PCAP_VERSION_MAJOR = 2,
    PCAP_VERSION_MINOR = 4,
    PCAP_SNAP_LENGTH = 65535,
    PCAP_LINKTYPE_H4 = 201,
    PCAP_LINKTYPE_MONITOR = 254,
    PCAP_H4_PREFIX_BYTES = 5,       // direction, packet indicator
    PCAP_MONITOR_PREFIX_BYTES = 4,  // adapter, opcode
    MICROSECONDS_PER_SECOND = 1000000,
};

static const uint32_t pcap_magic = 0xa1b2c3d4;
static const uint64_t btsnoop_unix_epoch_us = 0x00dcddb30f2f8000;  // from year 0 to 1970

static void write_message(const struct message *message) {
    if (fwrite(message->bytes, 1, message->length, output) != message->length) {
        fail("write");
    }
    truth.bytes += message->length;
}

static void write_file_header(void) {
    struct message header = {.length = 0};
    switch (output_format) {
    case BTSNOOP_H4:
    case BTSNOOP_MONITOR:
        add_bytes(&header, "btsnoop", sizeof "btsnoop");
        add_be32(&header, BTSNOOP_VERSION);
        add_be32(&header, output_format == BTSNOOP_H4 ? BTSNOOP_DATALINK_H4 : BTSNOOP_DATALINK_MONITOR);
        break;
    case PCAP_H4:
    case PCAP_MONITOR:
        add_le32(&header, pcap_magic);
        add_le16(&header, PCAP_VERSION_MAJOR);
        add_le16(&header, PCAP_VERSION_MINOR);
        add_zeros(&header, 8);  // time zone and accuracy, both unused
        add_le32(&header, PCAP_SNAP_LENGTH);
        add_le32(&header, output_format == PCAP_H4 ? PCAP_LINKTYPE_H4 : PCAP_LINKTYPE_MONITOR);
        break;
    }
    write_message(&header);
}

static void add_btsnoop_header(struct message *record, unsigned length, uint32_t flags) {
    add_be32(record, length);  // original
    add_be32(record, length);  // included
    add_be32(record, flags);
    add_be32(record, 0);  // cumulative drops
    add_be64(record, clock_us + btsnoop_unix_epoch_us);
}

static void add_pcap_header(struct message *record, unsigned length) {
    add_le32(record, (uint32_t)(clock_us / MICROSECONDS_PER_SECOND));
    add_le32(record, (uint32_t)(clock_us % MICROSECONDS_PER_SECOND));
    add_le32(record, length);  // included
    add_le32(record, length);  // original
}

// Writes one HCI packet as one record; each format keeps its own part of the description.
static void write_record(enum direction direction, unsigned h4_type, unsigned monitor_opcode,
                         const struct message *packet) {
    struct message record = {.length = 0};
    switch (output_format) {
    case BTSNOOP_H4: {
        uint32_t flags = direction;
        if (h4_type != H4_ACL_DATA) {
            flags |= BTSNOOP_FLAG_COMMAND_OR_EVENT;
        }
        add_btsnoop_header(&record, packet->length + 1, flags);
        add_u8(&record, h4_type);
        break;
    }
    case BTSNOOP_MONITOR:
        add_btsnoop_header(&record, packet->length, monitor_opcode);
        break;
    case PCAP_H4:
        add_pcap_header(&record, packet->length + PCAP_H4_PREFIX_BYTES);
        add_be32(&record, direction);
        add_u8(&record, h4_type);
        break;
    case PCAP_MONITOR:
        add_pcap_header(&record, packet->length + PCAP_MONITOR_PREFIX_BYTES);
        add_be16(&record, 0);  // adapter
        add_be16(&record, monitor_opcode);
        break;
    }
    add_bytes(&record, packet->bytes, packet->length);
    write_message(&record);
    truth.records++;
}

// ---------------------------------------------------------------------------------------------
// HCI commands and events
// ---------------------------------------------------------------------------------------------

static void send_command(unsigned opcode, const struct message *parameters) {
    struct message packet = {.length = 0};
    add_le16(&packet, opcode);
    add_u8(&packet, parameters->length);
    add_bytes(&packet, parameters->bytes, parameters->length);
    write_record(SENT, H4_COMMAND, MONITOR_COMMAND, &packet);
    truth.commands++;
    advance_about(COMMAND_US, COMMAND_JITTER_US);
}

static void receive_event(unsigned code, const struct message *parameters) {
    struct message packet = {.length = 0};
    add_u8(&packet, code);
    add_u8(&packet, parameters->length);
    add_bytes(&packet, parameters->bytes, parameters->length);
    write_record(RECEIVED, H4_EVENT, MONITOR_EVENT, &packet);
    truth.events++;
}

static void receive_command_complete(unsigned opcode, const struct message *return_parameters) {
    struct message parameters = {.length = 0};
    add_u8(&parameters, 1);  // the controller takes one more command
    add_le16(&parameters, opcode);
    add_bytes(&parameters, return_parameters->bytes, return_parameters->length);
    receive_event(EVENT_COMMAND_COMPLETE, &parameters);
    advance_about(COMMAND_ANSWER_US, COMMAND_ANSWER_JITTER_US);
}

static void receive_command_status(unsigned opcode) {
    struct message parameters = {.length = 0};
    add_u8(&parameters, STATUS_SUCCESS);
    add_u8(&parameters, 1);  // the controller takes one more command
    add_le16(&parameters, opcode);
    receive_event(EVENT_COMMAND_STATUS, &parameters);
    advance_about(COMMAND_ANSWER_US, COMMAND_ANSWER_JITTER_US);
}

// A command whose answer is nothing but success.
static void run_command(unsigned opcode, const struct message *parameters) {
    struct message answer = {.length = 0};
    add_u8(&answer, STATUS_SUCCESS);
    send_command(opcode, parameters);
    receive_command_complete(opcode, &answer);
}

// A command without parameters whose answer is success and some values.
static void read_from_controller(unsigned opcode, const void *values, unsigned count) {
    struct message none = {.length = 0};
    struct message answer = {.length = 0};
    add_u8(&answer, STATUS_SUCCESS);
    add_bytes(&answer, values, count);
    send_command(opcode, &none);
    receive_command_complete(opcode, &answer);
}

static void announce_adapter(void) {
    static const uint8_t primary_controller_on_usb[] = {0x00, 0x01};
    static const char name[8] = "hci0";
    struct message adapter = {.length = 0};
    add_bytes(&adapter, primary_controller_on_usb, sizeof primary_controller_on_usb);
    add_bytes(&adapter, adapter_address, sizeof adapter_address);
    add_bytes(&adapter, name, sizeof name);
    write_record(SENT, 0, MONITOR_NEW_INDEX, &adapter);

    struct message nothing = {.length = 0};
    write_record(SENT, 0, MONITOR_OPEN_INDEX, &nothing);
}

static void set_up_controller(void) {
    static const uint8_t version[] = {0x0c, 0x00, 0x00, 0x0c, 0x59, 0x00, 0x00, 0x00};  // 5.3
    static const uint8_t event_mask[] = {0xff, 0xff, 0xfb, 0xff, 0x07, 0xf8, 0xbf, 0x3d};
    static const uint8_t le_event_mask[] = {0x7f, 0x1f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
    enum { ACL_BUFFERS = 8 };

    if (output_format == BTSNOOP_MONITOR) {
        announce_adapter();
    }
    struct message parameters = {.length = 0};
    run_command(COMMAND_RESET, &parameters);
    read_from_controller(COMMAND_READ_LOCAL_VERSION, version, sizeof version);
    read_from_controller(COMMAND_READ_BD_ADDR, adapter_address, sizeof adapter_address);

    add_bytes(&parameters, event_mask, sizeof event_mask);
    run_command(COMMAND_SET_EVENT_MASK, &parameters);

    parameters.length = 0;
    add_bytes(&parameters, le_event_mask, sizeof le_event_mask);
    run_command(COMMAND_LE_SET_EVENT_MASK, &parameters);

    struct message buffers = {.length = 0};
    add_le16(&buffers, acl_length);
    add_u8(&buffers, ACL_BUFFERS);
    read_from_controller(COMMAND_LE_READ_BUFFER_SIZE, buffers.bytes, buffers.length);
}

// ---------------------------------------------------------------------------------------------
// Connections
// ---------------------------------------------------------------------------------------------

enum { ADDRESS_BYTES = 6 };

struct connection {
    uint16_t handle;
    unsigned unacknowledged;  // ACL packets sent that no Number Of Completed Packets has counted
    uint8_t address[ADDRESS_BYTES];
};

static void choose_static_address(uint8_t *address) {
    fill_random(address, ADDRESS_BYTES);
    address[ADDRESS_BYTES - 1] |= 0xc0;  // the two top bits mark a static random address
}

static void receive_completed_packets(struct connection *connection, unsigned count) {
    struct message parameters = {.length = 0};
    add_u8(&parameters, 1);  // one connection
    add_le16(&parameters, connection->handle);
    add_le16(&parameters, count);
    receive_event(EVENT_NUMBER_OF_COMPLETED_PACKETS, &parameters);
    connection->unacknowledged -= count;
    truth.completed_packets_events++;
    advance_about(COMPLETED_PACKETS_US, COMPLETED_PACKETS_JITTER_US);
}

static void receive_all_completed_packets(struct connection *connection) {
    enum { COMPLETED_AT_ONCE = 4 };
    while (connection->unacknowledged > 0) {
        unsigned count = connection->unacknowledged;
        if (count > COMPLETED_AT_ONCE) {
            count = COMPLETED_AT_ONCE;
        }
        receive_completed_packets(connection, count);
    }
}

// The controller acknowledges a few packets at a time, never after more than eight.
static void acknowledge_sometimes(struct connection *connection) {
    enum { ACKNOWLEDGE_FROM = 2, ACKNOWLEDGE_SPREAD = 3, ACKNOWLEDGE_AT_LATEST = 8 };
    unsigned patience = ACKNOWLEDGE_FROM + random_below(ACKNOWLEDGE_SPREAD);
    bool is_due = connection->unacknowledged >= patience;
    bool is_overdue = connection->unacknowledged >= ACKNOWLEDGE_AT_LATEST;
    if (is_due || is_overdue) {
        receive_completed_packets(connection, 1 + random_below(connection->unacknowledged));
    }
}

static void transfer_fragment(struct connection *connection, enum direction direction, bool is_first,
                              const uint8_t *bytes, unsigned count) {
    unsigned boundary = ACL_CONTINUATION;
    if (is_first) {
        boundary = direction == SENT ? ACL_START_FROM_HOST : ACL_START_FROM_CONTROLLER;
    } else {
        truth.continuation_fragments++;
    }
    struct message packet = {.length = 0};
    add_le16(&packet, connection->handle | boundary << ACL_BOUNDARY_SHIFT);
    add_le16(&packet, count);
    add_bytes(&packet, bytes, count);
    write_record(direction, H4_ACL_DATA, direction == SENT ? MONITOR_ACL_SENT : MONITOR_ACL_RECEIVED, &packet);
    truth.acl_packets++;
}

// Moves one ATT PDU over the link, in as many ACL packets as the controller's buffers ask for.
static void transfer(struct connection *connection, enum direction direction, const struct message *att) {
    struct message pdu = {.length = 0};
    add_le16(&pdu, att->length);
    add_le16(&pdu, L2CAP_CID_ATT);
    add_bytes(&pdu, att->bytes, att->length);
    truth.att_pdus++;
    truth.l2cap_pdus++;

    unsigned offset = 0;
    while (offset < pdu.length) {
        unsigned count = pdu.length - offset;
        if (count > acl_length) {
            count = acl_length;
        }
        transfer_fragment(connection, direction, offset == 0, pdu.bytes + offset, count);
        offset += count;
        if (direction == SENT) {
            connection->unacknowledged++;
            advance_about(ACL_SENT_US, ACL_SENT_JITTER_US);
            acknowledge_sometimes(connection);
        } else {
            advance_about(ACL_RECEIVED_US, ACL_RECEIVED_JITTER_US);
        }
    }
}

static void request_connection(const struct connection *connection) {
    struct message parameters = {.length = 0};
    add_le16(&parameters, SCAN_UNITS);  // interval
    add_le16(&parameters, SCAN_UNITS);  // window
    add_u8(&parameters, 0);             // no filter accept list
    add_u8(&parameters, ADDRESS_RANDOM);
    add_bytes(&parameters, connection->address, ADDRESS_BYTES);
    add_u8(&parameters, ADDRESS_PUBLIC);
    add_le16(&parameters, INTERVAL_MIN_UNITS);
    add_le16(&parameters, INTERVAL_MAX_UNITS);
    add_le16(&parameters, 0);  // peripheral latency
    add_le16(&parameters, SUPERVISION_UNITS);
    add_le16(&parameters, 0);  // shortest connection event
    add_le16(&parameters, 0);  // longest connection event
    send_command(COMMAND_LE_CREATE_CONNECTION, &parameters);
    receive_command_status(COMMAND_LE_CREATE_CONNECTION);
    advance_about(CONNECTING_US, CONNECTING_JITTER_US);
}

static void receive_connection_complete(const struct connection *connection) {
    struct message event = {.length = 0};
    add_u8(&event, LE_ENHANCED_CONNECTION_COMPLETE);
    add_u8(&event, STATUS_SUCCESS);
    add_le16(&event, connection->handle);
    add_u8(&event, 0);  // central
    add_u8(&event, ADDRESS_RANDOM);
    add_bytes(&event, connection->address, ADDRESS_BYTES);
    add_zeros(&event, ADDRESS_BYTES);  // no local resolvable address
    add_zeros(&event, ADDRESS_BYTES);  // no peer resolvable address
    add_le16(&event, INTERVAL_MAX_UNITS);
    add_le16(&event, 0);  // peripheral latency
    add_le16(&event, SUPERVISION_UNITS);
    add_u8(&event, 0);  // clock accuracy
    receive_event(EVENT_LE_META, &event);
    advance(CONNECTED_US);
}

static void read_remote_features(const struct connection *connection) {
    static const uint8_t features[] = {0xff, 0x41, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
    struct message parameters = {.length = 0};
    add_le16(&parameters, connection->handle);
    send_command(COMMAND_LE_READ_REMOTE_FEATURES, &parameters);
    receive_command_status(COMMAND_LE_READ_REMOTE_FEATURES);
    advance(READ_FEATURES_US);

    struct message event = {.length = 0};
    add_u8(&event, LE_READ_REMOTE_FEATURES_COMPLETE);
    add_u8(&event, STATUS_SUCCESS);
    add_le16(&event, connection->handle);
    add_bytes(&event, features, sizeof features);
    receive_event(EVENT_LE_META, &event);
    advance(FEATURES_READ_US);
}

static void set_data_length(const struct connection *connection) {
    struct message parameters = {.length = 0};
    add_le16(&parameters, connection->handle);
    add_le16(&parameters, LL_DATA_OCTETS);
    add_le16(&parameters, LL_DATA_TIME_US);
    send_command(COMMAND_LE_SET_DATA_LENGTH, &parameters);

    struct message answer = {.length = 0};
    add_u8(&answer, STATUS_SUCCESS);
    add_le16(&answer, connection->handle);
    receive_command_complete(COMMAND_LE_SET_DATA_LENGTH, &answer);
    advance(SET_DATA_LENGTH_US);

    struct message event = {.length = 0};
    add_u8(&event, LE_DATA_LENGTH_CHANGE);
    add_le16(&event, connection->handle);
    add_le16(&event, LL_DATA_OCTETS);   // sent
    add_le16(&event, LL_DATA_TIME_US);  // sent
    add_le16(&event, LL_DATA_OCTETS);   // received
    add_le16(&event, LL_DATA_TIME_US);  // received
    receive_event(EVENT_LE_META, &event);
    advance(DATA_LENGTH_SET_US);
}

static void disconnect(struct connection *connection) {
    receive_all_completed_packets(connection);
    struct message parameters = {.length = 0};
    add_le16(&parameters, connection->handle);
    add_u8(&parameters, REASON_REMOTE_USER_TERMINATED);
    send_command(COMMAND_DISCONNECT, &parameters);
    receive_command_status(COMMAND_DISCONNECT);
    advance(DISCONNECTING_US);

    struct message event = {.length = 0};
    add_u8(&event, STATUS_SUCCESS);
    add_le16(&event, connection->handle);
    add_u8(&event, REASON_TERMINATED_BY_LOCAL_HOST);
    receive_event(EVENT_DISCONNECTION_COMPLETE, &event);
    advance(DISCONNECTED_US);
}

// ---------------------------------------------------------------------------------------------
// ATT requests and answers during set-up
// ---------------------------------------------------------------------------------------------

static void send_request(struct connection *connection, const struct message *att) {
    transfer(connection, SENT, att);
    advance_about(INTERVAL_US, REQUEST_JITTER_US);
}

static void receive_response(struct connection *connection, const struct message *att) {
    transfer(connection, RECEIVED, att);
    advance_about(RESPONSE_US, RESPONSE_JITTER_US);
}

static void receive_not_found(struct connection *connection, unsigned request, uint16_t handle) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_ERROR_RESPONSE);
    add_u8(&att, request);
    add_le16(&att, handle);
    add_u8(&att, ATT_ERROR_ATTRIBUTE_NOT_FOUND);
    receive_response(connection, &att);
}

// Read By Type and Read By Group Type have the same shape.
static void send_range_request(struct connection *connection, unsigned opcode, uint16_t first, uint16_t last,
                               uint16_t uuid) {
    struct message att = {.length = 0};
    add_u8(&att, opcode);
    add_le16(&att, first);
    add_le16(&att, last);
    add_le16(&att, uuid);
    send_request(connection, &att);
}

static void exchange_mtu(struct connection *connection) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_EXCHANGE_MTU_REQUEST);
    add_le16(&att, ATT_MTU);
    send_request(connection, &att);

    att.length = 0;
    add_u8(&att, ATT_EXCHANGE_MTU_RESPONSE);
    add_le16(&att, ATT_MTU);
    receive_response(connection, &att);
}

static void discover_services(struct connection *connection) {
    enum { ENTRY_BYTES_16_BIT = 6, ENTRY_BYTES_128_BIT = 20 };
    struct message att = {.length = 0};
    send_range_request(connection, ATT_READ_BY_GROUP_TYPE_REQUEST, 1, HANDLE_MAX, UUID_PRIMARY_SERVICE);
    add_u8(&att, ATT_READ_BY_GROUP_TYPE_RESPONSE);
    add_u8(&att, ENTRY_BYTES_16_BIT);
    for (unsigned i = 0; i < COUNT_OF(common_services); i++) {
        add_le16(&att, common_services[i].first);
        add_le16(&att, common_services[i].last);
        add_le16(&att, common_services[i].uuid);
    }
    receive_response(connection, &att);

    send_range_request(connection, ATT_READ_BY_GROUP_TYPE_REQUEST, HANDLE_VENDOR_FIRST, HANDLE_MAX,
                       UUID_PRIMARY_SERVICE);
    att.length = 0;
    add_u8(&att, ATT_READ_BY_GROUP_TYPE_RESPONSE);
    add_u8(&att, ENTRY_BYTES_128_BIT);
    add_le16(&att, HANDLE_VENDOR_FIRST);
    add_le16(&att, HANDLE_VENDOR_LAST);
    add_bytes(&att, vendor_uuid, UUID_BYTES);
    receive_response(connection, &att);

    send_range_request(connection, ATT_READ_BY_GROUP_TYPE_REQUEST, HANDLE_VENDOR_LAST + 1, HANDLE_MAX,
                       UUID_PRIMARY_SERVICE);
    receive_not_found(connection, ATT_READ_BY_GROUP_TYPE_REQUEST, HANDLE_VENDOR_LAST + 1);
}

static void discover_common_characteristics(struct connection *connection, const struct service *service) {
    enum { ENTRY_BYTES = 7 };
    send_range_request(connection, ATT_READ_BY_TYPE_REQUEST, service->first, service->last, UUID_CHARACTERISTIC);
    struct message att = {.length = 0};
    add_u8(&att, ATT_READ_BY_TYPE_RESPONSE);
    add_u8(&att, ENTRY_BYTES);
    for (unsigned i = 0; i < service->characteristic_count; i++) {
        add_le16(&att, service->characteristics[i].declaration);
        add_u8(&att, service->characteristics[i].properties);
        add_le16(&att, service->characteristics[i].value);
        add_le16(&att, service->characteristics[i].uuid);
    }
    receive_response(connection, &att);

    uint16_t next = service->characteristics[service->characteristic_count - 1].value;
    send_range_request(connection, ATT_READ_BY_TYPE_REQUEST, next, service->last, UUID_CHARACTERISTIC);
    receive_not_found(connection, ATT_READ_BY_TYPE_REQUEST, next);
}

static void discover_vendor_characteristics(struct connection *connection) {
    enum { ENTRY_BYTES = 21 };
    send_range_request(connection, ATT_READ_BY_TYPE_REQUEST, HANDLE_VENDOR_FIRST, HANDLE_VENDOR_LAST,
                       UUID_CHARACTERISTIC);
    struct message att = {.length = 0};
    add_u8(&att, ATT_READ_BY_TYPE_RESPONSE);
    add_u8(&att, ENTRY_BYTES);
    for (unsigned i = 0; i < COUNT_OF(vendor_characteristics); i++) {
        add_le16(&att, vendor_characteristics[i].value - 1);
        add_u8(&att, vendor_characteristics[i].properties);
        add_le16(&att, vendor_characteristics[i].value);
        add_u8(&att, VENDOR_CHARACTERISTIC_UUID_START + i);
        add_bytes(&att, vendor_uuid + 1, UUID_BYTES - 1);
    }
    receive_response(connection, &att);

    uint16_t next = vendor_characteristics[COUNT_OF(vendor_characteristics) - 1].value;
    send_range_request(connection, ATT_READ_BY_TYPE_REQUEST, next, HANDLE_VENDOR_LAST, UUID_CHARACTERISTIC);
    receive_not_found(connection, ATT_READ_BY_TYPE_REQUEST, next);
}

static void discover_descriptor(struct connection *connection, uint16_t handle) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_FIND_INFORMATION_REQUEST);
    add_le16(&att, handle);
    add_le16(&att, handle);
    send_request(connection, &att);

    att.length = 0;
    add_u8(&att, ATT_FIND_INFORMATION_RESPONSE);
    add_u8(&att, ATT_UUID_FORMAT_16_BIT);
    add_le16(&att, handle);
    add_le16(&att, UUID_CLIENT_CONFIGURATION);
    receive_response(connection, &att);
}

static void switch_notifications_on(struct connection *connection, uint16_t handle) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_WRITE_REQUEST);
    add_le16(&att, handle);
    add_le16(&att, NOTIFICATIONS_ON);
    send_request(connection, &att);

    att.length = 0;
    add_u8(&att, ATT_WRITE_RESPONSE);
    receive_response(connection, &att);
}

static void discover(struct connection *connection) {
    exchange_mtu(connection);
    discover_services(connection);
    for (unsigned i = 0; i < COUNT_OF(common_services); i++) {
        discover_common_characteristics(connection, &common_services[i]);
    }
    discover_vendor_characteristics(connection);
    for (unsigned i = 0; i < COUNT_OF(configuration_handles); i++) {
        discover_descriptor(connection, configuration_handles[i]);
    }
    for (unsigned i = 0; i < COUNT_OF(configuration_handles); i++) {
        switch_notifications_on(connection, configuration_handles[i]);
    }
}

// From Create Connection to notifications switched on.
static void open_connection(struct connection *connection) {
    connection->unacknowledged = 0;
    request_connection(connection);
    receive_connection_complete(connection);
    truth.connections++;
    read_remote_features(connection);
    set_data_length(connection);
    discover(connection);
}

static void open_new_connection(struct connection *connection) {
    choose_static_address(connection->address);
    open_connection(connection);
}

// ---------------------------------------------------------------------------------------------
// Scenario: ota
// ---------------------------------------------------------------------------------------------

enum {
    IMAGE_BYTES = 512 * 1024,
    CHUNK_BYTES = 240,
    CHUNK_OFFSET_BYTES = 4,
    CHUNKS_PER_PROGRESS = 16,
    CONTROL_START = 1,
    CONTROL_PROGRESS = 3,
    CONTROL_FINISH = 4,
    CONTROL_OK = 0,
    OTA_HANDLES = 8,  // connection handles used in turn
};

static void write_control(struct connection *connection, const struct message *att, uint32_t answered_us) {
    struct message answer = {.length = 0};
    add_u8(&answer, ATT_WRITE_RESPONSE);
    transfer(connection, SENT, att);
    advance(INTERVAL_US);
    transfer(connection, RECEIVED, &answer);
    advance(answered_us);
}

static void notify_control(struct connection *connection, const struct message *att) {
    truth.notifications++;
    transfer(connection, RECEIVED, att);
}

static void notify_control_result(struct connection *connection, unsigned operation) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_HANDLE_VALUE_NOTIFICATION);
    add_le16(&att, HANDLE_CONTROL);
    add_u8(&att, operation);
    add_u8(&att, CONTROL_OK);
    notify_control(connection, &att);
}

static void start_update(struct connection *connection) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_WRITE_REQUEST);
    add_le16(&att, HANDLE_CONTROL);
    add_u8(&att, CONTROL_START);
    add_le32(&att, IMAGE_BYTES);
    add_le32(&att, (uint32_t)random_bits());  // checksum of the image
    write_control(connection, &att, UPDATE_ACCEPTED_US);
    notify_control_result(connection, CONTROL_START);
    advance(UPDATE_STARTED_US);
}

static void finish_update(struct connection *connection) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_WRITE_REQUEST);
    add_le16(&att, HANDLE_CONTROL);
    add_u8(&att, CONTROL_FINISH);
    write_control(connection, &att, UPDATE_CHECK_US);
    notify_control_result(connection, CONTROL_FINISH);
    advance(UPDATE_DONE_US);
}

static void send_chunk(struct connection *connection, uint32_t offset, unsigned count) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_WRITE_COMMAND);
    add_le16(&att, HANDLE_DATA);
    add_le32(&att, offset);
    add_random(&att, count);
    truth.image_chunks++;
    truth.image_chunk_bytes += CHUNK_OFFSET_BYTES + count;
    transfer(connection, SENT, &att);
    advance_about(CHUNK_US, CHUNK_JITTER_US);
}

static void report_progress(struct connection *connection, uint32_t bytes_received) {
    receive_all_completed_packets(connection);
    struct message att = {.length = 0};
    add_u8(&att, ATT_HANDLE_VALUE_NOTIFICATION);
    add_le16(&att, HANDLE_CONTROL);
    add_u8(&att, CONTROL_PROGRESS);
    add_le32(&att, bytes_received);
    advance(INTERVAL_US);
    notify_control(connection, &att);
    advance(PROGRESS_US);
}

static void send_image(struct connection *connection) {
    uint32_t offset = 0;
    unsigned chunks = 0;
    while (offset < IMAGE_BYTES && !is_large_enough()) {
        uint32_t count = IMAGE_BYTES - offset;
        if (count > CHUNK_BYTES) {
            count = CHUNK_BYTES;
        }
        send_chunk(connection, offset, count);
        offset += count;
        chunks++;
        if (chunks % CHUNKS_PER_PROGRESS == 0) {
            report_progress(connection, offset);
        }
    }
    receive_all_completed_packets(connection);
}

static void write_ota(void) {
    set_up_controller();
    for (unsigned session = 0; !is_large_enough(); session++) {
        struct connection connection = {
            .handle = FIRST_CONNECTION_HANDLE + session % OTA_HANDLES,
            .address = {0x01, 0x02, 0x03, (uint8_t)(session >> 8), (uint8_t)session, 0xc4},
        };
        open_connection(&connection);
        start_update(&connection);
        send_image(&connection);
        finish_update(&connection);
        disconnect(&connection);
        advance(BETWEEN_UPDATES_US);
    }
}

// ---------------------------------------------------------------------------------------------
// Scenario: notifications
// ---------------------------------------------------------------------------------------------

enum { SENSOR_VALUE_BYTES = 20 };

static uint16_t choose_sensor(void) {
    return sensor_handles[random_below(COUNT_OF(sensor_handles))];
}

static void notify_sensor(struct connection *connection, uint16_t handle, unsigned count) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_HANDLE_VALUE_NOTIFICATION);
    add_le16(&att, handle);
    add_random(&att, count);
    truth.notifications++;
    transfer(connection, RECEIVED, &att);
}

static void write_without_response(struct connection *connection) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_WRITE_COMMAND);
    add_le16(&att, HANDLE_DATA);
    add_random(&att, SENSOR_VALUE_BYTES);
    transfer(connection, SENT, &att);
}

static void read_device_name(struct connection *connection, const char *name) {
    struct message att = {.length = 0};
    add_u8(&att, ATT_READ_REQUEST);
    add_le16(&att, HANDLE_DEVICE_NAME);
    transfer(connection, SENT, &att);
    advance(INTERVAL_US);

    att.length = 0;
    add_u8(&att, ATT_READ_RESPONSE);
    add_bytes(&att, name, (unsigned)strlen(name));
    transfer(connection, RECEIVED, &att);
}

static void reconnect(struct connection *connection) {
    disconnect(connection);
    open_new_connection(connection);
}

static void open_all(struct connection *connections, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        connections[i].handle = (uint16_t)(FIRST_CONNECTION_HANDLE + i);
        open_new_connection(&connections[i]);
    }
}

static void disconnect_all(struct connection *connections, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        disconnect(&connections[i]);
    }
}

static void write_notifications(void) {
    // Upper limits of the shares, out of TOTAL: 94 % notify, 5 % write, 0.98 % read, 0.02 % reconnect.
    enum { CONNECTIONS = 32, NOTIFY = 9400, WRITE = 9900, READ = 9998, TOTAL = 10000 };
    struct connection connections[CONNECTIONS];
    set_up_controller();
    open_all(connections, CONNECTIONS);
    while (!is_large_enough()) {
        struct connection *connection = &connections[random_below(CONNECTIONS)];
        uint32_t choice = random_below(TOTAL);
        if (choice < NOTIFY) {
            notify_sensor(connection, choose_sensor(), SENSOR_VALUE_BYTES);
        } else if (choice < WRITE) {
            write_without_response(connection);
        } else if (choice < READ) {
            read_device_name(connection, "sensor-0001");
        } else {
            reconnect(connection);
        }
        advance_about(TRAFFIC_US, TRAFFIC_JITTER_US);
    }
    disconnect_all(connections, CONNECTIONS);
}

// ---------------------------------------------------------------------------------------------
// Scenario: advertising
// ---------------------------------------------------------------------------------------------

enum {
    ADVERTISERS = 400,
    AD_FLAGS = 0x01,
    AD_SERVICES_16_BIT = 0x03,
    AD_NAME = 0x09,
    AD_MANUFACTURER = 0xff,
    FLAGS_GENERAL_DISCOVERABLE = 0x06,
    COMPANY_APPLE = 0x004c,
    APPLE_BEACON = 0x02,
    APPLE_BEACON_BYTES = 21,
    APPLE_NEARBY = 0x10,
    APPLE_NEARBY_BYTES = 4,
    UUID_BATTERY_SERVICE = 0x180f,
    ADV_IND = 0x00,
    ADV_NONCONN_IND = 0x03,
    EXTENDED_ADV_IND = 0x0013,          // legacy, scannable, connectable
    EXTENDED_ADV_NONCONN_IND = 0x0010,  // legacy
    PHY_1M = 1,
    NO_ADVERTISING_SET = 0xff,
    NO_TX_POWER = 0x7f,
    STRONGEST_RSSI = -40,
    RSSI_SPREAD = 55,
    DIFFERENT_ADVERTISERS = 3,  // a named device, a beacon, a nearby message
};

static void add_manufacturer_data(struct message *data, unsigned type, unsigned count) {
    enum { TYPE_COMPANY_AND_HEADER_BYTES = 5 };
    add_u8(data, TYPE_COMPANY_AND_HEADER_BYTES + count);
    add_u8(data, AD_MANUFACTURER);
    add_le16(data, COMPANY_APPLE);
    add_u8(data, type);
    add_u8(data, count);
    add_random(data, count);
}

static void add_named_device(struct message *data, uint32_t number) {
    add_u8(data, 3);
    add_u8(data, AD_SERVICES_16_BIT);
    add_le16(data, UUID_BATTERY_SERVICE);

    uint8_t name[] = {'d', 'e', 'v', '-', '0', '0', '0', 'x'};
    name[4] += number / 100 % 10;
    name[5] += number / 10 % 10;
    name[6] += number % 10;
    add_u8(data, 1 + sizeof name);
    add_u8(data, AD_NAME);
    add_bytes(data, name, sizeof name);
}

static void build_advertising_data(struct message *data, uint32_t number) {
    add_u8(data, 2);
    add_u8(data, AD_FLAGS);
    add_u8(data, FLAGS_GENERAL_DISCOVERABLE);
    switch (number % DIFFERENT_ADVERTISERS) {
    case 0:
        add_named_device(data, number);
        break;
    case 1:
        add_manufacturer_data(data, APPLE_BEACON, APPLE_BEACON_BYTES);
        break;
    default:
        add_manufacturer_data(data, APPLE_NEARBY, APPLE_NEARBY_BYTES);
        break;
    }
}

static void receive_legacy_report(bool is_connectable, const uint8_t *address, const struct message *data) {
    struct message event = {.length = 0};
    add_u8(&event, LE_ADVERTISING_REPORT);
    add_u8(&event, 1);  // one report
    add_u8(&event, is_connectable ? ADV_IND : ADV_NONCONN_IND);
    add_u8(&event, ADDRESS_RANDOM);
    add_bytes(&event, address, ADDRESS_BYTES);
    add_u8(&event, data->length);
    add_bytes(&event, data->bytes, data->length);
    add_u8(&event, (unsigned)(STRONGEST_RSSI - (int)random_below(RSSI_SPREAD)));
    receive_event(EVENT_LE_META, &event);
}

static void receive_extended_report(bool is_connectable, const uint8_t *address, const struct message *data) {
    struct message event = {.length = 0};
    add_u8(&event, LE_EXTENDED_ADVERTISING_REPORT);
    add_u8(&event, 1);  // one report
    add_le16(&event, is_connectable ? EXTENDED_ADV_IND : EXTENDED_ADV_NONCONN_IND);
    add_u8(&event, ADDRESS_RANDOM);
    add_bytes(&event, address, ADDRESS_BYTES);
    add_u8(&event, PHY_1M);
    add_u8(&event, 0);  // no packets on the secondary channels
    add_u8(&event, NO_ADVERTISING_SET);
    add_u8(&event, NO_TX_POWER);
    add_u8(&event, (unsigned)(STRONGEST_RSSI - (int)random_below(RSSI_SPREAD)));
    add_le16(&event, 0);               // no periodic advertising
    add_u8(&event, ADDRESS_PUBLIC);    // of the directed address
    add_zeros(&event, ADDRESS_BYTES);  // not directed
    add_u8(&event, data->length);
    add_bytes(&event, data->bytes, data->length);
    receive_event(EVENT_LE_META, &event);
}

static void receive_report(uint8_t (*advertisers)[ADDRESS_BYTES]) {
    enum { ONE_EXTENDED_IN = 5 };
    uint32_t number = random_below(ADVERTISERS);
    bool is_connectable = number % DIFFERENT_ADVERTISERS == 0;
    struct message data = {.length = 0};
    build_advertising_data(&data, number);
    if (random_below(ONE_EXTENDED_IN) != 0) {
        receive_legacy_report(is_connectable, advertisers[number], &data);
    } else {
        receive_extended_report(is_connectable, advertisers[number], &data);
    }
    truth.advertising_reports++;
}

static void set_scanning(bool is_on) {
    struct message parameters = {.length = 0};
    add_u8(&parameters, is_on);
    add_u8(&parameters, 0);  // duplicates are reported too
    run_command(COMMAND_LE_SET_SCAN_ENABLE, &parameters);
}

static void start_scanning(void) {
    enum { ACTIVE = 1, SCAN_10_MS = 0x10 };
    struct message parameters = {.length = 0};
    add_u8(&parameters, ACTIVE);
    add_le16(&parameters, SCAN_10_MS);  // interval
    add_le16(&parameters, SCAN_10_MS);  // window
    add_u8(&parameters, ADDRESS_PUBLIC);
    add_u8(&parameters, 0);  // no filter accept list
    run_command(COMMAND_LE_SET_SCAN_PARAMETERS, &parameters);
    set_scanning(true);
}

static void read_rssi(const struct connection *connection) {
    enum { RSSI = -60 };
    struct message parameters = {.length = 0};
    add_le16(&parameters, connection->handle);
    send_command(COMMAND_READ_RSSI, &parameters);

    struct message answer = {.length = 0};
    add_u8(&answer, STATUS_SUCCESS);
    add_le16(&answer, connection->handle);
    add_u8(&answer, (unsigned)RSSI);
    receive_command_complete(COMMAND_READ_RSSI, &answer);
}

static void notify_sensor_of_any_length(struct connection *connection) {
    enum { SHORTEST = 4, LENGTHS = SENSOR_VALUE_BYTES - SHORTEST + 1 };
    unsigned count = SHORTEST + random_below(LENGTHS);
    notify_sensor(connection, choose_sensor(), count);
}

static void write_advertising(void) {
    // Upper limits of the shares, out of TOTAL.
    enum {
        CONNECTIONS = 3,
        ADVERTISE = 778,
        NOTIFY = 928,
        WRITE = 975,
        READ = 987,
        MEASURE = 997,
        RESTART_SCAN = 999,
        TOTAL = 1000,
    };
    static uint8_t advertisers[ADVERTISERS][ADDRESS_BYTES];
    struct connection connections[CONNECTIONS];
    set_up_controller();
    for (unsigned i = 0; i < ADVERTISERS; i++) {
        choose_static_address(advertisers[i]);
    }
    start_scanning();
    open_all(connections, CONNECTIONS);
    while (!is_large_enough()) {
        struct connection *connection = &connections[random_below(CONNECTIONS)];
        uint32_t choice = random_below(TOTAL);
        if (choice < ADVERTISE) {
            receive_report(advertisers);
            advance_about(ADVERTISING_US, ADVERTISING_JITTER_US);
            continue;
        }
        if (choice < NOTIFY) {
            notify_sensor_of_any_length(connection);
        } else if (choice < WRITE) {
            write_without_response(connection);
        } else if (choice < READ) {
            read_device_name(connection, "watch-0001");
        } else if (choice < MEASURE) {
            read_rssi(connection);
        } else if (choice < RESTART_SCAN) {
            set_scanning(false);
            start_scanning();
        } else {
            reconnect(connection);
        }
        advance_about(TRAFFIC_US, TRAFFIC_JITTER_US);
    }
    disconnect_all(connections, CONNECTIONS);
}

// ---------------------------------------------------------------------------------------------
// Command line
// ---------------------------------------------------------------------------------------------

struct scenario {
    const char *name;
    void (*write)(void);
};

static const struct scenario scenarios[] = {
    {"ota", write_ota},
    {"notifications", write_notifications},
    {"advertising", write_advertising},
};

static const char *const format_names[] = {
    [BTSNOOP_H4] = "btsnoop-1002",
    [BTSNOOP_MONITOR] = "btsnoop-2001",
    [PCAP_H4] = "pcap-201",
    [PCAP_MONITOR] = "pcap-254",
};

enum { EXIT_USAGE = 2 };

static void reject(const char *problem, const char *argument) {
    fprintf(stderr,
            "generate-capture: %s: %s\n"
            "usage: generate-capture ota|notifications|advertising btsnoop-1002|btsnoop-2001|pcap-201|pcap-254 "
            "BYTES ACL_LENGTH FILE\n",
            problem, argument);
    exit(EXIT_USAGE);
}

static const struct scenario *find_scenario(const char *name) {
    for (unsigned i = 0; i < COUNT_OF(scenarios); i++) {
        if (strcmp(scenarios[i].name, name) == 0) {
            return &scenarios[i];
        }
    }
    reject("unknown scenario", name);
    return NULL;
}

static enum format find_format(const char *name) {
    for (unsigned i = 0; i < COUNT_OF(format_names); i++) {
        if (strcmp(format_names[i], name) == 0) {
            return (enum format)i;
        }
    }
    reject("unknown format", name);
    return BTSNOOP_H4;
}

static uint64_t parse_number(const char *text, uint64_t smallest, uint64_t largest) {
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < smallest || value > largest) {
        reject("not a number in the allowed range", text);
    }
    return value;
}

static void print_count(const char *name, uint64_t value) {
    printf(",\"%s\":%" PRIu64, name, value);
}

static void print_truth(const char *scenario, const char *format) {
    printf("{\"scenario\":\"%s\",\"format\":\"%s\",\"acl_length\":%u", scenario, format, acl_length);
    print_count("bytes", truth.bytes);
    print_count("records", truth.records);
    print_count("commands", truth.commands);
    print_count("events", truth.events);
    print_count("acl_packets", truth.acl_packets);
    print_count("continuation_fragments", truth.continuation_fragments);
    print_count("l2cap_pdus", truth.l2cap_pdus);
    print_count("att_pdus", truth.att_pdus);
    print_count("advertising_reports", truth.advertising_reports);
    print_count("completed_packets_events", truth.completed_packets_events);
    print_count("connections", truth.connections);
    print_count("image_chunks", truth.image_chunks);
    print_count("image_chunk_bytes", truth.image_chunk_bytes);
    print_count("notifications", truth.notifications);
    puts("}");
}

int main(int argc, char **argv) {
    enum { SMALLEST_ACL_LENGTH = 27, OUTPUT_BUFFER_BYTES = 4 << 20 };
    if (argc != 6) {
        reject("wrong number of arguments", "five are needed");
    }
    const struct scenario *scenario = find_scenario(argv[1]);
    output_format = find_format(argv[2]);
    target_bytes = parse_number(argv[3], 1, UINT64_MAX);
    acl_length = (unsigned)parse_number(argv[4], SMALLEST_ACL_LENGTH, UINT16_MAX);

    output = fopen(argv[5], "wb");
    if (output == NULL) {
        fail(argv[5]);
    }
    setvbuf(output, NULL, _IOFBF, OUTPUT_BUFFER_BYTES);
    write_file_header();
    scenario->write();
    if (fclose(output) != 0) {
        fail(argv[5]);
    }
    print_truth(scenario->name, argv[2]);
    return EXIT_SUCCESS;
}
