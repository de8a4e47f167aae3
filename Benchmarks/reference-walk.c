// reference-walk: the least work any analyzer of a Bluetooth LE capture has to do, in plain C.
//
//   reference-walk [--rows] FILE      FILE is btsnoop, HCI UART (1002)
//
// record header -> H4 type -> ACL header -> L2CAP recombination -> ATT opcode and handle
//   -> count, bytes, first and last time of every (connection, attribute handle, opcode)
//
// It is the yardstick bleshark is measured with, so it is written to be fast and otherwise plain:
// read() into one buffer, records decoded in place, only fragmented PDUs are copied. Every length
// from the file is compared with what is left before it is used. One JSON line on stdout holds the
// counters; --rows prints the rows first.

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FILE_HEADER_BYTES = 16,
    FILE_DATALINK_OFFSET = 12,
    DATALINK_H4 = 1002,
    RECORD_HEADER_BYTES = 24,
    RECORD_INCLUDED_OFFSET = 4,
    RECORD_FLAGS_OFFSET = 8,
    RECORD_TIME_OFFSET = 16,
    RECORD_FLAG_RECEIVED = 1,
    BUFFER_BYTES = 1 << 20,
};

enum {
    H4_COMMAND = 0x01,
    H4_ACL_DATA = 0x02,
    H4_EVENT = 0x04,
};

enum {
    EVENT_HEADER_BYTES = 2,
    EVENT_DISCONNECTION_COMPLETE = 0x05,
    EVENT_NUMBER_OF_COMPLETED_PACKETS = 0x13,
    EVENT_LE_META = 0x3e,
    LE_CONNECTION_COMPLETE = 0x01,
    LE_ADVERTISING_REPORT = 0x02,
    LE_ENHANCED_CONNECTION_COMPLETE = 0x0a,
    LE_EXTENDED_ADVERTISING_REPORT = 0x0d,
    STATUS_SUCCESS = 0x00,
};

enum {
    ACL_HEADER_BYTES = 4,
    ACL_BOUNDARY_SHIFT = 12,
    ACL_BOUNDARY_MASK = 0x3,
    ACL_CONTINUATION = 1,
    CONNECTION_HANDLE_MASK = 0x0fff,
    CONNECTION_HANDLES = CONNECTION_HANDLE_MASK + 1,
    L2CAP_HEADER_BYTES = 4,
    L2CAP_CID_ATT = 0x0004,
};

enum {
    ATT_ERROR_RESPONSE = 0x01,
    ATT_ERROR_RESPONSE_BYTES = 5,
    ATT_ERROR_HANDLE_OFFSET = 2,
    ATT_READ_REQUEST = 0x0a,
    ATT_READ_BLOB_REQUEST = 0x0c,
    ATT_WRITE_REQUEST = 0x12,
    ATT_PREPARE_WRITE_REQUEST = 0x16,
    ATT_HANDLE_VALUE_NOTIFICATION = 0x1b,
    ATT_HANDLE_VALUE_INDICATION = 0x1d,
    ATT_WRITE_COMMAND = 0x52,
    ATT_SIGNED_WRITE_COMMAND = 0xd2,
    ATT_HANDLE_OFFSET = 1,
    ATT_OPCODE_AND_HANDLE_BYTES = 3,
};

#define LIKELY(condition) __builtin_expect((condition), 1)

