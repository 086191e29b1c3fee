import { type Address, type Block, contains, parseBlock } from './address.ts'
import type { BlockName } from './special-purpose.text.ts'

/** The kind of an address that is not public, as in `/api/ip/json`; "shared" is carrier-grade NAT. */
export type Scope = 'public' | 'private' | 'shared' | 'loopback' | 'link-local' | 'reserved'

/**
 * The blocks that decide whether an address is a public target: the IANA IPv4 and IPv6 Special-Purpose Address Registries,
 * edition 2025-10-09, with multicast, reserved space and what their columns leave open. The most specific row wins.
 * Some rows that the registries call globally reachable are refused as well, because they answer locally or never:
 * anycast services (RFC 7723, 8155, 9665), identifiers (RFC 7343, 9374) and translation (RFC 6052).
 */
export interface SpecialBlock {
  cidr: string
  name: BlockName
  /** The RFC that defines the block; null for the one that no registry lists. */
  rfc: string | null
  scope: Scope
}

const row = (cidr: string, name: BlockName, rfc: string | null, scope: Scope = 'reserved'): SpecialBlock => ({
  cidr,
  name,
  rfc,
  scope,
})

export const SPECIAL_PURPOSE: readonly SpecialBlock[] = [
  row('0.0.0.0/8', 'this-network', 'RFC 791'),
  row('10.0.0.0/8', 'private-use', 'RFC 1918', 'private'),
  row('100.64.0.0/10', 'shared-address-space', 'RFC 6598', 'shared'),
  row('127.0.0.0/8', 'loopback', 'RFC 1122', 'loopback'),
  row('169.254.0.0/16', 'link-local', 'RFC 3927', 'link-local'),
  row('172.16.0.0/12', 'private-use', 'RFC 1918', 'private'),
  row('192.0.0.0/24', 'protocol-assignments', 'RFC 6890'),
  row('192.0.0.0/29', 'service-continuity', 'RFC 7335'),
  row('192.0.0.8/32', 'dummy', 'RFC 7600'),
  row('192.0.0.9/32', 'pcp-anycast', 'RFC 7723'),
  row('192.0.0.10/32', 'turn-anycast', 'RFC 8155'),
  row('192.0.0.170/32', 'nat64-discovery', 'RFC 7050'),
  row('192.0.0.171/32', 'nat64-discovery', 'RFC 7050'),
  row('192.0.2.0/24', 'documentation', 'RFC 5737'),
  row('192.31.196.0/24', 'as112', 'RFC 7535', 'public'),
  row('192.52.193.0/24', 'amt', 'RFC 7450', 'public'),
  row('192.88.99.0/24', '6to4-relay', 'RFC 7526'),
  row('192.88.99.2/32', '6a44-relay', 'RFC 6751'),
  row('192.168.0.0/16', 'private-use', 'RFC 1918', 'private'),
  row('192.175.48.0/24', 'as112', 'RFC 7534', 'public'),
  row('198.18.0.0/15', 'benchmarking', 'RFC 2544'),
  row('198.51.100.0/24', 'documentation', 'RFC 5737'),
  row('203.0.113.0/24', 'documentation', 'RFC 5737'),
  row('224.0.0.0/4', 'multicast', 'RFC 5771'),
  row('240.0.0.0/4', 'reserved', 'RFC 1112'),
  row('255.255.255.255/32', 'broadcast', 'RFC 919'),
  row('168.63.129.16/32', 'cloud-platform', null),

  row('::/0', 'outside-global-unicast', 'RFC 4291'),
  row('2000::/3', 'global-unicast', 'RFC 4291', 'public'),
  row('::/96', 'ipv4-compatible', 'RFC 4291'),
  row('::/128', 'unspecified', 'RFC 4291'),
  row('::1/128', 'loopback', 'RFC 4291', 'loopback'),
  row('::ffff:0:0/96', 'ipv4-mapped', 'RFC 4291'),
  row('::ffff:0:0:0/96', 'ipv4-translated', 'RFC 2765'),
  row('64:ff9b::/96', 'nat64', 'RFC 6052'),
  row('64:ff9b:1::/48', 'nat64', 'RFC 8215'),
  row('100::/64', 'discard-only', 'RFC 6666'),
  row('100:0:0:1::/64', 'dummy', 'RFC 9780'),
  row('2001::/23', 'protocol-assignments', 'RFC 2928'),
  row('2001::/32', 'teredo', 'RFC 4380'),
  row('2001:1::1/128', 'pcp-anycast', 'RFC 7723'),
  row('2001:1::2/128', 'turn-anycast', 'RFC 8155'),
  row('2001:1::3/128', 'dns-sd-anycast', 'RFC 9665'),
  row('2001:2::/48', 'benchmarking', 'RFC 5180'),
  row('2001:3::/32', 'amt', 'RFC 7450', 'public'),
  row('2001:4:112::/48', 'as112', 'RFC 7535', 'public'),
  row('2001:10::/28', 'orchid', 'RFC 4843'),
  row('2001:20::/28', 'orchid', 'RFC 7343'),
  row('2001:30::/28', 'drone-remote-id', 'RFC 9374'),
  row('2001:db8::/32', 'documentation', 'RFC 3849'),
  row('2002::/16', '6to4', 'RFC 3056'),
  row('2620:4f:8000::/48', 'as112', 'RFC 7534', 'public'),
  row('3fff::/20', 'documentation', 'RFC 9637'),
  row('5f00::/16', 'srv6', 'RFC 9602'),
  row('fc00::/7', 'unique-local', 'RFC 4193', 'private'),
  row('fe80::/10', 'link-local', 'RFC 4291', 'link-local'),
  row('fec0::/10', 'site-local', 'RFC 3879'),
  row('ff00::/8', 'multicast', 'RFC 4291'),
]

