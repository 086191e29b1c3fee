import { parseAddress } from '../policy/address.ts'
import { classify } from '../policy/classify.ts'
import type { Fault } from './faults.ts'
import { joined, tellingWords, wordsOf } from './fold.ts'
import { type Named, spellingsOf } from './match.ts'
import { portsOf } from './ports.ts'
import type { UseCase } from './schema.ts'

/** What a schema cannot say of the lists of a catalogue. */

export function idFault(entries: readonly Named[]): Fault | null {
  const seen = new Map<string, number>()
  for (const [index, { id }] of entries.entries()) {
    const before = seen.get(id)
    if (before !== undefined) return { at: `[${index}].id`, says: `"${id}" is the id of [${before}], too` }
    seen.set(id, index)
  }
  return null
}

/** A spelling that names two entries, as `matchName` reads spellings. */
export function spellingFault(entries: readonly Named[]): Fault | null {
  const owners = new Map<string, Named>()
  for (const [index, entry] of entries.entries()) {
    for (const spelling of spellingsOf(entry)) {
      const words = wordsOf(spelling)
      const at = `[${index}].${entry.aliases.includes(spelling) ? `aliases[${entry.aliases.indexOf(spelling)}]` : 'name'}`
      if (words === '') return { at, says: `"${spelling}" has neither a letter nor a digit` }
      for (const key of new Set([joined(words), joined(tellingWords(words))])) {
        const owner = owners.get(key) ?? entry
        if (owner !== entry) return { at, says: `"${spelling}" already names "${owner.id}"` }
        owners.set(key, entry)
      }
    }
  }
  return null
}

/** A gateway that is not an address of a private network (RFC 1918). */
export function gatewayFault(entries: readonly { readonly gateways: readonly string[] }[]): Fault | null {
  for (const [index, { gateways }] of entries.entries()) {
    for (const [place, gateway] of gateways.entries()) {
      const at = `[${index}].gateways[${place}]`
      const address = parseAddress(gateway)
      if (!address) return { at, says: `"${gateway}" is not an IPv4 address` }
      if (classify(address).scope !== 'private') return { at, says: `"${gateway}" is not private (RFC 1918)` }
    }
  }
  return null
}

const PORT_MAX = 65_535

export function portFault(useCases: readonly Pick<UseCase, 'ports'>[]): Fault | null {
  for (const [index, { ports }] of useCases.entries()) {
    for (const [place, { external, internal }] of ports.entries()) {
      const at = `[${index}].ports[${place}]`
      const [outside, inside] = [countOf(external), countOf(internal)]
      if (outside === null)
        return { at: `${at}.external`, says: `"${external}" is outside of 1 to ${PORT_MAX}, or runs backwards` }
      if (inside === null)
        return { at: `${at}.internal`, says: `"${internal}" is outside of 1 to ${PORT_MAX}, or runs backwards` }
      if (outside !== inside) {
        return { at: `${at}.internal`, says: `"${internal}" has ${inside} ports, and "${external}" has ${outside}` }
      }
    }
  }
  return null
}

/** How many ports a text names; null if they are none. */
function countOf(text: string): number | null {
  const { first, last } = portsOf(text)
  return first >= 1 && last <= PORT_MAX && first <= last ? last - first + 1 : null
}
