import { Refusal } from '../contract/problem.ts'
import { since } from '../platform/clock.ts'
import { type Address, parseAddress } from './address.ts'
import { type DomainName, isWithin, localRule, parseDomain } from './names.ts'
import { againstAddress, againstFound, againstLocalEnd, againstName, againstPort, notATarget, unresolvable } from './reasons.ts'
import { judge, type Rules } from './rules.ts'
import { type Followed, mintTarget, type PublicHost, type PublicUrl } from './target.ts'

/** A and AAAA of a name, in the order in which they are to be tried, and how the name service answered. It is handed in. */
export type Resolve = (name: string) => Promise<{ status: string; reason?: string | null; addresses: readonly string[] }>

/** What the name service says of CNAME records that end in a local network, and of a check that may ask no more. */
const LEADS_TO_LOCAL_NAME = 'leads-to-local-name'
const OVER_BUDGET = 'budget-exceeded'

/** What hosts and URLs are judged with. */
export interface Judge {
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

/** The host in a field: an address in a plain spelling, or a name, resolved once and judged by every address it has. */
export async function admitHost(
  field: string,
  value: string,
  unresolved: 'refused' | 'finding',
  { rules, resolve }: Judge,
): Promise<PublicHost> {
  const address = parseAddress(value)
  if (address) return hostOfAddress(field, address, rules)
  const domain = parseDomain(value)
  if (typeof domain === 'string' || /[*/]/.test(domain.ascii)) throw notATarget(field, 'not-a-host')
  return resolveHost(field, domain, unresolved, { rules, resolve })
}

function hostOfAddress(field: string, address: Address, rules: Rules): PublicHost {
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw againstAddress(field, address, judgement)
  const targets = [mintTarget(address)]
  return { host: address.text, unicode: address.text, isAddress: true, status: 'noerror', resolveMs: 0, targets, omitted: 0 }
}

async function resolveHost(
  field: string,
  domain: DomainName,
  unresolved: 'refused' | 'finding',
  { rules, resolve }: Judge,
): Promise<PublicHost> {
  const rule = REVERSE_ZONES.some((zone) => isWithin(domain.ascii, zone)) ? 'reverse' : localRule(domain)
  if (rule) throw againstName(field, domain, rule)
  const started = performance.now()
  const { status, reason, addresses } = await resolve(domain.ascii)
  const resolveMs = since(started)
  if (reason === LEADS_TO_LOCAL_NAME) throw againstLocalEnd(field, domain)
  const admitted = [...new Set(addresses)].map((text) => admitFoundAddress(field, domain, text, rules))
  if (admitted.length === 0 && unresolved === 'refused') {
    throw unresolvable(field, domain, reason === OVER_BUDGET ? reason : status)
  }
  const targets = admitted.slice(0, TARGETS_MAX).map(mintTarget)
  const omitted = admitted.length - targets.length
  return { host: domain.ascii, unicode: domain.unicode, isAddress: false, status, resolveMs, targets, omitted }
}

/** One address that is refused refuses the name. */
function admitFoundAddress(field: string, domain: DomainName, text: string, rules: Rules): Address {
  const address = parseAddress(text)
  if (!address) throw unresolvable(field, domain, 'error')
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw againstFound(field, domain, judgement)
  return address
}

/** A URL: the parser of the URL standard decides what its host is, so that every odd spelling is seen as the address it means. */
export async function admitUrl(field: string, value: string, judging: Judge): Promise<PublicUrl> {
  const url = parseUrl(value, null)
  if (!url) throw notATarget(field, 'not-a-url')
  return admitParsedUrl(field, url, judging)
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

async function admitParsedUrl(field: string, url: URL, judging: Judge): Promise<PublicUrl> {
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port)
  admitPort(field, port, judging.rules)
  const host = await admitHost(field, url.hostname, 'refused', judging)
  return { url, port, host, follow: (location) => follow(field, url, location, judging) }
}

/** A redirect is a new target: it is parsed, judged and resolved as the first was. */
async function follow(field: string, base: URL, location: string, judging: Judge): Promise<Followed> {
  const url = parseUrl(location, base)
  if (!url) return { refused: 'invalid-target', url: null }
  try {
    return { admitted: await admitParsedUrl(field, url, judging) }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return { refused: thrown.code, url: url.href }
  }
}

export function admitPort(field: string, port: number, { denyPorts }: Rules): void {
  if (denyPorts.includes(port)) throw againstPort(field, port, denyPorts)
}
