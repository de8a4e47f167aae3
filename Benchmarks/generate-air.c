// Writes a capture of the air, as the nRF Sniffer records it (pcap, link type 272, header version 3), and prints what is
// in it as one line of JSON.
//
//     generate-air BYTES FILE
//
// One connection after the other: advertising, CONNECT_IND, an image written with 244-byte Write Commands in one PDU
// each and a notification every 16 of them, empty PDUs, retransmissions (one in 20), damaged packets (one in 100),
// LL_TERMINATE_IND. Everything follows from the number of the record, so that two runs give the same file.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MTU_VALUE = 244, CHUNKS = 2000, INTERVAL = 12, INTERVAL_US = INTERVAL * 1250 };

static FILE *output;
static uint64_t written, records, att_pdus, value_bytes, retransmissions, damaged, connections, clock_us = 1000000;
static uint16_t counter, event_counter;
static uint32_t crc_table[256];
static uint64_t values;
static uint8_t sn[2], nesn[2];

static void put(uint8_t *at, uint64_t value, int count) {
  for (int i = 0; i < count; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void make_table(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0xDA6000 : 0);
    crc_table[byte] = value;
  }
}

static uint32_t crc(const uint8_t *pdu, int count, uint32_t initial) {
  uint32_t value = 0;
  for (int bit = 0; bit < 24; bit++) value |= (initial >> bit & 1) << (23 - bit);
  for (int i = 0; i < count; i++) value = value >> 8 ^ crc_table[(value ^ pdu[i]) & 0xFF];
  return value;
}

// One packet: pcap record header, nRF header, access address, PDU, CRC.
static void packet(uint32_t address, uint32_t initial, const uint8_t *pdu, int count, int channel, int is_central,
                   int is_good) {
  uint8_t bytes[16 + 17 + 4 + 260 + 3];
  int length = 17 + 4 + count + 3;
  put(bytes, 1700000000 + clock_us / 1000000, 4);
  put(bytes + 4, clock_us % 1000000, 4);
  put(bytes + 8, (uint64_t)length, 4);
  put(bytes + 12, (uint64_t)length, 4);
  uint8_t *header = bytes + 16;
  int is_advertising = address == 0x8E89BED6;
  header[0] = 1;
  put(header + 1, (uint64_t)(length - 7), 2);
  header[3] = 3;
  put(header + 4, ++counter, 2);
  header[6] = is_advertising ? 2 : 6;
  header[7] = 10;
  header[8] = (uint8_t)((is_good ? 1 : 0) | (!is_advertising && is_central ? 2 : 0));
  header[9] = (uint8_t)channel;
  header[10] = (uint8_t)(50 + records % 20);
  put(header + 11, event_counter, 2);
  put(header + 13, clock_us & 0xFFFFFFFF, 4);
  put(header + 17, address, 4);
  memcpy(header + 21, pdu, (size_t)count);
  put(header + 21 + count, crc(pdu, count, initial) ^ (is_good ? 0 : 0x10), 3);
  if (fwrite(bytes, 1, (size_t)(16 + length), output) != (size_t)(16 + length)) exit(1);
  written += (uint64_t)(16 + length);
  records++;
  clock_us += (uint64_t)(count + 8) * 8 + 150;
}

static void data(uint32_t address, uint32_t initial, int channel, int is_central, int llid, const uint8_t *payload,
                 int count) {
  uint8_t pdu[260];
  int own = is_central ? 0 : 1;
  pdu[0] = (uint8_t)(llid | nesn[own] << 2 | sn[own] << 3);
  pdu[1] = (uint8_t)count;
  memcpy(pdu + 2, payload, (size_t)count);
  int is_good = count == 0 || ++values % 100 != 0;
  // Damaged on its way to the sniffer, or not received by the other side and sent again.
  if (!is_good) {
    packet(address, initial, pdu, count + 2, channel, is_central, 0);
    damaged++;
  }
  packet(address, initial, pdu, count + 2, channel, is_central, 1);
  if (records % 20 == 19) {
    packet(address, initial, pdu, count + 2, channel, is_central, 1);
    retransmissions++;
  }
  nesn[1 - own] = sn[own] ^ 1;
  sn[own] ^= 1;
}

