// The layouts and numbers of src/net/libc, compared with the headers of both C libraries.
import { expect } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  C,
  lengthsIn,
  MSGHDR_BYTES,
  PROGRAM_BYTES,
  RLIMIT_BYTES,
  readControl,
  readExtendedErr,
  readRlimit,
  readSockaddr,
  readTcpInfo,
  readTimespec,
  writeMsghdr,
  writePollfd,
  writeProgram,
  writeSockaddr,
} from '../../../../src/net/libc/layout.ts'
import { epollEvent, readUnixPath, unixSockaddr } from '../../../../src/net/libc/libc.ts'
import { ERRNO } from '../../../../src/net/libc/verdict.ts'
import { onlyIdentifier } from '../../../../src/net/path/echo.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { labTest } from '../../../support/lab.ts'
import { run } from '../../../support/net/namespace.ts'

const NUMBERS = { ...C, ...ERRNO }
const NAMED = { IPv4: '192.0.2.1', IPv6: '2001:db8::1' }
const PORT = 443
const ID = 0xabcd

/** Prints each structure, filled by its names, as hexadecimal, and each number. */
const SOURCE = `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#if __has_include(<linux/errqueue.h>)
#include <linux/errqueue.h>
#else /* musl brings no headers of the kernel. */
struct sock_extended_err { uint32_t ee_errno; uint8_t ee_origin, ee_type, ee_code, ee_pad; uint32_t ee_info, ee_data; };
enum { SO_EE_ORIGIN_LOCAL = 1, SO_EE_ORIGIN_ICMP, SO_EE_ORIGIN_ICMP6 };
#endif
#if __has_include(<linux/filter.h>)
#include <linux/filter.h>
#else
struct sock_filter { uint16_t code; uint8_t jt, jf; uint32_t k; };
struct sock_fprog { unsigned short len; struct sock_filter *filter; };
enum { BPF_LD = 0, BPF_LDX, BPF_JMP = 5, BPF_RET, BPF_H = 8, BPF_B = 0x10, BPF_ABS = 0x20, BPF_IND = 0x40, BPF_MSH = 0xa0 };
enum { BPF_K = 0, BPF_JEQ = 0x10 };
#define BPF_STMT(code, k) { (unsigned short)(code), 0, 0, k }
#define BPF_JUMP(code, k, jt, jf) { (unsigned short)(code), jt, jf, k }
#endif
static void show(const char *name, const void *from, size_t length) {
  printf("%s ", name);
  for (size_t at = 0; at < length; at++) printf("%02x", ((const unsigned char *)from)[at]);
  printf("\\n");
}
#define SHOW(name) show(#name, &name, sizeof name)
int main(void) {
  struct sockaddr_in in4 = { .sin_family = AF_INET, .sin_port = htons(${PORT}) };
  inet_pton(AF_INET, "${NAMED.IPv4}", &in4.sin_addr);
  SHOW(in4);
  struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(${PORT}) };
  inet_pton(AF_INET6, "${NAMED.IPv6}", &in6.sin6_addr);
  SHOW(in6);
  struct sockaddr_un named = { .sun_family = AF_UNIX, .sun_path = "/run/x" };
  show("named", &named, offsetof(struct sockaddr_un, sun_path) + sizeof "/run/x");
  struct sockaddr_un abstract = { .sun_family = AF_UNIX, .sun_path = { 0, 'x' } };
  show("abstract", &abstract, offsetof(struct sockaddr_un, sun_path) + 2);
  struct epoll_event event;
  memset(&event, 0, sizeof event);
  event.events = 0x19;
  event.data.u64 = 0x1000;
  SHOW(event);
  struct pollfd entry = { .fd = 0x01020304, .events = POLLIN };
  SHOW(entry);
  struct iovec part = { .iov_base = (void *)0x1000, .iov_len = 0x2000 };
  SHOW(part);
  struct msghdr header;
  memset(&header, 0, sizeof header);
  header.msg_name = (void *)0x6000;
  header.msg_namelen = 28;
  header.msg_iov = (void *)0x3000;
  header.msg_iovlen = 1;
  header.msg_control = (void *)0x4000;
  header.msg_controllen = 0x5000;
  SHOW(header);
  struct timespec time = { .tv_sec = 7, .tv_nsec = 8000000 };
  SHOW(time);
  struct rlimit limit = { .rlim_cur = 4096, .rlim_max = 8192 };
  SHOW(limit);
  struct tcp_info info;
  memset(&info, 0, sizeof info);
  info.tcpi_last_data_recv = 77;
  info.tcpi_rtt = 1234;
  info.tcpi_total_retrans = 2;
  SHOW(info);
  struct { struct sock_extended_err error; struct sockaddr_in offender; } queued;
  memset(&queued, 0, sizeof queued);
  queued.error.ee_errno = EHOSTUNREACH;
  queued.error.ee_origin = SO_EE_ORIGIN_ICMP;
  queued.error.ee_type = 3;
  queued.error.ee_code = 13;
  queued.offender = in4;
  union { char bytes[CMSG_SPACE(sizeof queued) + CMSG_SPACE(sizeof time)]; struct cmsghdr aligned; } control;
  memset(&control, 0, sizeof control);
  struct msghdr carrier = { .msg_control = &control, .msg_controllen = sizeof control };
  struct cmsghdr *first = CMSG_FIRSTHDR(&carrier);
  first->cmsg_level = IPPROTO_IP;
  first->cmsg_type = IP_RECVERR;
  first->cmsg_len = CMSG_LEN(sizeof queued);
  memcpy(CMSG_DATA(first), &queued, sizeof queued);
  struct cmsghdr *second = CMSG_NXTHDR(&carrier, first);
  second->cmsg_level = SOL_SOCKET;
  second->cmsg_type = SO_TIMESTAMPNS;
  second->cmsg_len = CMSG_LEN(sizeof time);
  memcpy(CMSG_DATA(second), &time, sizeof time);
  SHOW(control);
  struct sock_filter behind_header[] = {
    BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),
    BPF_STMT(BPF_LD | BPF_H | BPF_IND, 4),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ${ID}, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    BPF_STMT(BPF_RET | BPF_K, 0),
  };
  SHOW(behind_header);
  struct sock_filter without_header[] = {
    BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 4),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ${ID}, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    BPF_STMT(BPF_RET | BPF_K, 0),
  };
  SHOW(without_header);
  struct sock_fprog program;
  memset(&program, 0, sizeof program);
  program.len = 5;
  program.filter = (void *)0x7000;
  SHOW(program);
${Object.keys(NUMBERS)
  .map((name) => `  printf("${name} %lld\\n", (long long)${name});`)
  .join('\n')}
}
`

