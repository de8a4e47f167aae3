// The yardstick for captures of the air: a plain walk over what generate-air writes, with everything that has to be done
// for each packet and nothing else. Record, nRF header, access address, CRC flag, retransmission by SN and payload,
// L2CAP, ATT, counts by connection and opcode, signal and packets by channel and direction.
//
//     walk-air FILE

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, TABLE = 1 << 16 };

struct way {
  uint8_t sn, known, length;
  uint8_t payload[255];
};
struct link {
  uint32_t address;
  struct way ways[2];
  uint64_t opcodes[256], channels[2][40], repeated[2][40], signal[2];
};

static struct link links[64];
static uint32_t used;
static uint16_t index_of[TABLE];

static uint32_t u32(const uint8_t *at) { uint32_t v; memcpy(&v, at, 4); return v; }
static uint16_t u16(const uint8_t *at) { uint16_t v; memcpy(&v, at, 2); return v; }

static uint64_t records, att, value_bytes, retransmissions, damaged, connections, advertising, control;

static void walk(const uint8_t *p, uint32_t count) {
  records++;
  if (count < 17 + 4 + 2 + 3) return;
  uint8_t flags = p[8], channel = p[9] % 40;
  uint32_t address = u32(p + 17);
  const uint8_t *pdu = p + 21;
  if (address == 0x8E89BED6) {
    advertising++;
    if ((pdu[0] & 15) == 5 && pdu[1] == 34) {
      uint32_t fresh = u32(pdu + 14);
      struct link *link = &links[used++ % 64];
      memset(link, 0, sizeof *link);
      link->address = fresh;
      index_of[fresh * 2654435761u >> 16] = (uint16_t)((used - 1) % 64 + 1);
      connections++;
    }
    return;
  }
  uint16_t place = index_of[address * 2654435761u >> 16];
  if (place == 0 || links[place - 1].address != address) return;
  struct link *link = &links[place - 1];
  int way = flags & 2 ? 0 : 1;
  link->signal[way] += p[10];
  if (!(flags & 1)) { damaged++; return; }
  link->channels[way][channel]++;
  struct way *own = &link->ways[way];
  uint8_t length = pdu[1], sn = pdu[0] >> 3 & 1;
  if (21u + 2 + length + 3 != count) return;
  if (own->known && own->sn == sn && own->length == length && memcmp(own->payload, pdu + 2, length) == 0) {
    retransmissions++;
    link->repeated[way][channel]++;
    return;
  }
  own->known = 1;
  own->sn = sn;
  own->length = length;
  memcpy(own->payload, pdu + 2, length);
  if ((pdu[0] & 3) == 3) { control++; return; }
  if ((pdu[0] & 3) != 2 || length < 5 || u16(pdu + 4) != 4 || u16(pdu + 2) + 4 != length) return;
  uint8_t opcode = pdu[6];
  link->opcodes[opcode]++;
  att++;
  if (length >= 7) value_bytes += length - 7u;
}

int main(int argc, char **argv) {
  static uint8_t buffer[BUFFER];
  int file = argc == 2 ? open(argv[1], O_RDONLY) : -1;
  if (file < 0) return 2;
  size_t start = 0, end = 0;
  int first = 1;
  while (1) {
    memmove(buffer, buffer + start, end - start);
    end -= start;
    start = 0;
    ssize_t got = read(file, buffer + end, BUFFER - end);
    if (got <= 0) break;
    end += (size_t)got;
    if (first) { start = 24; first = 0; }
    while (end - start >= 16) {
      uint32_t count = u32(buffer + start + 8);
      if (end - start < 16 + (size_t)count) break;
      walk(buffer + start + 16, count);
      start += 16 + count;
    }
  }
  printf("{\"records\":%llu,\"connections\":%llu,\"att_pdus\":%llu,\"value_bytes\":%llu,\"retransmissions\":%llu,\"damaged\":%llu}\n",
         (unsigned long long)records, (unsigned long long)connections, (unsigned long long)att,
         (unsigned long long)value_bytes, (unsigned long long)retransmissions, (unsigned long long)damaged);
  return 0;
}
