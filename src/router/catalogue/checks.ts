import { PORT_MAX } from '../../contract/schema.ts'
import { type Both, both } from '../../platform/misfit.ts'
import { parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { type Fault, quoted } from './faults.ts'
import { joined, tellingWords, wordsOf } from './names.ts'
import { portsOf } from './ports.ts'
import type { Brand, DdnsService, Isp, UseCase } from './schema.ts'

/** The valid fields of an entry, as far as it is compared with others. */
export type SoundEntry = Partial<
  Pick<Brand, 'id' | 'name' | 'kind' | 'aliases' | 'models' | 'gateways'> &
    Pick<UseCase, 'ports' | 'saferUse'> &
    Pick<Isp, 'equipment' | 'asns' | 'blocked'> &
    Pick<DdnsService, 'suffixes' | 'brand'>
>

/** Yields the faults of the list in a file that a schema cannot express. An entry with mistakes comes with its valid fields only. */
export function* comparisons(name: string, entries: readonly SoundEntry[]): Generator<Fault> {
  yield* claimedTwice(entries, idOf, ({ text }, owner) => {
    const at = `[${entries.indexOf(owner)}]`
    return both(`is ${text}, which is also the id of ${at}`, `${text} id를 ${at}에서도 씁니다`)
  })
  yield* spellingFaults(entries)
  if (name === 'brands.json' || name === 'providers.json') yield* inLists(entries, 'gateways', gatewayFault)
  if (name === 'brands.json') yield* inLists(entries, 'models', modelFault)
  if (name === 'services.json') yield* inLists(entries, 'ports', portFaults)
  if (name === 'providers.json') {
    yield* claimedTwice(entries, networksOf, ({ text }, { id }) =>
      both(`is ${text}, which is already a network of ${quoted(id)}`, `${text}번은 이미 ${quoted(id)} 통신사의 네트워크입니다`),
    )
    yield* inLists(entries, 'blocked', blockedFaults)
  }
  if (name === 'ddns.json')
    yield* claimedTwice(entries, suffixesOf, ({ text }, { id }) =>
      both(
        `is ${text}, which is already one of ${quoted(id ?? '')}`,
        `${text} 도메인은 이미 ${quoted(id ?? '')} 서비스에 있습니다`,
      ),
    )
}

/** A value that one entry of a list may have, as it is quoted, with the keys under which it is compared. */
interface Claim {
  readonly path: readonly string[]
  readonly text: string
  readonly keys: readonly (string | number)[]
}

const claim = (path: readonly string[], value: string | number): Claim => ({ path, text: quoted(value), keys: [value] })
const idOf = ({ id }: SoundEntry) => (id === undefined ? [] : [claim(['id'], id)])
const networksOf = ({ asns = [] }: SoundEntry) => asns.map((asn, place) => claim(['asns', `${place}`], asn))
const suffixesOf = ({ suffixes = [] }: SoundEntry) => suffixes.map((suffix, place) => claim(['suffixes', `${place}`], suffix))

/** Returns the id, names and aliases of an entry, with the keys under which `matchName` finds them; none for one without letters and digits. */
function spellingsOf({ id, name, aliases = [] }: SoundEntry): Claim[] {
  const placed: [string[], string | undefined][] = [
    [['id'], id],
    [['name', 'en'], name?.en],
    [['name', 'ko'], name?.ko],
    ...aliases.map((alias, place): [string[], string] => [['aliases', `${place}`], alias]),
  ]
  return placed.flatMap(([path, spelling]) => {
    if (spelling === undefined) return []
    const words = wordsOf(spelling)
    const keys = words === '' ? [] : [...new Set([joined(words), joined(tellingWords(words))])]
    return [{ path, text: quoted(spelling), keys }]
  })
}

function* claimedTwice(
  entries: readonly SoundEntry[],
  claimsOf: (entry: SoundEntry) => readonly Claim[],
  says: (claim: Claim, owner: SoundEntry) => Both,
  isAnother = (_owner: SoundEntry, _entry: SoundEntry) => true,
): Generator<Fault> {
  const owners = new Map<Claim['keys'][number], SoundEntry>()
  for (const [index, entry] of entries.entries()) {
    for (const one of claimsOf(entry)) {
      const owner = one.keys.map((key) => owners.get(key)).find((other) => other && isAnother(other, entry))
      if (owner) yield { path: [`${index}`, ...one.path], says: says(one, owner) }
      for (const key of one.keys) if (!owners.has(key)) owners.set(key, entry)
    }
  }
}

function* spellingFaults(entries: readonly SoundEntry[]): Generator<Fault> {
  for (const [index, entry] of entries.entries())
    for (const { path, text, keys } of spellingsOf(entry))
      if (keys.length === 0)
        yield {
          path: [`${index}`, ...path],
          says: both(`is ${text}, which contains neither letters nor digits`, `${text}에 글자나 숫자가 없습니다`),
        }
  const says = ({ text }: Claim, { id, name }: SoundEntry) => {
    const owner = quoted(id ?? name?.en)
    return both(`is ${text}, which already names ${owner}`, `${text} 이름은 ${owner} 항목에서 이미 씁니다`)
  }
  // Entries that share an id are told of by that.
  yield* claimedTwice(entries, spellingsOf, says, (owner, entry) => owner.id !== entry.id)
}

/** A name or a network ("AS4766") of a built-in entry that is now that of an entry of the operator. */
export interface Taken {
  readonly name: string
  readonly from: string
  readonly to: string
}

/** Returns the names of built-in entries that now find an entry of the operator instead, one for each pair of them. */
export function takenNames(theirs: readonly SoundEntry[], ours: readonly SoundEntry[]): Taken[] {
  const all = taken(theirs, ours, spellingsOf)
  return all.filter(({ from, to }, index) => all.findIndex((one) => one.from === from && one.to === to) === index)
}

/** Returns the networks of built-in providers that the operator gives to another provider. */
export function takenNetworks(theirs: readonly SoundEntry[], ours: readonly SoundEntry[]): Taken[] {
  return taken(theirs, ours, networksOf).map((one) => ({ ...one, name: quoted(`AS${one.name}`) }))
}

function taken(
  theirs: readonly SoundEntry[],
  ours: readonly SoundEntry[],
  claimsOf: (entry: SoundEntry) => readonly Claim[],
): Taken[] {
  const replaced = new Set(theirs.map(({ id }) => id))
  const kept = ours.filter(({ id }) => !replaced.has(id))
  const owners = new Map(
    kept.flatMap((entry) => claimsOf(entry).flatMap(({ keys }) => keys.map((key) => [key, entry.id] as const))),
  )
  return theirs.flatMap((entry) =>
    claimsOf(entry).flatMap(({ text: name, keys }) => {
      const lost = new Set(keys.flatMap((key) => owners.get(key) ?? []))
      return [...lost].map((from) => ({ name, from, to: entry.id ?? '' }))
    }),
  )
}

type Lists = Pick<SoundEntry, 'gateways' | 'models' | 'ports' | 'blocked'>
type Item<Field extends keyof Lists> = NonNullable<Lists[Field]>[number]

function* inLists<Field extends keyof Lists>(
  entries: readonly SoundEntry[],
  field: Field,
  faultsOf: (item: Item<Field>) => readonly Fault[],
): Generator<Fault> {
  for (const [index, entry] of entries.entries()) {
    const items: readonly Item<Field>[] = entry[field] ?? []
    for (const [place, item] of items.entries())
      for (const { path, says } of faultsOf(item)) yield { path: [`${index}`, field, `${place}`, ...path], says }
  }
}

function gatewayFault(gateway: string): Fault[] {
  const address = parseAddress(gateway)
  const text = quoted(gateway)
  if (!address) return [{ path: [], says: both(`is ${text}, not an IPv4 address`, `IPv4 주소가 아닙니다: ${text}`) }]
  if (classify(address).scope === 'private') return []
  const says = both(`is ${text}, not a private address (RFC 1918)`, `사설 IP 주소(RFC 1918)가 아닙니다: ${text}`)
  return [{ path: [], says }]
}

/** The fewest letters and digits of a pattern, such as "F6#". */
const MODEL_MIN = 2

/** Returns the fault of a pattern that would take almost any text, so that no other brand could be named. */
function modelFault(model: string): Fault[] {
  const literal = model.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const digits = model.match(/#/g)?.length ?? 0
  if (literal > 0 && literal + digits >= MODEL_MIN) return []
  const says = both(`is ${quoted(model)}, which fits too many names`, `너무 많은 이름과 일치합니다: ${quoted(model)}`)
  return [{ path: [], says }]
}

function portFaults({ external, internal }: Item<'ports'>): Fault[] {
  const [outside, inside] = [countOf(external), countOf(internal)]
  const odd = [
    ...(typeof outside === 'number' ? [] : [{ path: ['external'], says: oddPort('is', external, outside) }]),
    ...(typeof inside === 'number' ? [] : [{ path: ['internal'], says: oddPort('is', internal, inside) }]),
  ]
  if (odd.length > 0 || outside === inside) return odd
  const many = (count: number | Both) => (count === 1 ? '1 port' : `${count} ports`)
  const says = both(
    `is ${quoted(internal)}, which is ${many(inside)}, but "external" is ${many(outside)}`,
    `${quoted(internal)} 포트는 ${inside}개인데 "external" 포트는 ${outside}개입니다`,
  )
  return [{ path: ['internal'], says }]
}

function blockedFaults({ ports }: Item<'blocked'>): Fault[] {
  return ports.split(',').flatMap((part) => {
    const count = countOf(part)
    return typeof count === 'number' ? [] : [{ path: ['ports'], says: oddPort('contains', part, count) }]
  })
}

function oddPort(verb: 'is' | 'contains', text: string, { en, ko }: Both): Both {
  return both(`${verb} ${quoted(text)}, which ${en}`, `${quoted(text)} - ${ko}`)
}

function countOf(text: string): number | Both {
  const { first, last } = portsOf(text)
  if (first < 1 || last < 1 || first > PORT_MAX || last > PORT_MAX)
    return both(`is outside the range 1-${PORT_MAX}`, `1-${PORT_MAX} 범위를 벗어났습니다`)
  return first > last ? both('runs backwards', '범위의 시작이 끝보다 큽니다') : last - first + 1
}
