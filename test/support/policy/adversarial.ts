import { listed } from '../listed.ts'

/**
 * Addresses and spellings with the verdict that each deserves, worked out here independently: the blocks are listed once more, and bounds
 * are counted with big integers.
 */
type Verdict = 'allowed' | 'target-not-public' | 'invalid-target'

/** Every special block (IANA registries of 2025-10-09 and the rules beside them), and whether its addresses may be reached. */
const BLOCKS: [cidr: string, isAllowed?: true][] = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const).map(
    (cidr): [string] => [cidr],
  ),
  ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/32', '192.0.0.171/32'].map(
    (cidr): [string] => [cidr],
  ),
  ...['192.0.2.0/24', '192.88.99.0/24', '192.88.99.2/32', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'].map(
    (cidr): [string] => [cidr],
  ),
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32', '168.63.129.16/32'].map((cidr): [string] => [cidr]),
  ['192.31.196.0/24', true],
  ['192.52.193.0/24', true],
  ['192.175.48.0/24', true],
  ...['::/96', '::/128', '::1/128', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'].map(
    (cidr): [string] => [cidr],
  ),
  ...['100:0:0:1::/64', '2001::/23', '2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48'].map(
    (cidr): [string] => [cidr],
  ),
  ['2001:3::/32', true],
  ['2001:4:112::/48', true],
  ...['2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16'].map(
    (cidr): [string] => [cidr],
  ),
  ['2620:4f:8000::/48', true],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'].map((cidr): [string] => [cidr]),
]

type Bounds = { version: 4 | 6; first: bigint; last: bigint; isAllowed: boolean }

function numberOf(text: string): bigint {
  if (!text.includes(':')) return text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)
  const [head = '', tail] = text.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(tail === undefined ? 0 : missing).fill('0'), ...groups(tail)]
  return all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

function textOf(value: bigint, version: 4 | 6): string {
  const [count, bits] = version === 4 ? [4, 8n] : [8, 16n]
  const parts = Array.from({ length: count }, (_, index) => (value >> (BigInt(count - 1 - index) * bits)) & ((1n << bits) - 1n))
  return version === 4 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':')
}

const BOUNDS: Bounds[] = BLOCKS.map(([cidr, isAllowed = false]) => {
  const [network = '', prefix = ''] = cidr.split('/')
  const version = network.includes(':') ? 6 : 4
  const size = 1n << BigInt((version === 4 ? 32 : 128) - Number(prefix))
  return { version, first: numberOf(network), last: numberOf(network) + size - 1n, isAllowed }
})

/** Returns the verdict of the narrowest block; without one IPv4 is allowed, and IPv6 inside 2000::/3. */
function verdictOf(value: bigint, version: 4 | 6): Verdict {
  const holding = BOUNDS.filter((block) => block.version === version && block.first <= value && value <= block.last)
  const [narrowest] = holding.toSorted((a, b) => (a.last - a.first < b.last - b.first ? -1 : 1))
  const isPublic = narrowest ? narrowest.isAllowed : version === 4 || value >> 125n === 1n
  const isIsatap = version === 6 && ((value >> 32n) & 0xfdff_ffffn) === 0x5efen
  return isPublic && !isIsatap ? 'allowed' : 'target-not-public'
}

/** Returns the first, last and middle address of each block, and the neighbours just outside. */
export function edgeAddresses(): { address: string; verdict: Verdict }[] {
  const seen = new Map<string, Verdict>()
  const add = (value: bigint, version: 4 | 6) => {
    if (value >= 0n && value < 1n << (version === 4 ? 32n : 128n)) seen.set(textOf(value, version), verdictOf(value, version))
  }
  for (const { version, first, last } of BOUNDS)
    for (const value of [first - 1n, first, first + 1n, (first + last) / 2n, last - 1n, last, last + 1n]) add(value, version)
  for (const edge of ['2000::', '4000::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'])
    add(numberOf(edge), 6)
  for (const isatap of ['2a00:1450::5efe:a00:1', '2a00:1450::200:5efe:808:808', '2a00:1450::5eff:808:808'])
    add(numberOf(isatap), 6)
  return [...seen].map(([address, verdict]) => ({ address, verdict }))
}