/** Returns the output of the program when a compiler has built it. */
async function printed(compiler: string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-abi-'))
  try {
    writeFileSync(join(folder, 'abi.c'), SOURCE)
    await run([compiler, '-Wall', '-Werror', '-o', join(folder, 'abi'), join(folder, 'abi.c')])
    const lines = (await run([join(folder, 'abi')])).trim().split('\n')
    return new Map(lines.map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
for (const compiler of ['cc', 'musl-gcc'])
  labTest(`structures and numbers are those of ${compiler}`, { programs: [compiler] }, async () => {
    const said = await printed(compiler)
    const bytes = (name: string) => Buffer.from(said.get(name) ?? '', 'hex')
    for (const [name, number] of Object.entries(NUMBERS)) expect(`${name} ${said.get(name)}`).toBe(`${name} ${number}`)

    for (const [name, text] of [
      ['in4', NAMED.IPv4],
      ['in6', NAMED.IPv6],
    ] as const) {
      const address = parseAddress(text)
      if (!address) throw new Error(text)
      const room = Buffer.alloc(28)
      expect(room.subarray(0, writeSockaddr(room, { address, port: PORT }))).toEqual(bytes(name))
      expect(readSockaddr(bytes(name))).toEqual({ address, port: PORT })
    }

    expect([unixSockaddr('/run/x'), unixSockaddr('@x')]).toEqual([bytes('named'), bytes('abstract')])
    expect([readUnixPath(bytes('named')), readUnixPath(bytes('abstract')), readUnixPath(bytes('in4'))]).toEqual([
      '/run/x',
      '@x',
      null,
    ])
    expect(epollEvent({ events: 0x19, data: 0x1000n })).toEqual(bytes('event'))

    const entry = Buffer.alloc(8)
    writePollfd(entry, 0, 0x01020304, C.POLLIN)
    expect(entry).toEqual(bytes('entry'))

    const [header, part] = [Buffer.alloc(MSGHDR_BYTES), Buffer.alloc(16)]
    const data = { address: 0x1000n, bytes: 0x2000 }
    const name = { address: 0x6000n, bytes: 28 }
    writeMsghdr(header, part, { name, iovec: 0x3000n, data, control: { address: 0x4000n, bytes: 0x5000 } })
    expect([header, part]).toEqual([bytes('header'), bytes('part')])

    expect(lengthsIn(header)).toEqual({ name: 28, control: 0x5000 })

    expect([onlyIdentifier(4, ID), onlyIdentifier(6, ID)]).toEqual([bytes('behind_header'), bytes('without_header')])
    const program = Buffer.alloc(PROGRAM_BYTES, 0xff)
    writeProgram(program, 0x7000n, onlyIdentifier(4, ID).length)
    expect(program).toEqual(bytes('program'))

    expect(readTimespec(bytes('time'))).toBe(7008)
    expect([bytes('limit').length, readRlimit(bytes('limit'))]).toEqual([RLIMIT_BYTES, 4096])
    expect(readTcpInfo(bytes('info'))).toEqual({ silentMs: 77, rttUs: 1234, retransmissions: 2 })
    const [queued, stamp] = readControl(bytes('control'))
    expect(readExtendedErr(queued?.data ?? Buffer.alloc(0))).toEqual({
      errno: ERRNO.EHOSTUNREACH,
      origin: 'icmp',
      type: 3,
      code: 13,
      offender: parseAddress(NAMED.IPv4),
    })
    expect([queued?.level, queued?.type, stamp?.level, stamp?.type]).toEqual([
      C.IPPROTO_IP,
      C.IP_RECVERR,
      C.SOL_SOCKET,
      C.SO_TIMESTAMPNS,
    ])
    expect(readTimespec(stamp?.data ?? Buffer.alloc(0))).toBe(7008)
  })
