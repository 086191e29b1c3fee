import IANA_IPV4 from '../../../data/iana-ipv4-address-space.csv' with { type: 'text' }
import IANA_IPV6 from '../../../data/iana-ipv6-unicast-assignments.csv' with { type: 'text' }
import SERVED from '../../../data/rir-countries.json'
import { EMPTY, halves, isRecord, type Records, type Ref, recordId, recordRef, type Trie } from '../mmdb/trie.ts'
import { cidrBounds, treeOfRanges } from './ranges.ts'

/**
 * Which regional registry an address belongs to: IANA's tables decide by block. A legacy block is managed by several
 * registries (ERX, 2002 to 2004), so its registry is the one that serves the country to which the address is
 * registered or, if that is unknown, the one that IANA names for the block.
 */
const REGISTRY_OF_WHOIS: Readonly<Record<string, keyof typeof SERVED>> = {
  'whois.afrinic.net': 'AFRINIC',
  'whois.apnic.net': 'APNIC',
  'whois.arin.net': 'ARIN',
  'whois.lacnic.net': 'LACNIC',
  'whois.ripe.net': 'RIPE NCC',
}

/** Returns the blocks of an IANA table that belong to a registry; `003/8` is IANA's own spelling of 3.0.0.0/8. */
function blocksIn(csv: string) {
  return csv.split('\n').flatMap((line) => {
    // A designation may have commas.
    const columns = line.trim().split(',')
    const [[prefix = ''], [status, whois = '']] = [columns, columns.slice(-2)]
    const registry = REGISTRY_OF_WHOIS[whois]
    const bounds = cidrBounds(prefix.replace(/^(\d+)\/8$/, (_, octet) => `${Number(octet)}.0.0.0/8`))
    const isInUse = status === 'ALLOCATED' || status === 'LEGACY'
    return registry && bounds && isInUse ? [{ registry, isLegacy: status === 'LEGACY', start: bounds[0], end: bounds[1] }] : []
  })
}

/** Returns the tree of registries. `country` is the tree of whois countries, `countries` its records. */
export function registryTree(trie: Trie, country: Ref, countries: Records, registries: Records): Ref {
  const blocks = [...blocksIn(IANA_IPV4), ...blocksIn(IANA_IPV6)]
  const served = new Map(
    Object.values(REGISTRY_OF_WHOIS).flatMap((registry) => SERVED[registry].split(' ').map((country) => [country, registry])),
  )
  const byCountry = countries.values.map(({ country_code: code }) => served.get(String(code)))
  const refs = new Map(blocks.map(({ registry }) => [registry, registries.refOf({ registry })]))
  const ranges = blocks.map(({ start, end }, index) => ({ start, end, ref: recordRef(index) }))
  const root = treeOfRanges(
    trie,
    ranges.sort((a, b) => (a.start < b.start ? -1 : 1)),
  )
  // Equal neighbours are merged, as readers expect of a registry's area.
  const walk = (block: Ref, within: Ref): Ref => {
    if (block === EMPTY) return EMPTY
    const own = isRecord(block) ? blocks[recordId(block)] : undefined
    if (own && (!own.isLegacy || within === EMPTY || isRecord(within))) {
      const inferred = own.isLegacy && isRecord(within) ? byCountry[recordId(within)] : undefined
      return refs.get(inferred ?? own.registry) ?? EMPTY
    }
    const [left, right] = halves(trie, block)
    const [withinLeft, withinRight] = halves(trie, within)
    const [one, other] = [walk(left, withinLeft), walk(right, withinRight)]
    return one === other && isRecord(one) ? one : trie.node(one, other)
  }
  return walk(root, country)
}