/** Loopback, link-local and private addresses in spellings that some parser takes for them. */
export const ODD_HOSTS: [host: string, verdict: Verdict][] = [
  ...'127.1 127.0.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 127.0.0.01 127.0.0.1. 127.0.0.1..'
    .split(' ')
    .map((host): [string, Verdict] => [host, 'invalid-target']),
  ...['0', '00', '0x0', '1', '127', '10.1', '192.168.1', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518'].map(
    (host): [string, Verdict] => [host, 'invalid-target'],
  ),
  ...[
    '①②⑦.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
    '127．0．0．1',
    '127%2e0%2e0%2e1',
    '%31%32%37.0.0.1',
    '127.0.0.1%00',
    '127.0.0.1\u0000.example.com',
  ].map((host): [string, Verdict] => [host, 'invalid-target']),
  ...'fe80::1%eth0 fe80::1%25eth0 ::1%lo ::ffff:127.1 ::ffff:0x7f.0.0.1 [::1]:80 127.0.0.1:80 ::1/128 10.0.0.1/32'
    .split(' ')
    .map((host): [string, Verdict] => [host, 'invalid-target']),
  ...'[::1] ::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::127.0.0.1 ::ffff:7f00:1 64:ff9b::127.0.0.1 [::ffff:10.0.0.1]'
    .split(' ')
    .map((host): [string, Verdict] => [host, 'target-not-public']),
  ...['2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::', 'fd00:ec2::254', 'FE80::1', '::FFFF:169.254.169.254'].map(
    (host): [string, Verdict] => [host, 'target-not-public'],
  ),
  ...'localhost LOCALHOST localhost. a.localhost router nas.local nas.LOCAL. metadata.google.internal x.internal'
    .split(' ')
    .map((host): [string, Verdict] => [host, 'target-not-public']),
  ...[...'x.lan x.home x.home.arpa x.corp x.private x.intranet x.localdomain x.onion x.alt'.split(' '), 'ｌocalhost'].map(
    (host): [string, Verdict] => [host, 'target-not-public'],
  ),
  ...['1.0.0.127.in-addr.arpa', '1.0.0.10.in-addr.arpa', '8.8.8.8.in-addr.arpa', `${'0.'.repeat(32)}ip6.arpa`].map(
    (host): [string, Verdict] => [host, 'target-not-public'],
  ),
  ...[
    '',
    ' ',
    ...'. .. -'.split(' '),
    'a b.example',
    ...'http://127.0.0.1 //127.0.0.1 user@127.0.0.1 127.0.0.1/x *.example.com a..b'.split(' '),
  ].map((host): [string, Verdict] => [host, host === '-' ? 'target-not-public' : 'invalid-target']),
]

/** URLs that lead to an address which must not be reached, by every trick of the URL standard and some that it refuses. */
export const ODD_URLS: [url: string, verdict: Verdict][] = [
  ...[
    ...'127.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 127.0.0.1.'.split(' '),
    '①②⑦.0.0.1',
    '１２７.０.０.１',
    '127。0。0。1',
  ].map((host): [string, Verdict] => [`http://${host}/`, 'target-not-public']),
  ...'%31%32%37.0.0.1 127%2e0%2e0%2e1 0 0x0 10.1 192.168.257 0xa9fea9fe 169.254.43518 [::1] [::]'
    .split(' ')
    .map((host): [string, Verdict] => [`http://${host}/`, 'target-not-public']),
  ...[
    ...'[::ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::a00:1] [2002:7f00:1::] [fd00:ec2::254] localhost LOCALHOST.'.split(' '),
    'ｌocalhost',
  ].map((host): [string, Verdict] => [`https://${host}/x?y`, 'target-not-public']),
  ...[
    'l\u00adocalhost',
    ...'x.internal nas.local router 1.0.0.127.in-addr.arpa 168.63.129.16 0.0.0.0 255.255.255.255'.split(' '),
  ].map((host): [string, Verdict] => [`https://${host}:8443/`, 'target-not-public']),
  ...listed(`
    http:127.0.0.1 http:/127.0.0.1 http:///127.0.0.1 HTTP://127.0.0.1 http://127.0.0.1:80 http://127.0.0.1?x
    http://127.0.0.1#x
  `).map((url): [string, Verdict] => [url, 'target-not-public']),
  ...[
    ...'http://user@127.0.0.1/ http://u:p@8.8.8.8/ http://@8.8.8.8/ http://8.8.8.8@127.0.0.1/'.split(' '),
    'http://127.0.0.1\\@8.8.8.8/',
    'http:\\\\127.0.0.1\\',
  ].map((url): [string, Verdict] => [url, 'invalid-target']),
  ...[
    'http://8.8.8.8\\.example/',
    'http://127.0.0.1\t/',
    'ht\ntp://127.0.0.1/',
    ' http://127.0.0.1/',
    'http://127.0.0.1/ ',
    'http://127.0.\u00000.1/',
  ].map((url): [string, Verdict] => [url, 'invalid-target']),
  ...listed(`
    ftp://127.0.0.1/ file:///etc/passwd gopher://127.0.0.1/ data:,x s3://bucket/x unix:/run/x javascript:1 ws://127.0.0.1/
  `).map((url): [string, Verdict] => [url, 'invalid-target']),
  ...[
    ...'127.0.0.1 //127.0.0.1/ /x'.split(' '),
    '',
    ...'http:// https: http://:80/ http://256.0.0.1/ http://1.2.3.4.5/ http://[::1/ http://[fe80::1%25lo]/'.split(' '),
  ].map((url): [string, Verdict] => [url, 'invalid-target']),
  ...['http://8.8.8.8:0/', 'http://8.8.8.8:65536/', 'http://exa mple.com/', 'http://a..b/', 'http://*.example.com/'].map(
    (url): [string, Verdict] => [url, 'invalid-target'],
  ),
]
