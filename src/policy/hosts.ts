import type { DnsStatus } from '../contract/dns-status.ts'
import { Refusal } from '../contract/problem.ts'
import { since } from '../platform/clock.ts'
import { type Address, parseAddress } from './address.ts'
import { type DomainName, isWithin, localRule, parseDomain } from './names.ts'
import type { Unresolved } from './policies.ts'
import { againstAddress, againstLocalEnd, againstName, againstPort, denyResolved, notATarget, unresolvable } from './reasons.ts'
import { judge, type Rules } from './rules.ts'
import {
  type Followed,
  type FoundHost,
  mintEndpoint,
  mintTarget,
  type PublicHost,
  type PublicPath,
  type PublicService,
  type PublicUrl,
} from './target.ts'

/** A and AAAA of a name, in the order in which they are to be tried, and how the name service answered. It is handed in. */
export type Resolve = (name: string) => Promise<{ status: DnsStatus; reason?: string | null; addresses: readonly string[] }>

/** What the name service says of CNAME records that end in a local network, and of a check that may ask no more. */
const LEADS_TO_LOCAL_NAME = 'leads-to-local-name'
const OVER_BUDGET = 'budget-exceeded'

/** What hosts and URLs are judged with. */
export interface AdmissionContext {
  readonly rules: Rules
  readonly resolve: Resolve
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }
/** The URL standard drops or bends these; what a person means by them is not known. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const ODD_IN_URL = /[\u0000-\u001f\u007f\\]|^ | $/
const SCHEME = /^https?:/i
const CREDENTIALS = /^[^/?#]*:\/*[^/?#]*@/
const REVERSE_ZONES = ['in-addr.arpa', 'ip6.arpa']

/** So many addresses of a name may be tried; names with thousands of them must cost no more than others. */
const TARGETS_MAX = 16

/** A host, to be sent what opens no connection. */
export async function admitHost(field: string, value: string, context: AdmissionContext): Promise<PublicHost> {
  const { addresses, ...found } = await judgeHost(field, value, 'refused', context)
  return { ...found, targets: addresses.map(mintTarget) }
}

/** The same; with a port it may be connected to there, too. The field at fault is the one that asks for that. */
export async function admitPath(
  field: string,
  value: string,
  handshakes: { readonly field: string; readonly port: number } | null,
  context: AdmissionContext,
): Promise<PublicPath> {
  if (handshakes) admitPort(handshakes.field, handshakes.port, context.rules)
  const { addresses, ...found } = await judgeHost(field, value, 'refused', context)
  const endpoints = handshakes ? addresses.map((address) => mintEndpoint(address, handshakes.port)) : []
  return { ...found, targets: addresses.map(mintTarget), endpoints }
}

/** A host and a port, to be connected to. */
export async function admitService(
  field: string,
  value: string,
  { field: portField, port }: { readonly field: string; readonly port: number },
  unresolved: Unresolved,
  context: AdmissionContext,
): Promise<PublicService> {
  admitPort(portField, port, context.rules)
  const { addresses, ...found } = await judgeHost(field, value, unresolved, context)
  return { ...found, port, endpoints: addresses.map((address) => mintEndpoint(address, port)) }
}

/** A host as it was found, and those of its addresses that are to be tried. */
interface JudgedHost extends FoundHost {
  readonly addresses: readonly Address[]
}

/** The host in a field: an address in a plain spelling, or a name, resolved once and judged by every address it has. */
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
  const { status, reason, addresses: found } = await resolve(domain.ascii)
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

/** One address that is refused refuses the name. */
function admitFoundAddress(field: string, domain: DomainName, text: string, rules: Rules): Address {
  const address = parseAddress(text)
  if (!address) throw unresolvable(field, domain, 'error')
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw denyResolved(field, domain, judgement)
  return address
}

/** A URL: the parser of the URL standard decides what its host is, so that every odd spelling is seen as the address it means. */
export async function admitUrl(field: string, value: string, context: AdmissionContext): Promise<PublicUrl> {
  const url = parseUrl(value, null)
  if (!url) throw notATarget(field, 'not-a-url')
  return admitParsedUrl(field, url, context)
}

/** Null for what is no http or https URL, or holds what the parser would bend. */
function parseUrl(value: string, base: URL | null): URL | null {
  if (ODD_IN_URL.test(value)) return null
  if (base === null && !SCHEME.test(value)) return null
  const url = URL.parse(value, base?.href)
  if (!url || !(url.protocol in DEFAULT_PORTS) || url.hostname === '' || url.port === '0') return null
  if (url.username !== '' || url.password !== '' || CREDENTIALS.test(value)) return null
  url.hash = ''
  return url
}

async function admitParsedUrl(field: string, url: URL, context: AdmissionContext): Promise<PublicUrl> {
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port)
  const host = await admitService(field, url.hostname, { field, port }, 'refused', context)
  return { url, host, follow: (location) => follow(field, url, location, context) }
}

/** A redirect is a new target: it is parsed, judged and resolved as the first was. */
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

function admitPort(field: string, port: number, { denyPorts }: Rules): void {
  if (denyPorts.includes(port)) throw againstPort(field, port, denyPorts)
}
