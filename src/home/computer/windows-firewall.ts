import { type Static, Type } from '@sinclair/typebox'
import { every, type Holds, holds, isFrom, some } from './firewall/packet.ts'
import type { Blocks } from './types.ts'

const TEXT = Type.Optional(Type.Union([Type.String(), Type.Null()]))

export const WINDOWS_RULE = Type.Object({
  action: Type.Number(),
  ports: TEXT,
  from: TEXT,
  to: TEXT,
  fromPorts: TEXT,
  app: TEXT,
  service: TEXT,
  package: TEXT,
  kinds: TEXT,
  profiles: Type.Number(),
})
export type WindowsRule = Static<typeof WINDOWS_RULE>

/** A kind of network that this computer is connected to at the moment; the bits are those of Windows. */
export const WINDOWS_PROFILE = Type.Object({
  bit: Type.Number(),
  isOn: Type.Boolean(),
  inbound: Type.Number(),
  blocksAll: Type.Boolean(),
})
export type WindowsProfile = Static<typeof WINDOWS_PROFILE>

const ALLOW = 1
const ALLOW_BY_DEFAULT = 1

/** Returns whether a profile keeps a stranger out of a port, at which the program with this path listens; null if none does. */
export function blocksBy(profile: WindowsProfile, rules: readonly WindowsRule[], port: number, path: string | null): Blocks {
  if (!profile.isOn) return 'no'
  if (profile.blocksAll) return 'yes'
  const judged = rules
    .filter(({ profiles }) => (profiles & profile.bit) !== 0)
    .map((rule) => ({ isAllowing: rule.action === ALLOW, held: appliesTo(rule, port, path) }))
  const anyOf = (isAllowing: boolean) => some(judged.filter((rule) => rule.isAllowing === isAllowing).map(({ held }) => held))
  // A rule that blocks counts more than any that allows.
  const blocked = anyOf(false)
  if (blocked === 'yes') return 'yes'
  const allowed = profile.inbound === ALLOW_BY_DEFAULT ? 'yes' : anyOf(true)
  if (allowed === 'no') return 'yes'
  return allowed === 'yes' && blocked === 'no' ? 'no' : 'unknown'
}

function appliesTo(rule: WindowsRule, port: number, path: string | null): Holds {
  const isGiven = (text: string | null | undefined) => text !== undefined && text !== null && text !== '' && text !== '*'
  const app = () => {
    if (isGiven(rule.service) || isGiven(rule.package)) return 'unknown'
    if (!isGiven(rule.app)) return 'yes'
    // Without a program that listens, nobody knows which one will.
    return path === null ? 'unknown' : holds(rule.app?.toLowerCase() === path.toLowerCase())
  }
  const isAny = (text: string | null | undefined): Holds => (isGiven(text) ? 'unknown' : 'yes')
  const kinds = rule.kinds === undefined || rule.kinds === null || rule.kinds === 'All' ? 'yes' : 'unknown'
  return every([hasPort(rule.ports, port), app(), isFromAnywhere(rule.from), isAny(rule.to), isAny(rule.fromPorts), kinds])
}

/** Returns whether a list of ports has a port; words in it stand for ports that Windows gives out. */
function hasPort(text: string | null | undefined, port: number): Holds {
  if (text === undefined || text === null || text === '' || text === '*') return 'yes'
  return some(
    text.split(',').map((one) => {
      const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(one.trim()) ?? []
      return first === '' ? 'unknown' : holds(Number(first) <= port && port <= Number(last))
    }),
  )
}

function isFromAnywhere(text: string | null | undefined): Holds {
  if (text === undefined || text === null || text === '' || text === '*') return 'yes'
  return some(text.split(',').map((one) => (/^(LocalSubnet|DNS|DHCP|WINS|DefaultGateway)/i.test(one) ? 'no' : fromOf(one))))
}

/** Reads an address, or one with a mask as Windows writes it. */
function fromOf(text: string): Holds {
  return isFrom(text.replace('/255.255.255.255', '').trim())
}
