/** Names that are never asked about, in every spelling that a body or a record may give them. */

import { listed } from '../listed.ts'

/** Each means a local network, or nothing that the public internet could know. */
export const LOCAL_NAMES = [
  ...listed(`
    nas.lan NAS.LAN nas.lan. vault.service.consul VAULT.Service.CONSUL valkey.doorstep_store web.default.svc dc.ad.intra
    gateway.box0. printer.workgroup host.docker x.xn--lan- x.xn--80akhbyknj4f nas.없는최상위 _ldap._tcp _ldap._tcp.dc._msdcs
    *.lan wpad COM arpa home.arpa nas.HOME.arpa. _dns.resolver.arpa default.service.arpa 7.1.168.192.in-addr.arpa
    7.1.168.192.IN-ADDR.ARPA. 07.1.168.192.in-addr.arpa 007.168.192.in-addr.arpa 999.1.168.192.in-addr.arpa
    0/25.1.168.192.in-addr.arpa _services._dns-sd._udp.0.1.168.192.in-addr.arpa 10.in-addr.arpa 1.0.0.127.in-addr.arpa
    d.f.IP6.ARPA 0.8.e.f.ip6.arpa
  `),
  'nas。ｌａｎ',
  'ｎａｓ．ｌａｎ',
  'nas｡lan',
  'na\u00ads.lan',
  'nas.l\u00adan',
  'ⓝⓐⓢ.ⓛⓐⓝ',
  'nas.𝗅𝖺𝗇',
  '7.1.168.192.ｉｎ-ａｄｄｒ.arpa',
  `7.${'0.'.repeat(27)}0.0.d.f.ip6.arpa`,
]

/** Texts that are not names at all. */
export const NO_NAMES = [
  'nas.lan..',
  '.lan',
  'nas..lan',
  'nas.lan\u0000.example.com',
  'nas.lan/.example.com',
  'nas.lan:53',
  'nas.lan@example.com',
  'nas.lan#example.com',
  'nas%2elan',
  'nas.lan\\.example.com',
  'nas\\.lan',
  'nas.\\108an',
  'nas.lan\n',
  ' nas.lan',
  'x.123',
  '192.168.1',
  'x.0x7f',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(127)}com`,
  `${'가'.repeat(64)}.example.com`,
  'a\u200dü.example',
] as const

/** Names that may be asked about. */
export const PUBLIC_NAMES = listed(`
  www.public.test WWW.Public.Test. bücher.test www.example x.invalid xn--3e0b707e.kr 집.한국 lan.example.com
  nas.lan.example.com ns.web _dmarc.example.com 7.113.0.192.in-addr.arpa 4.4.8.8.in-addr.arpa
`)