/** The kind of an address, and the block that decides it; null if no special-purpose block contains it. */
interface Classification {
  scope: Scope
  block: SpecialBlock | null
}

/** ISATAP puts an IPv4 address after one of two interface identifiers (RFC 5214, section 6.1). */
const ISATAP: SpecialBlock = { cidr: '::5efe:0.0.0.0', name: 'isatap', rfc: 'RFC 5214', scope: 'reserved' }
const ISATAP_IDENTIFIERS: readonly number[] = [0x0000_5efe, 0x0200_5efe]

interface Row {
  readonly block: Block
  readonly special: SpecialBlock
}

/** The blocks of each family, read when its first address is classified: most servers hear from one family long before the other. */
const rows: Record<Address['version'], readonly Row[] | null> = { 4: null, 6: null }

/** Returns the blocks, the most specific first, so that the first match counts. */
function rowsOf(version: Address['version']): readonly Row[] {
  return SPECIAL_PURPOSE.filter(({ cidr }) => cidr.includes(':') === (version === 6))
    .map((special) => {
      const block = parseBlock(special.cidr)
      if (!block) throw new Error(`${special.cidr} is not an address block`)
      return { block, special }
    })
    .sort((a, b) => b.block.prefix - a.block.prefix)
}

/** The rows that an address with this first byte can be in, collected when the first such address is classified: usually none in IPv4. */
const BY_FIRST_BYTE: Record<Address['version'], (readonly Row[])[]> = { 4: [], 6: [] }

/** Returns whether an address is public; decided by the address alone, and closed unless a rule says that it is open. */
export function classify(address: Address): Classification {
  const special = rowsAround(address).find(({ block }) => contains(block, address))?.special ?? null
  if (special && special.scope !== 'public') return { scope: special.scope, block: special }
  if (address.version === 6 && ISATAP_IDENTIFIERS.includes(address.words[2] ?? 0)) {
    return { scope: ISATAP.scope, block: ISATAP }
  }
  return { scope: 'public', block: special }
}

function rowsAround({ version, words }: Address): readonly Row[] {
  const byte = (words[0] ?? 0) >>> 24
  const known = BY_FIRST_BYTE[version]
  const around = known[byte]
  if (around) return around
  rows[version] ??= rowsOf(version)
  known[byte] = rows[version].filter(({ block: { network, prefix } }) => {
    const shared = Math.clz32(((network.words[0] ?? 0) ^ (byte << 24)) & 0xff00_0000)
    return shared >= Math.min(prefix, 8)
  })
  return known[byte]
}