static void fail(const char *what, const char *why) {
    fprintf(stderr, "reference-walk: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static void *check_memory(void *memory) {
    if (memory == NULL) {
        fail("memory", strerror(errno));
    }
    return memory;
}

static inline uint16_t read_le16(const uint8_t *bytes) {
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint32_t read_be32(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return __builtin_bswap32(value);
}

static inline uint64_t read_be64(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return __builtin_bswap64(value);
}

// ---------------------------------------------------------------------------------------------
// Rows: what was seen of each (connection, attribute handle, opcode)
// ---------------------------------------------------------------------------------------------

struct row {
    uint64_t key;  // 0 is an empty place; KEY_IN_USE keeps every real key apart from it
    uint64_t count;
    uint64_t bytes;
    uint64_t first_time;
    uint64_t last_time;
};

enum {
    KEY_HANDLE_SHIFT = 8,
    KEY_CONNECTION_SHIFT = 24,
    KEY_IN_USE_SHIFT = 40,
    FIRST_PLACES = 1024,
    HASH_SHIFT = 40,
};

static const uint64_t key_in_use = UINT64_C(1) << KEY_IN_USE_SHIFT;
static const uint64_t hash_multiplier = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio

// Open addressing with linear probing; the number of places is a power of two, at most half are used.
struct table {
    struct row *rows;
    uint32_t mask;
    uint32_t used;
};

static struct table make_table(uint32_t places) {
    struct table table = {.mask = places - 1};
    table.rows = check_memory(calloc(places, sizeof *table.rows));
    return table;
}

static inline uint32_t first_place(const struct table *table, uint64_t key) {
    return (uint32_t)((key * hash_multiplier) >> HASH_SHIFT) & table->mask;
}

// The place of the key, or the empty place where it belongs.
static inline struct row *find_place(const struct table *table, uint64_t key) {
    uint32_t place = first_place(table, key);
    for (;;) {
        struct row *row = &table->rows[place];
        if (LIKELY(row->key == key) || row->key == 0) {
            return row;
        }
        place = (place + 1) & table->mask;
    }
}

static void grow(struct table *table) {
    struct table larger = make_table((table->mask + 1) * 2);
    for (uint32_t place = 0; place <= table->mask; place++) {
        if (table->rows[place].key != 0) {
            *find_place(&larger, table->rows[place].key) = table->rows[place];
            larger.used++;
        }
    }
    free(table->rows);
    *table = larger;
}

static struct row *insert(struct table *table, uint64_t key) {
    if (table->used * 2 > table->mask) {
        grow(table);
    }
    struct row *row = find_place(table, key);
    row->key = key;
    table->used++;
    return row;
}

static inline struct row *find_or_insert(struct table *table, uint64_t key) {
    struct row *row = find_place(table, key);
    if (LIKELY(row->key == key)) {
        return row;
    }
    return insert(table, key);
}

// ---------------------------------------------------------------------------------------------
// The walk
// ---------------------------------------------------------------------------------------------

// An L2CAP PDU of which some fragments are still missing.
struct partial_pdu {
    uint32_t length;  // 0 while no PDU is open
    uint32_t received;
    uint16_t channel;
    uint8_t *bytes;
    uint32_t capacity;
};

enum { DIRECTIONS = 2, SMALLEST_PDU_CAPACITY = 512 };

struct walk {
    struct table rows;
    struct partial_pdu partial[CONNECTION_HANDLES][DIRECTIONS];
    uint64_t bytes;
    uint64_t records;
    uint64_t commands;
    uint64_t events;
    uint64_t acl_packets;
    uint64_t l2cap_pdus;
    uint64_t att_pdus;
    uint64_t advertising_reports;
    uint64_t completed_packets_events;
    uint64_t completed_packets;
    uint64_t connections;
    uint64_t disconnections;
    uint64_t orphan_fragments;  // continuations without a start
    uint64_t abandoned_pdus;    // a new start came before the last fragment
    uint64_t malformed;         // a length that does not fit
};

static inline void walk_att(struct walk *walk, uint32_t connection, uint64_t time, const uint8_t *pdu,
                            uint32_t length) {
    walk->att_pdus++;
    if (length == 0) {
        walk->malformed++;
        return;
    }
    uint8_t opcode = pdu[0];
    uint32_t handle = 0;
    uint32_t value_bytes = length - 1;
    switch (opcode) {
    case ATT_READ_REQUEST:
    case ATT_READ_BLOB_REQUEST:
    case ATT_WRITE_REQUEST:
    case ATT_PREPARE_WRITE_REQUEST:
    case ATT_HANDLE_VALUE_NOTIFICATION:
    case ATT_HANDLE_VALUE_INDICATION:
    case ATT_WRITE_COMMAND:
    case ATT_SIGNED_WRITE_COMMAND:
        if (length < ATT_OPCODE_AND_HANDLE_BYTES) {
            walk->malformed++;
            return;
        }
        handle = read_le16(pdu + ATT_HANDLE_OFFSET);
        value_bytes = length - ATT_OPCODE_AND_HANDLE_BYTES;
        break;
    case ATT_ERROR_RESPONSE:
        if (length < ATT_ERROR_RESPONSE_BYTES) {
            walk->malformed++;
            return;
        }
        handle = read_le16(pdu + ATT_ERROR_HANDLE_OFFSET);
        value_bytes = 0;
        break;
    default:
        break;
    }
    uint64_t key = key_in_use | (uint64_t)connection << KEY_CONNECTION_SHIFT | handle << KEY_HANDLE_SHIFT | opcode;
    struct row *row = find_or_insert(&walk->rows, key);
    if (row->count == 0) {
        row->first_time = time;
    }
    row->count++;
    row->bytes += value_bytes;
    row->last_time = time;
}

static inline void walk_l2cap(struct walk *walk, uint32_t connection, uint16_t channel, uint64_t time,
                              const uint8_t *payload, uint32_t length) {
    walk->l2cap_pdus++;
    if (channel == L2CAP_CID_ATT) {
        walk_att(walk, connection, time, payload, length);
    }
}

static inline void continue_pdu(struct walk *walk, struct partial_pdu *partial, uint32_t connection, uint64_t time,
                                const uint8_t *data, uint32_t length) {
    if (partial->length == 0) {
        walk->orphan_fragments++;
        return;
    }
    uint32_t count = partial->length - partial->received;
    if (count > length) {
        count = length;
    }
    memcpy(partial->bytes + partial->received, data, count);
    partial->received += count;
    if (partial->received == partial->length) {
        partial->length = 0;
        walk_l2cap(walk, connection, partial->channel, time, partial->bytes, partial->received);
    }
}

static inline void start_pdu(struct walk *walk, struct partial_pdu *partial, uint32_t connection, uint64_t time,
                             const uint8_t *data, uint32_t length) {
    if (partial->length != 0) {
        walk->abandoned_pdus++;
        partial->length = 0;
    }
    if (length < L2CAP_HEADER_BYTES) {
        walk->malformed++;
        return;
    }
    uint32_t pdu_length = read_le16(data);
    uint16_t channel = read_le16(data + 2);
    data += L2CAP_HEADER_BYTES;
    length -= L2CAP_HEADER_BYTES;
    if (LIKELY(length >= pdu_length)) {
        walk_l2cap(walk, connection, channel, time, data, pdu_length);
        return;
    }
    if (partial->capacity < pdu_length) {
        partial->capacity = pdu_length < SMALLEST_PDU_CAPACITY ? SMALLEST_PDU_CAPACITY : pdu_length;
        partial->bytes = check_memory(realloc(partial->bytes, partial->capacity));
    }
    memcpy(partial->bytes, data, length);
    partial->length = pdu_length;
    partial->received = length;
    partial->channel = channel;
}

static inline void walk_acl(struct walk *walk, unsigned direction, uint64_t time, const uint8_t *packet,
                            uint32_t length) {
    walk->acl_packets++;
    if (length < ACL_HEADER_BYTES) {
        walk->malformed++;
        return;
    }
    uint32_t handle_and_flags = read_le16(packet);
    uint32_t data_length = read_le16(packet + 2);
    if (data_length > length - ACL_HEADER_BYTES) {
        walk->malformed++;
        return;
    }
    uint32_t connection = handle_and_flags & CONNECTION_HANDLE_MASK;
    uint32_t boundary = handle_and_flags >> ACL_BOUNDARY_SHIFT & ACL_BOUNDARY_MASK;
    const uint8_t *data = packet + ACL_HEADER_BYTES;
    struct partial_pdu *partial = &walk->partial[connection][direction];
    if (boundary == ACL_CONTINUATION) {
        continue_pdu(walk, partial, connection, time, data, data_length);
    } else {
        start_pdu(walk, partial, connection, time, data, data_length);
    }
}

// A handle that is connected or disconnected owes nothing to the PDUs before.
static void forget_partial_pdus(struct walk *walk, uint32_t connection) {
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        walk->partial[connection][direction].length = 0;
    }
}

static inline void walk_le_meta(struct walk *walk, const uint8_t *parameters, uint32_t length) {
    if (length < 1) {
        walk->malformed++;
        return;
    }
    switch (parameters[0]) {
    case LE_ADVERTISING_REPORT:
    case LE_EXTENDED_ADVERTISING_REPORT:
        if (length >= 2) {
            walk->advertising_reports += parameters[1];
        }
        break;
    case LE_CONNECTION_COMPLETE:
    case LE_ENHANCED_CONNECTION_COMPLETE:
        if (length >= 4 && parameters[1] == STATUS_SUCCESS) {
            walk->connections++;
            forget_partial_pdus(walk, read_le16(parameters + 2) & CONNECTION_HANDLE_MASK);
        }
        break;
    default:
        break;
    }
}

static inline void walk_completed_packets(struct walk *walk, const uint8_t *parameters, uint32_t length) {
    enum { ENTRY_BYTES = 4, COUNT_OFFSET = 2 };
    uint32_t entries = length > 0 ? parameters[0] : 0;
    if (1 + entries * ENTRY_BYTES > length) {
        walk->malformed++;
        return;
    }
    walk->completed_packets_events++;
    for (uint32_t i = 0; i < entries; i++) {
        walk->completed_packets += read_le16(parameters + 1 + i * ENTRY_BYTES + COUNT_OFFSET);
    }
}

static inline void walk_event(struct walk *walk, const uint8_t *packet, uint32_t length) {
    walk->events++;
    if (length < EVENT_HEADER_BYTES) {
        walk->malformed++;
        return;
    }
    uint32_t parameter_length = packet[1];
    const uint8_t *parameters = packet + EVENT_HEADER_BYTES;
    if (parameter_length > length - EVENT_HEADER_BYTES) {
        walk->malformed++;
        return;
    }
    switch (packet[0]) {
    case EVENT_LE_META:
        walk_le_meta(walk, parameters, parameter_length);
        break;
    case EVENT_NUMBER_OF_COMPLETED_PACKETS:
        walk_completed_packets(walk, parameters, parameter_length);
        break;
    case EVENT_DISCONNECTION_COMPLETE:
        if (parameter_length >= 4 && parameters[0] == STATUS_SUCCESS) {
            walk->disconnections++;
            forget_partial_pdus(walk, read_le16(parameters + 1) & CONNECTION_HANDLE_MASK);
        }
        break;
    default:
        break;
    }
}

static inline void walk_packet(struct walk *walk, unsigned direction, uint64_t time, const uint8_t *packet,
                               uint32_t length) {
    if (length == 0) {
        return;
    }
    switch (packet[0]) {
    case H4_ACL_DATA:
        walk_acl(walk, direction, time, packet + 1, length - 1);
        break;
    case H4_EVENT:
        walk_event(walk, packet + 1, length - 1);
        break;
    case H4_COMMAND:
        walk->commands++;
        break;
    default:
        break;
    }
}

// Walks the whole records at the start of the bytes and returns how many bytes they took.
static size_t walk_records(struct walk *walk, const uint8_t *bytes, size_t count) {
    const uint8_t *record = bytes;
    const uint8_t *end = bytes + count;
    while ((size_t)(end - record) >= RECORD_HEADER_BYTES) {
        uint32_t included = read_be32(record + RECORD_INCLUDED_OFFSET);
        if ((size_t)(end - record) - RECORD_HEADER_BYTES < included) {
            break;
        }
        uint32_t flags = read_be32(record + RECORD_FLAGS_OFFSET);
        uint64_t time = read_be64(record + RECORD_TIME_OFFSET);
        const uint8_t *packet = record + RECORD_HEADER_BYTES;
        walk->records++;
        walk_packet(walk, flags & RECORD_FLAG_RECEIVED, time, packet, included);
        record = packet + included;
    }
    return (size_t)(record - bytes);
}

// ---------------------------------------------------------------------------------------------
// The file
// ---------------------------------------------------------------------------------------------

// One read(2). Regular files give all that is asked for, or what is left.
static size_t read_bytes(int file, const char *path, uint8_t *bytes, size_t count) {
    ssize_t received;
    do {
        received = read(file, bytes, count);
    } while (received < 0 && errno == EINTR);
    if (received < 0) {
        fail(path, strerror(errno));
    }
    return (size_t)received;
}

static void check_file_header(int file, const char *path) {
    static const char identification[] = "btsnoop";
    uint8_t header[FILE_HEADER_BYTES];
    if (read_bytes(file, path, header, sizeof header) < sizeof header) {
        fail(path, "too short for a btsnoop header");
    }
    if (memcmp(header, identification, sizeof identification) != 0) {
        fail(path, "not a btsnoop file");
    }
    if (read_be32(header + FILE_DATALINK_OFFSET) != DATALINK_H4) {
        fail(path, "only datalink 1002 (HCI UART) is read");
    }
}

// Only the record that did not fit is moved to the front of the buffer.
static void walk_file(struct walk *walk, int file, const char *path) {
    uint8_t *buffer = check_memory(malloc(BUFFER_BYTES));
    size_t held = 0;
    check_file_header(file, path);
    walk->bytes = FILE_HEADER_BYTES;
    for (;;) {
        size_t received = read_bytes(file, path, buffer + held, BUFFER_BYTES - held);
        if (received == 0) {
            break;
        }
        held += received;
        size_t used = walk_records(walk, buffer, held);
        walk->bytes += used;
        held -= used;
        if (held == BUFFER_BYTES) {
            fail(path, "a record is larger than the buffer");
        }
        memmove(buffer, buffer + used, held);
    }
    if (held != 0) {
        fail(path, "the last record is cut off");
    }
    free(buffer);
}

// ---------------------------------------------------------------------------------------------
// Results
// ---------------------------------------------------------------------------------------------

static int compare_keys(const void *left, const void *right) {
    uint64_t left_key = ((const struct row *)left)->key;
    uint64_t right_key = ((const struct row *)right)->key;
    return (left_key > right_key) - (left_key < right_key);
}

static struct row *sort_rows(const struct table *table) {
    struct row *sorted = check_memory(malloc((table->used + 1) * sizeof *sorted));
    uint32_t count = 0;
    for (uint32_t place = 0; place <= table->mask; place++) {
        if (table->rows[place].key != 0) {
            sorted[count] = table->rows[place];
            count++;
        }
    }
    qsort(sorted, count, sizeof *sorted, compare_keys);
    return sorted;
}

// FNV-1a over whole words: two walks of one capture agree exactly when their digests do.
static uint64_t digest_word(uint64_t digest, uint64_t word) {
    static const uint64_t fnv_prime = 0x100000001b3;
    return (digest ^ word) * fnv_prime;
}

static uint64_t digest_rows(const struct row *rows, uint32_t count) {
    uint64_t digest = 0xcbf29ce484222325;  // the FNV-1a start value
    for (uint32_t i = 0; i < count; i++) {
        digest = digest_word(digest, rows[i].key & ~key_in_use);
        digest = digest_word(digest, rows[i].count);
        digest = digest_word(digest, rows[i].bytes);
        digest = digest_word(digest, rows[i].first_time);
        digest = digest_word(digest, rows[i].last_time);
    }
    return digest;
}

static void print_rows(const struct row *rows, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        unsigned connection = (unsigned)(rows[i].key >> KEY_CONNECTION_SHIFT) & CONNECTION_HANDLE_MASK;
        unsigned handle = (unsigned)(rows[i].key >> KEY_HANDLE_SHIFT) & UINT16_MAX;
        unsigned opcode = (unsigned)rows[i].key & UINT8_MAX;
        printf("connection 0x%03x  handle 0x%04x  opcode 0x%02x  count %" PRIu64 "  bytes %" PRIu64 "\n", connection,
               handle, opcode, rows[i].count, rows[i].bytes);
    }
}

