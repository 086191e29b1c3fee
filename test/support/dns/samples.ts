import type { RecordType } from '../../../src/net/dns/rdata.ts'
import { counted, hex, name, u8, u16, u32 } from './wire.ts'

/** The data of one record of a type: on the wire, as a zone file shows them, and field by field. */
interface Sample {
  readonly type: number
  readonly wire: Buffer
  readonly value: string
  readonly data: Record<string, unknown>
}

const SHA256 = '0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF'
const KEY = 'AwEAAcw5QLr0'

/** Every record type, its number in the registry, and one record of it written from its RFC. */
export const SAMPLES = {
  A: { type: 1, wire: u8(192, 0, 2, 7), value: '192.0.2.7', data: { address: '192.0.2.7' } },
  AAAA: { type: 28, wire: hex('20010db8 00000000 00000000 00000007'), value: '2001:db8::7', data: { address: '2001:db8::7' } },
  CNAME: { type: 5, wire: name('Web.Example'), value: 'Web.Example.', data: { target: 'Web.Example' } },
  MX: {
    type: 15,
    wire: Buffer.concat([u16(10), name('Mail.example')]),
    value: '10 Mail.example.',
    data: { preference: 10, exchange: 'Mail.example' },
  },
  NS: { type: 2, wire: name('ns1.Example'), value: 'ns1.Example.', data: { target: 'ns1.Example' } },
  TXT: {
    type: 16,
    wire: Buffer.concat([counted('v=spf1 -all'), counted('say "hi" \\ é'), counted('')]),
    value: '"v=spf1 -all" "say \\"hi\\" \\\\ \\233" ""',
    data: { text: 'v=spf1 -allsay "hi" \\ \ufffd', strings: ['v=spf1 -all', 'say "hi" \\ \ufffd', ''] },
  },
  SOA: {
    type: 6,
    wire: Buffer.concat([name('NS.example'), counted('host.master'), name('Example'), u32(2026073101, 7200, 900, 1209600, 300)]),
    value: 'NS.example. host\\.master.Example. 2026073101 7200 900 1209600 300',
    data: {
      mname: 'NS.example',
      rname: 'host\\.master.Example',
      serial: 2026073101,
      refresh: 7200,
      retry: 900,
      expire: 1209600,
      minimum: 300,
    },
  },
  SRV: {
    type: 33,
    wire: Buffer.concat([u16(1, 2, 5061), name('Sip.example')]),
    value: '1 2 5061 Sip.example.',
    data: { priority: 1, weight: 2, port: 5061, target: 'Sip.example' },
  },
  CAA: {
    type: 257,
    wire: Buffer.concat([u8(128), counted('issue'), Buffer.from('ca.example; "policy"=ev')]),
    value: '128 issue "ca.example; \\"policy\\"=ev"',
    data: { flags: 128, critical: true, tag: 'issue', value: 'ca.example; "policy"=ev' },
  },
  PTR: { type: 12, wire: name('Host.Example'), value: 'Host.Example.', data: { target: 'Host.Example' } },
  HTTPS: {
    type: 65,
    wire: Buffer.concat([
      u16(1),
      u8(0),
      Buffer.concat([u16(1, 6), counted('h2'), counted('h3')]),
      u16(2, 0),
      u16(3, 2, 8443),
      Buffer.concat([u16(4, 8), u8(192, 0, 2, 1, 192, 0, 2, 2)]),
      Buffer.concat([u16(5, 3), hex('fe0d41')]),
      Buffer.concat([u16(6, 16), hex('20010db8 00000000 00000000 00000001')]),
      Buffer.concat([u16(7, 16), Buffer.from('/dns-query{?dns}')]),
      u16(8, 0),
    ]),
    value:
      '1 . alpn="h2,h3" no-default-alpn port=8443 ipv4hint=192.0.2.1,192.0.2.2 ech=/g1B ipv6hint=2001:db8::1 ' +
      'dohpath="/dns-query{?dns}" ohttp',
    data: {
      priority: 1,
      target: '.',
      params: {
        alpn: ['h2', 'h3'],
        'no-default-alpn': true,
        port: 8443,
        ipv4hint: ['192.0.2.1', '192.0.2.2'],
        ech: '/g1B',
        ipv6hint: ['2001:db8::1'],
        dohpath: '/dns-query{?dns}',
        ohttp: true,
      },
    },
  },
  SVCB: {
    type: 64,
    wire: Buffer.concat([u16(0), name('Svc.example')]),
    value: '0 Svc.example.',
    data: { priority: 0, target: 'Svc.example', params: {} },
  },
  DS: {
    type: 43,
    wire: Buffer.concat([u16(60485), u8(8, 2), hex(SHA256)]),
    value: `60485 8 2 ${SHA256}`,
    data: { keyTag: 60485, algorithm: 8, digestType: 2, digest: SHA256 },
  },
  DNSKEY: {
    type: 48,
    wire: Buffer.concat([u16(257), u8(3, 8), Buffer.from(KEY, 'base64')]),
    value: `257 3 8 ${KEY}`,
    data: { flags: 257, protocol: 3, algorithm: 8, publicKey: KEY },
  },
  TLSA: {
    type: 52,
    wire: Buffer.concat([u8(3, 1, 1), hex(SHA256)]),
    value: `3 1 1 ${SHA256}`,
    data: { usage: 3, selector: 1, matchingType: 1, certificate: SHA256 },
  },
  NAPTR: {
    type: 35,
    wire: Buffer.concat([u16(100, 50), counted('u'), counted('E2U+sip'), counted('!^.*$!sip:\\1@Example!'), u8(0)]),
    value: '100 50 "u" "E2U+sip" "!^.*$!sip:\\\\1@Example!" .',
    data: { order: 100, preference: 50, flags: 'u', services: 'E2U+sip', regexp: '!^.*$!sip:\\1@Example!', replacement: '.' },
  },
} as const satisfies Record<RecordType, Sample>
