import type { DnsStatus } from '../contract/dns-status.ts'
import { Refusal } from '../contract/problem.ts'
import { since } from '../platform/deadline.ts'
import { type Address, parseAddress, portOfUrl } from './address.ts'
import { type DomainName, isWithin, localRule, parseDomain } from './names.ts'
import type { Unresolved } from './policies.ts'
import {
  againstAddress,
  againstLocalEnd,
  againstName,
  againstPort,
  denyResolved,
  notATarget,
  type RequestedPort,
  unresolvable,
} from './reasons.ts'
import { judge, type Rules } from './rules.ts'
import {
  type Followed,
  type FoundHost,
  mintEndpoint,
  mintQueryName,
  mintTarget,
  type PublicHost,
  type PublicPath,
  type PublicService,
  type PublicUrl,
  type QueryName,
} from './target.ts'

/** Resolves a name: its A and AAAA records, in the order in which to try them, and the status of the lookup. Passed in by the caller. */
export type Resolve = (name: QueryName) => Promise<{ status: DnsStatus; reason?: string | null; addresses: readonly string[] }>

/** The reasons of a lookup whose CNAME records end in a local network, and of one that exceeds the budget. */
const LEADS_TO_LOCAL_NAME = 'leads-to-local-name'
const OVER_BUDGET = 'budget-exceeded'

export interface AdmissionContext {
  readonly rules: Rules
  readonly resolve: Resolve
}

/** The characters that the URL standard drops or rewrites; what a person means by them is not known. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const ODD_IN_URL = /[\u0000-\u001f\u007f\\]|^ | $/
const SCHEME = /^https?:/i
const CREDENTIALS = /^[^/?#]*:\/*[^/?#]*@/
const REVERSE_ZONES = ['in-addr.arpa', 'ip6.arpa']

/** The addresses of a name that may be tried; names with thousands of them must not cost more than others. */
const TARGETS_MAX = 16

/** Admits a host for packets that open no connection. */
export async function admitHost(field: string, value: string, context: AdmissionContext): Promise<PublicHost> {
  const { addresses, ...found } = await judgeHost(field, value, 'refused', context)
  return { ...found, targets: addresses.map(mintTarget) }
}

/** Admits a host, and with a port also connections to it. If the port is denied, the field at fault is the one that selects it. */
export async function admitPath(
  field: string,
  value: string,
  handshakes: { readonly field: string; readonly port: number } | null,
  context: AdmissionContext,
): Promise<PublicPath> {
  if (handshakes) admitPort({ ...handshakes, isFixed: true }, context.rules)
  const { addresses, ...found } = await judgeHost(field, value, 'refused', context)
  const endpoints = handshakes ? addresses.map((address) => mintEndpoint(address, handshakes.port)) : []
  return { ...found, targets: addresses.map(mintTarget), endpoints }
}

/** Admits a host and a port for connections. */
export async function admitService(
  field: string,
  value: string,
  requested: RequestedPort,
  unresolved: Unresolved,
  context: AdmissionContext,
): Promise<PublicService> {
  const { port } = requested
  admitPort(requested, context.rules)
  const { addresses, ...found } = await judgeHost(field, value, unresolved, context)
  return { ...found, port, endpoints: addresses.map((address) => mintEndpoint(address, port)) }
}

interface JudgedHost extends FoundHost {
  readonly addresses: readonly Address[]
}

/** Returns the host in a field: an address in a plain spelling, or a name, resolved once and judged by all its addresses. */
async function judgeHost(
  field: string,
  value: string,
  unresolved: Unresolved,
  { rules, resolve }: AdmissionContext,
): Promise<JudgedHost> {
  const address = parseAddress(value)
  if (address) return hostOfAddress(field, address, rules)
  const domain = parseDomain(value)
  if (typeof domain === 'string' || /[*/]/.test(domain.ascii)) throw notATarget(field, 'not-a-host')
  return resolveHost(field, domain, unresolved, { rules, resolve })
}

function hostOfAddress(field: string, address: Address, rules: Rules): JudgedHost {
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw againstAddress(field, address, judgement)
  const { text } = address
  return { host: text, unicode: text, isAddress: true, status: 'noerror', resolveMs: 0, addresses: [address], omitted: 0 }
}

async function resolveHost(
  field: string,
  domain: DomainName,
  unresolved: Unresolved,
  { rules, resolve }: AdmissionContext,
): Promise<JudgedHost> {
  const rule = REVERSE_ZONES.some((zone) => isWithin(domain.ascii, zone)) ? 'reverse' : localRule(domain)
  if (rule) throw againstName(field, domain, rule)
  const started = performance.now()
  const { status, reason, addresses: found } = await resolve(mintQueryName(domain.ascii))
  const resolveMs = since(started)
  if (reason === LEADS_TO_LOCAL_NAME) throw againstLocalEnd(field, domain)
  const admitted = [...new Set(found)].map((text) => admitFoundAddress(field, domain, text, rules))
  if (admitted.length === 0 && unresolved === 'refused') {
    throw unresolvable(field, domain, reason === OVER_BUDGET ? reason : status)
  }
  const addresses = admitted.slice(0, TARGETS_MAX)
  const omitted = admitted.length - addresses.length
  return { host: domain.ascii, unicode: domain.unicode, isAddress: false, status, resolveMs, addresses, omitted }
}

/** Admits an address that was found for a name. A single refused address refuses the name. */
function admitFoundAddress(field: string, domain: DomainName, text: string, rules: Rules): Address {
  const address = parseAddress(text)
  if (!address) throw unresolvable(field, domain, 'error')
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw denyResolved(field, domain, judgement)
  return address
}

/** Admits a URL: the parser of the URL standard decides what its host is, so every odd spelling is seen as the address it means. */
export async function admitUrl(field: string, value: string, context: AdmissionContext): Promise<PublicUrl> {
  const url = parseUrl(value, null)
  if (!url) throw notATarget(field, 'not-a-url')
  return admitParsedUrl(field, url, context)
}

/** Parses an http or https URL. Null if it is not one, or contains something that the parser would rewrite. */
function parseUrl(value: string, base: URL | null): URL | null {
  if (ODD_IN_URL.test(value)) return null
  if (base === null && !SCHEME.test(value)) return null
  const url = URL.parse(value, base?.href)
  if (!url || portOfUrl(url) === null || url.hostname === '' || url.port === '0') return null
  if (url.username !== '' || url.password !== '' || CREDENTIALS.test(value)) return null
  url.hash = ''
  return url
}

async function admitParsedUrl(field: string, url: URL, context: AdmissionContext): Promise<PublicUrl> {
  const port = portOfUrl(url) ?? 0
  const host = await admitService(field, url.hostname, { field, port }, 'refused', context)
  return { url, host, follow: (location) => follow(field, url, location, context) }
}

/** Judges a redirect as a new target: it is parsed, judged and resolved like the first. */
async function follow(field: string, base: URL, location: string, context: AdmissionContext): Promise<Followed> {
  const url = parseUrl(location, base)
  if (!url) return { refused: 'invalid-target', url: null }
  try {
    return { admitted: await admitParsedUrl(field, url, context) }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return { refused: thrown.code, url: url.href }
  }
}

function admitPort(requested: RequestedPort, { denyPorts }: Rules): void {
  if (denyPorts.includes(requested.port)) throw againstPort(requested, denyPorts)
}
