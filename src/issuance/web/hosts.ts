import { headerOf } from '../../net/http/index.ts'
import type { Net } from '../../net/index.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import type { PublicName } from '../../policy/target.ts'
import type { RedirectStop } from '../facts.ts'

/** The address at which a host of a redirect is asked, why authorities do not ask it, or why it is not known. */
type Led = { readonly address: Address } | { readonly stop: RedirectStop } | { readonly unknown: string }

/** The name, and its addresses as texts: those that are asked, and all. */
interface Own {
  readonly target: Pick<PublicName, 'ascii' | 'at'>
  readonly asked: ReadonlySet<string>
  readonly all: ReadonlySet<string>
}

const HOSTS_MAX = 4
const OURS: readonly string[] = ['timeout', 'error']
/** Any port of the policy: the judgement of an address does not depend on it. */
const PORT = 80

/** Finds out where redirects lead. Each host is looked up once for all addresses, and none is asked at other addresses than the name's own. */
export class RedirectHosts {
  private readonly known = new Map<string, Promise<readonly Address[] | Exclude<Led, { address: Address }>>>()

  constructor(
    private readonly dns: Pick<Net['dns'], 'found' | 'addresses'>,
    private readonly own: Own,
  ) {}

  /** Returns where a redirect from one address of the name leads, to a host as URLs spell it: it stays there if the host has that address as well. */
  async from(address: Address, host: string): Promise<Led> {
    if (host === this.own.target.ascii) return { address }
    const literal = parseAddress(host)
    if (literal) return { stop: this.own.target.at(literal, PORT) === 'reserved' ? 'not-public' : 'to-address' }
    const known = this.known.get(host)
    if (!known && this.known.size >= HOSTS_MAX) return { stop: 'elsewhere' }
    const looked = known ?? this.lookUp(host)
    this.known.set(host, looked)
    const led = await looked
    if (!isList(led)) return led
    const next = led.find(({ text }) => text === address.text) ?? led.find(({ text }) => this.own.asked.has(text))
    return next ? { address: next } : { stop: 'elsewhere' }
  }

  private async lookUp(host: string): Promise<readonly Address[] | Exclude<Led, { address: Address }>> {
    const name = this.dns.found(host)
    if (!name) return { stop: 'not-public' }
    const { status, reason, addresses: texts } = await this.dns.addresses(name)
    // A resolver that failed is ours, not that of an authority.
    if (OURS.includes(status)) return { unknown: reason ?? status }
    if (texts.length === 0) return { stop: 'unresolved' }
    const all = texts.map(parseAddress).filter((address) => address !== null)
    // Authorities pass over any others.
    const reachable = all.filter((address) => this.own.target.at(address, PORT) !== 'reserved')
    if (reachable.length === 0) return { stop: 'not-public' }
    return reachable.every(({ text }) => this.own.all.has(text)) ? reachable : { stop: 'elsewhere' }
  }
}

function isList(led: readonly Address[] | object): led is readonly Address[] {
  return Array.isArray(led)
}

type Head = Parameters<typeof headerOf>[0]

/** The headers that networks of reverse proxies set on every answer, and with what; their names as in the table by network. */
const MARKS: readonly (readonly [header: string, value: RegExp, network: string])[] = [
  ['server', /^cloudflare\b/i, 'Cloudflare'],
  ['cf-ray', /./, 'Cloudflare'],
  ['server', /^akamaighost\b/i, 'Akamai'],
  ['server', /^bunnycdn\b/i, 'bunny.net'],
  ['server', /^ddos-guard\b/i, 'DDoS-Guard'],
  ['server', /^sucuri\b/i, 'Sucuri'],
  ['x-sucuri-id', /./, 'Sucuri'],
  ['x-iinfo', /./, 'Imperva'],
  ['server', /^qrator\b/i, 'Qrator'],
  ['x-served-by', /^cache-/i, 'Fastly'],
  ['server', /^cloudfront\b/i, 'CloudFront'],
  ['x-amz-cf-id', /./, 'CloudFront'],
]

/** Returns the network of a reverse proxy that an answer names; null if it names none. */
export function proxyNamedBy(head: Head): string | null {
  return MARKS.find(([header, value]) => value.test(headerOf(head, header) ?? ''))?.[2] ?? null
}