static void connection(uint64_t target) {
  const uint8_t central[6] = {1, 2, 3, 4, 5, 0xC6}, peripheral[6] = {6, 5, 4, 3, 2, 0xC1};
  uint32_t address = 0x50000000u + (uint32_t)connections * 2654435761u % 0x20000000u, initial = 0x123456;
  uint8_t pdu[260] = {0x40, 9};
  for (int i = 0; i < 5; i++) {
    memcpy(pdu + 2, peripheral, 6);
    memcpy(pdu + 8, "\2\1\6", 3);
    packet(0x8E89BED6, 0x555555, pdu, 11, 37 + i % 3, 0, 1);
    clock_us += 20000;
  }
  pdu[0] = 0xC5;
  pdu[1] = 34;
  memcpy(pdu + 2, central, 6);
  memcpy(pdu + 8, peripheral, 6);
  put(pdu + 14, address, 4);
  put(pdu + 18, initial, 3);
  pdu[21] = 2;
  put(pdu + 22, 0, 2);
  put(pdu + 24, INTERVAL, 2);
  put(pdu + 26, 0, 2);
  put(pdu + 28, 400, 2);
  put(pdu + 30, 0x1FFFFFFFFF, 5);
  pdu[35] = 0xA7;
  packet(0x8E89BED6, 0x555555, pdu, 36, 37, 1, 1);
  connections++;
  memset(sn, 0, 2);
  memset(nesn, 0, 2);
  event_counter = 0;
  uint64_t anchor = clock_us + 1250;
  int channel = 0;
  uint8_t payload[260];
  // The sides agree on an ATT_MTU first, in an event of their own.
  clock_us = anchor;
  for (int response = 0; response < 2; response++) {
    put(payload, 3, 2);
    put(payload + 2, 4, 2);
    payload[4] = (uint8_t)(2 + response);
    put(payload + 5, MTU_VALUE + 3, 2);
    data(address, initial, channel, !response, 2, payload, 7);
    att_pdus++;
  }
  event_counter++;
  anchor += INTERVAL_US;
  channel = (channel + 7) % 37;
  for (int chunk = 0; chunk < CHUNKS && written < target; chunk++) {
    clock_us = anchor;
    put(payload, MTU_VALUE + 3, 2);
    put(payload + 2, 4, 2);
    payload[4] = 0x52;
    put(payload + 5, 0x2A, 2);
    for (int i = 0; i < MTU_VALUE; i++) payload[7 + i] = (uint8_t)(chunk * 7 + i);
    put(payload + 7, (uint64_t)chunk, 4);
    data(address, initial, channel, 1, 2, payload, MTU_VALUE + 7);
    att_pdus++;
    value_bytes += MTU_VALUE;
    if (chunk % 16 == 15) {
      put(payload, 7, 2);
      payload[4] = 0x1B;
      put(payload + 5, 0x2C, 2);
      put(payload + 7, (uint64_t)chunk, 4);
      data(address, initial, channel, 0, 2, payload, 11);
      att_pdus++;
      value_bytes += 4;
    } else {
      data(address, initial, channel, 0, 1, payload, 0);
    }
    event_counter++;
    anchor += INTERVAL_US;
    channel = (channel + 7) % 37;
  }
  payload[0] = 2;
  payload[1] = 0x13;
  data(address, initial, channel, 1, 3, payload, 2);
  clock_us = anchor + 1000000;
}

int main(int argc, char **argv) {
  if (argc != 3 || (output = fopen(argv[2], "wb")) == NULL) {
    fprintf(stderr, "usage: generate-air BYTES FILE\n");
    return 2;
  }
  setvbuf(output, NULL, _IOFBF, 1 << 20);
  uint64_t target = strtoull(argv[1], NULL, 10);
  make_table();
  uint8_t header[24] = {0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0};
  put(header + 16, 262144, 4);
  put(header + 20, 272, 4);
  if (fwrite(header, 1, 24, output) != 24) return 1;
  written = 24;
  while (written < target) connection(target);
  if (fclose(output) != 0) return 1;
  printf("{\"bytes\":%llu,\"records\":%llu,\"connections\":%llu,\"att_pdus\":%llu,\"value_bytes\":%llu,"
         "\"retransmissions\":%llu,\"damaged\":%llu}\n",
         (unsigned long long)written, (unsigned long long)records, (unsigned long long)connections,
         (unsigned long long)att_pdus, (unsigned long long)value_bytes, (unsigned long long)retransmissions,
         (unsigned long long)damaged);
  return 0;
}
