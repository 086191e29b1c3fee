/** The wording of refusals: which block, which RFC, which rule of the operator. */
import { Refusal } from '../contract/problem.ts'
import type { Locale } from '../contract/text.ts'
import type { Address } from './address.ts'
import { admitText } from './admit.text.ts'
import { type DomainName, type LocalRule, topLevelOf } from './names.ts'
import type { DenyReason } from './rules.ts'
import { blockText } from './special-purpose.text.ts'
import { TOP_LEVEL_DOMAINS_DATE } from './top-level-domains.gen.ts'

export function againstAddress(field: string, { text: address }: Address, against: DenyReason): Refusal {
  return new Refusal('target-not-public', (locale) => addressReason(address, against, locale), { field })
}

/** Returns the block and the RFC. Two rules have no block that would mean anything to a reader. */
function addressReason(address: string, against: DenyReason, locale: Locale): string {
  if (against === 'denied' || against === 'own') return admitText.say(locale, against, { address })
  const { cidr: block, name, rfc } = against
  if (name === 'outside-global-unicast') return admitText.say(locale, 'outside', { address })
  if (name === 'isatap') return admitText.say(locale, 'isatap', { address })
  const slots = { address, block, name: blockText.say(locale, name, {}) }
  return rfc === null
    ? admitText.say(locale, 'not-public-unlisted', slots)
    : admitText.say(locale, 'not-public', { ...slots, rfc })
}

/** Refuses a name because of an address that it has. The address is not shown: it came from DNS, and may reveal the server's own network. */
export function denyResolved(field: string, { unicode }: DomainName, against: DenyReason): Refusal {
  return new Refusal('target-not-public', (locale) => foundReason(unicode, against, locale), { field })
}

function foundReason(host: string, against: DenyReason, locale: Locale): string {
  if (against === 'denied') return admitText.say(locale, 'found-denied', { host })
  if (against === 'own') return admitText.say(locale, 'found-own', { host })
  const name = blockText.say(locale, against.name, {})
  return against.rfc === null
    ? admitText.say(locale, 'found-not-public-unlisted', { host, name })
    : admitText.say(locale, 'found-not-public', { host, name, rfc: against.rfc })
}

/** Refuses a name whose CNAME records lead to a name that means a local network. */
export function againstLocalEnd(field: string, { unicode: host }: DomainName): Refusal {
  return new Refusal('target-not-public', (locale) => admitText.say(locale, 'found-local-name', { host }), { field })
}

export function againstName(field: string, { unicode: name }: DomainName, rule: LocalRule | 'reverse'): Refusal {
  return new Refusal('target-not-public', (locale) => nameReason(name, rule, locale), { field })
}

function nameReason(name: string, rule: LocalRule | 'reverse', locale: Locale): string {
  if (rule === 'single-label') return admitText.say(locale, 'single-label', { name })
  if (rule === 'reverse') return admitText.say(locale, 'reverse-name', { name })
  if (rule === 'not-delegated') {
    return admitText.say(locale, 'not-delegated', { name, suffix: topLevelOf(name), date: TOP_LEVEL_DOMAINS_DATE })
  }
  const { suffix, rfc } = rule
  return rfc === null
    ? admitText.say(locale, 'local-name-unlisted', { name, suffix })
    : admitText.say(locale, 'local-name', { name, suffix, rfc })
}

export function againstRequester({ text: address }: Address, against: DenyReason): Refusal {
  return new Refusal('requester-not-public', (locale) => {
    if (against === 'denied') return admitText.say(locale, 'requester-denied', { address })
    if (against === 'own') return admitText.say(locale, 'requester-own', { address })
    return admitText.say(locale, 'requester-not-public', { address, name: blockText.say(locale, against.name, {}) })
  })
}

/** Refuses a request from a proxy that does not name the client: the proxy itself must not be taken for the requester. */
export function againstNobody(): Refusal {
  return new Refusal('requester-not-public', (locale) => admitText.say(locale, 'requester-unnamed', {}))
}

/** A port to connect to, and the field at fault if it is denied. */
export interface RequestedPort {
  readonly field: string
  readonly port: number
  readonly isFixed?: boolean
}

/** Refuses a denied port; `isFixed`: the caller cannot choose another one. */
export function againstPort({ field, port, isFixed }: RequestedPort, denied: readonly number[]): Refusal {
  const slots = { port, denied: rangesOf(denied).join(', ') }
  const key = isFixed ? 'fixed-port-not-allowed' : 'port-not-allowed'
  return new Refusal('port-not-allowed', (locale) => admitText.say(locale, key, slots), { field })
}

function rangesOf(ports: readonly number[]): string[] {
  const runs: { first: number; last: number }[] = []
  for (const port of ports) {
    const run = runs.at(-1)
    if (run && port === run.last + 1) run.last = port
    else runs.push({ first: port, last: port })
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
}

/** Refuses a name that has no address; `status` is the status of the lookup. */
export function unresolvable(field: string, { unicode: host }: DomainName, status: string): Refusal {
  const isMissing = status === 'nxdomain' || status === 'nodata' || status === 'noerror'
  const key = isMissing ? 'unresolvable' : 'unresolved'
  return new Refusal('unresolvable-target', (locale) => admitText.say(locale, key, { host, status }), { field })
}

/** Refuses a name whose labels no host has, so that no certificate has it either. */
export function notAHostName(field: string, { unicode: name }: Pick<DomainName, 'unicode'>): Refusal {
  return new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-a-host-name', { name }), { field })
}

export function notATarget(field: string, key: 'not-a-host' | 'not-a-url' | 'not-a-name' | 'name-is-an-address'): Refusal {
  return new Refusal('invalid-target', (locale) => admitText.say(locale, key, { field }), { field })
}
