import { PORT_MAX } from '../../contract/schema.ts'
import { type Both, both } from '../../platform/misfit.ts'
import { parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { type Fault, shown } from './faults.ts'
import { joined, tellingWords, wordsOf } from './normalize.ts'
import { portsOf } from './ports.ts'
import type { DdnsService, Isp, Localized, UseCase } from './schema.ts'

/** Checks on the lists of a catalogue that a schema cannot express. An entry with mistakes comes with its valid fields only. */

interface Named {
  readonly id?: string
  readonly name?: Localized
  readonly aliases?: readonly string[]
}

export function* idFaults(entries: readonly Named[]): Generator<Fault> {
  const seen = new Map<string, number>()
  for (const [index, { id }] of entries.entries()) {
    if (id === undefined) continue
    const before = seen.get(id)
    if (before === undefined) seen.set(id, index)
    else
      yield {
        path: [`${index}`, 'id'],
        says: both(`is ${shown(id)}, which is also the id of [${before}]`, `${shown(id)} id를 [${before}]에서도 씁니다`),
      }
  }
}

interface PlacedSpelling {
  readonly path: readonly string[]
  readonly text: string
}

/** Yields the id, names and aliases of an entry, each with its path. */
function* spellingsIn({ id, name, aliases = [] }: Named): Generator<PlacedSpelling> {
  if (id !== undefined) yield { path: ['id'], text: id }
  if (name) yield { path: ['name', 'en'], text: name.en }
  if (name) yield { path: ['name', 'ko'], text: name.ko }
  for (const [place, text] of aliases.entries()) yield { path: ['aliases', `${place}`], text }
}

/** Returns the keys under which `matchName` finds a spelling; none if it contains neither letters nor digits. */
function keysOf(text: string): Set<string> {
  const words = wordsOf(text)
  return words === '' ? new Set() : new Set([joined(words), joined(tellingWords(words))])
}

/** Yields the spellings that name two entries, as `matchName` reads them. */
export function* spellingFaults(entries: readonly Named[]): Generator<Fault> {
  const owners = new Map<string, Named>()
  for (const [index, entry] of entries.entries()) {
    for (const { path, text } of spellingsIn(entry)) {
      const keys = keysOf(text)
      const at = [`${index}`, ...path]
      if (keys.size === 0)
        yield {
          path: at,
          says: both(`is ${shown(text)}, which contains neither letters nor digits`, `${shown(text)}에 글자나 숫자가 없습니다`),
        }
      // idFaults reports entries that share an id.
      const owner = [...keys].map((key) => owners.get(key) ?? entry).find((other) => other !== entry && other.id !== entry.id)
      if (owner) yield { path: at, says: alreadyNames(text, owner) }
      for (const key of keys) if (!owners.has(key)) owners.set(key, entry)
    }
  }
}

function alreadyNames(text: string, { id, name }: Named): Both {
  const owner = shown(id ?? name?.en)
  return both(`is ${shown(text)}, which already names ${owner}`, `${shown(text)} 이름은 ${owner} 항목에서 이미 씁니다`)
}

/** A name of a built-in entry that now finds an entry of the operator instead. */
export interface TakenName {
  readonly name: string
  readonly from: string
  readonly to: string
}

export function* takenNames(theirs: readonly Named[], ours: readonly Named[]): Generator<TakenName> {
  const replaced = new Set(theirs.map(({ id }) => id))
  const owners = new Map<string, string>()
  for (const entry of ours) {
    if (entry.id === undefined || replaced.has(entry.id)) continue
    for (const { text } of spellingsIn(entry)) for (const key of keysOf(text)) owners.set(key, entry.id)
  }
  for (const entry of theirs) {
    const lost = new Set<string>()
    for (const { text } of spellingsIn(entry)) {
      const from = [...keysOf(text)].map((key) => owners.get(key)).find((id) => id !== undefined && !lost.has(id))
      if (from === undefined) continue
      lost.add(from)
      yield { name: text, from, to: entry.id ?? '' }
    }
  }
}

/** Yields the networks of built-in providers that an operator gives to another provider: "AS4766". */
export function* takenNetworks(theirs: readonly Networked[], ours: readonly Networked[]): Generator<TakenName> {
  const replaced = new Set(theirs.map(({ id }) => id))
  const owners = new Map(
    ours.flatMap(({ id = '', asns = [] }) => (replaced.has(id) ? [] : asns.map((asn) => [asn, id] as const))),
  )
  for (const { id = '', asns = [] } of theirs) {
    for (const asn of asns) {
      const from = owners.get(asn)
      if (from !== undefined) yield { name: `AS${asn}`, from, to: id }
    }
  }
}

/** Yields the gateways that are not private addresses (RFC 1918). */
export function* gatewayFaults(entries: readonly { readonly gateways?: readonly string[] }[]): Generator<Fault> {
  for (const [index, { gateways = [] }] of entries.entries()) {
    for (const [place, gateway] of gateways.entries()) {
      const path = [`${index}`, 'gateways', `${place}`]
      const address = parseAddress(gateway)
      if (!address)
        yield { path, says: both(`is ${shown(gateway)}, not an IPv4 address`, `IPv4 주소가 아닙니다: ${shown(gateway)}`) }
      else if (classify(address).scope !== 'private')
        yield {
          path,
          says: both(
            `is ${shown(gateway)}, not a private address (RFC 1918)`,
            `사설 IP 주소(RFC 1918)가 아닙니다: ${shown(gateway)}`,
          ),
        }
    }
  }
}

/** Yields the patterns of models that would take almost any text, so that no other brand could be named. */
export function* modelFaults(brands: readonly { readonly models?: readonly string[] }[]): Generator<Fault> {
  for (const [index, { models = [] }] of brands.entries()) {
    for (const [place, model] of models.entries()) {
      const [literal, digits] = [model.match(/[\p{L}\p{N}]/gu) ?? [], model.match(/#/g) ?? []]
      if (literal.length + digits.length < MODEL_MIN || literal.length === 0)
        yield {
          path: [`${index}`, 'models', `${place}`],
          says: both(`is ${shown(model)}, which fits too many names`, `너무 많은 이름과 일치합니다: ${shown(model)}`),
        }
    }
  }
}

/** The fewest letters and digits of a pattern, such as "F6#". */
const MODEL_MIN = 2

interface Networked {
  readonly id?: string
  readonly asns?: readonly number[]
}

/** Yields the networks that two providers claim. */
export function* asnFaults(isps: readonly Networked[]): Generator<Fault> {
  const owners = new Map<number, string | undefined>()
  for (const [index, { id, asns = [] }] of isps.entries()) {
    for (const [place, asn] of asns.entries()) {
      if (owners.has(asn))
        yield {
          path: [`${index}`, 'asns', `${place}`],
          says: both(
            `is ${asn}, which is already a network of ${shown(owners.get(asn))}`,
            `${asn}번은 이미 ${shown(owners.get(asn))} 통신사의 네트워크입니다`,
          ),
        }
      owners.set(asn, id)
    }
  }
}

export function* portFaults(useCases: readonly Partial<Pick<UseCase, 'ports'>>[]): Generator<Fault> {
  for (const [index, { ports = [] }] of useCases.entries()) {
    for (const [place, { external, internal }] of ports.entries()) {
      const path = [`${index}`, 'ports', `${place}`]
      const [outside, inside] = [countOf(external), countOf(internal)]
      if (typeof outside !== 'number') yield { path: [...path, 'external'], says: oddPort('is', external, outside) }
      if (typeof inside !== 'number') yield { path: [...path, 'internal'], says: oddPort('is', internal, inside) }
      if (typeof outside === 'number' && typeof inside === 'number' && outside !== inside) {
        yield {
          path: [...path, 'internal'],
          says: both(
            `is ${shown(internal)}, which is ${many(inside)}, but "external" is ${many(outside)}`,
            `${shown(internal)} 포트는 ${inside}개인데 "external" 포트는 ${outside}개입니다`,
          ),
        }
      }
    }
  }
}

/** Yields the lists of blocked ports that contain an invalid port or range. */
export function* blockedFaults(isps: readonly Partial<Pick<Isp, 'blocked'>>[]): Generator<Fault> {
  for (const [index, { blocked = [] }] of isps.entries()) {
    for (const [place, { ports }] of blocked.entries()) {
      for (const part of ports.split(',')) {
        const count = countOf(part)
        if (typeof count !== 'number')
          yield { path: [`${index}`, 'blocked', `${place}`, 'ports'], says: oddPort('contains', part, count) }
      }
    }
  }
}

const many = (count: number) => (count === 1 ? '1 port' : `${count} ports`)

function oddPort(verb: 'is' | 'contains', text: string, { en, ko }: Both): Both {
  return both(`${verb} ${shown(text)}, which ${en}`, `${shown(text)} - ${ko}`)
}

/** Returns the number of ports in a port or range, or the reason why it is invalid. */
function countOf(text: string): number | Both {
  const { first, last } = portsOf(text)
  if (first < 1 || last < 1 || first > PORT_MAX || last > PORT_MAX)
    return both(`is outside the range 1-${PORT_MAX}`, `1-${PORT_MAX} 범위를 벗어났습니다`)
  return first > last ? both('runs backwards', '범위의 시작이 끝보다 큽니다') : last - first + 1
}

/** Yields the domains that two dynamic DNS services give out. */
export function* suffixFaults(entries: readonly Pick<Partial<DdnsService>, 'id' | 'suffixes'>[]): Generator<Fault> {
  const owners = new Map<string, string>()
  for (const [index, { id = '', suffixes = [] }] of entries.entries()) {
    for (const [place, suffix] of suffixes.entries()) {
      const owner = owners.get(suffix)
      if (owner === undefined) owners.set(suffix, id)
      else
        yield {
          path: [`${index}`, 'suffixes', `${place}`],
          says: both(
            `is ${shown(suffix)}, which is already one of ${shown(owner)}`,
            `${shown(suffix)} 도메인은 이미 ${shown(owner)} 서비스에 있습니다`,
          ),
        }
    }
  }
}