static void print_count(const char *name, uint64_t value) {
    printf(",\"%s\":%" PRIu64, name, value);
}

// The names are the generator's where both count the same thing.
static void print_counters(const struct walk *walk, uint64_t digest) {
    printf("{\"bytes\":%" PRIu64, walk->bytes);
    print_count("records", walk->records);
    print_count("commands", walk->commands);
    print_count("events", walk->events);
    print_count("acl_packets", walk->acl_packets);
    print_count("l2cap_pdus", walk->l2cap_pdus);
    print_count("att_pdus", walk->att_pdus);
    print_count("advertising_reports", walk->advertising_reports);
    print_count("completed_packets_events", walk->completed_packets_events);
    print_count("completed_packets", walk->completed_packets);
    print_count("connections", walk->connections);
    print_count("disconnections", walk->disconnections);
    print_count("orphan_fragments", walk->orphan_fragments);
    print_count("abandoned_pdus", walk->abandoned_pdus);
    print_count("malformed", walk->malformed);
    print_count("rows", walk->rows.used);
    printf(",\"digest\":\"%016" PRIx64 "\"}\n", digest);
}

int main(int argc, char **argv) {
    enum { EXIT_USAGE = 2 };
    bool shows_rows = argc == 3 && strcmp(argv[1], "--rows") == 0;
    if (argc != 2 && !shows_rows) {
        fputs("usage: reference-walk [--rows] FILE\n", stderr);
        return EXIT_USAGE;
    }
    const char *path = argv[argc - 1];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        fail(path, strerror(errno));
    }
    struct walk *walk = check_memory(calloc(1, sizeof *walk));
    walk->rows = make_table(FIRST_PLACES);
    walk_file(walk, file, path);

    struct row *sorted = sort_rows(&walk->rows);
    if (shows_rows) {
        print_rows(sorted, walk->rows.used);
    }
    print_counters(walk, digest_rows(sorted, walk->rows.used));
    return EXIT_SUCCESS;
}
