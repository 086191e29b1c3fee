import IANA_IPV4 from '../../../data/iana-ipv4-address-space.csv' with { type: 'text' }
import IANA_IPV6 from '../../../data/iana-ipv6-unicast-assignments.csv' with { type: 'text' }
import SERVED from '../../../data/rir-countries.json'
import { EMPTY, isRecord, overlay, type Ref, recordId, type Trie } from '../mmdb/trie.ts'
import { cidrBounds, treeOfRanges } from './ranges.ts'
import type { Reading } from './reading.ts'
import type { Records, Value } from './records.ts'

/** The tables of data/ that registries are told by. */
export { IANA_IPV4, IANA_IPV6, SERVED }

/**
 * Which regional registry an address belongs to: IANA's tables decide by block. A legacy block is managed by several
 * registries (ERX, 2002 to 2004), so its registry is the one that serves the country to which the address is
 * registered or, if that is unknown, the one that IANA names for the block.
 */
type Registry = 'AFRINIC' | 'APNIC' | 'ARIN' | 'LACNIC' | 'RIPE NCC'

const REGISTRY_OF_WHOIS: Record<string, Registry> = {
  'whois.afrinic.net': 'AFRINIC',
  'whois.apnic.net': 'APNIC',
  'whois.arin.net': 'ARIN',
  'whois.lacnic.net': 'LACNIC',
  'whois.ripe.net': 'RIPE NCC',
}

interface Block {
  cidr: string
  registry: Registry
  legacy: boolean
}

/** Returns the blocks of an IANA table that belong to a registry; `003/8` is IANA's own spelling of 3.0.0.0/8. */
export function readBlocks(csv: string): Block[] {
  const blocks: Block[] = []
  for (const line of csv.trim().split('\n').slice(1)) {
    const columns = line.split(',')
    const [status, whois] = columns.slice(-2)
    const registry = REGISTRY_OF_WHOIS[whois?.trim() ?? '']
    if (!registry || !(status === 'ALLOCATED' || status === 'LEGACY')) continue
    const cidr = (columns[0] ?? '').replace(/^(\d+)\/8$/, (_, octet) => `${Number(octet)}.0.0.0/8`)
    blocks.push({ cidr, registry, legacy: status === 'LEGACY' })
  }
  return blocks
}

/** Which registry serves each country, from lists of countries by registry. */
export function readServedCountries(served: Readonly<Record<Registry, string>>): Map<string, Registry> {
  const result = new Map<string, Registry>()
  for (const registry of Object.values(REGISTRY_OF_WHOIS))
    for (const country of served[registry].split(' ')) result.set(country, registry)
  return result
}

/** Returns the tree of registries. `country` is the tree of whois countries, `countries` its records. */
export function registryTree(
  trie: Trie,
  blocks: readonly Block[],
  served: ReadonlyMap<string, Registry>,
  country: Reading,
  countries: Records,
  registries: Records,
): Ref {
  const registryOf = countries.values.map((record) => served.get(countryCode(record)))
  const named = (block: Block) => registries.refOf({ registry: block.registry })
  const blockTree = (wanted: readonly Block[]) =>
    treeOfRanges(
      trie,
      wanted
        .map((block) => ({ bounds: cidrBounds(block.cidr) ?? [0n, 0n], block }))
        .sort((a, b) => ((a.bounds[0] ?? 0n) < (b.bounds[0] ?? 0n) ? -1 : 1))
        .map(({ bounds: [start = 0n, end = 0n], block }) => ({ start, end, ref: named(block) })),
    )
  const legacy = blockTree(blocks.filter((block) => block.legacy))
  const byCountry = relabel(trie, within(trie, country.root, legacy), (id) => {
    const registry = registryOf[id]
    return registry ? registries.refOf({ registry }) : EMPTY
  })
  return merged(trie, overlay(trie, blockTree(blocks), byCountry))
}

/** Flat in files of ip-location-db, nested in those of MaxMind and DB-IP. */
function countryCode(record: Value | undefined): string {
  const fields = fieldsOf(record)
  return String(fields.country_code ?? fieldsOf(fields.country).iso_code ?? '')
}

function fieldsOf(value: Value | undefined): { [key: string]: Value } {
  const isMap = typeof value === 'object' && !Array.isArray(value) && !Buffer.isBuffer(value)
  return isMap ? value : {}
}

/** Returns the part of a tree whose addresses are in `frame`. */
function within(trie: Trie, tree: Ref, frame: Ref): Ref {
  if (tree === EMPTY || frame === EMPTY) return EMPTY
  if (isRecord(frame)) return tree
  const [left, right] = isRecord(tree) ? [tree, tree] : [trie.left(tree), trie.right(tree)]
  return trie.node(within(trie, left, trie.left(frame)), within(trie, right, trie.right(frame)))
}

function relabel(trie: Trie, root: Ref, label: (id: number) => Ref): Ref {
  const known = new Map<Ref, Ref>()
  const walk = (ref: Ref): Ref => {
    if (ref === EMPTY) return EMPTY
    if (isRecord(ref)) return label(recordId(ref))
    const done = known.get(ref)
    if (done !== undefined) return done
    const result = trie.node(walk(trie.left(ref)), walk(trie.right(ref)))
    known.set(ref, result)
    return result
  }
  return walk(root)
}

/** Returns the same tree with equal neighbours merged, as readers expect of a registry's area. */
function merged(trie: Trie, root: Ref): Ref {
  const known = new Map<Ref, Ref>()
  const walk = (ref: Ref): Ref => {
    if (ref === EMPTY || isRecord(ref)) return ref
    const done = known.get(ref)
    if (done !== undefined) return done
    const [left, right] = [walk(trie.left(ref)), walk(trie.right(ref))]
    const result = left === right && isRecord(left) ? left : trie.node(left, right)
    known.set(ref, result)
    return result
  }
  return walk(root)
}
