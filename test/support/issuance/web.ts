import type { Dns } from '../../../src/net/dns/index.ts'
import { Http } from '../../../src/net/http/index.ts'
import type { HttpFailure } from '../../../src/net/http/outcome.ts'
import { bodyOf, HeadReader } from '../../../src/net/http/response.ts'
import { admitFoundName, admitPublicName } from '../../../src/policy/admit-name.ts'
import type { PublicEndpoint } from '../../../src/policy/target.ts'
import { blocksOf, rulesOf } from '../policy/rules.ts'

export const NAME = 'home.example.test'
const SPLIT = '\r\n\r\n'

const rulesWith = (rules: object = {}) => ({ ...rulesOf({ deny: blocksOf('9.9.9.0/24') }), ...rules })

/** Returns a name as policy admits it; 9.9.9.0/24 is against the rules. */
export function nameOf(name = NAME, rules: object = {}) {
  return admitPublicName({ field: 'domain', ports: [80, 443] }, name, rulesWith(rules))
}

/** Returns a response as it is read from these bytes. */
export function read(bytes: string) {
  const head = new HeadReader().push(Buffer.from(bytes))
  if (!head || typeof head === 'string') throw new Error(`not a response: ${bytes}`)
  return { head, body: bodyOf(head, Buffer.from(bytes.slice(bytes.indexOf(SPLIT) + SPLIT.length))).bytes }
}

/** Returns the bytes of a response. */
export function response(status: number, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({ 'Content-Length': `${body.length}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} X`, ...lines].join('\r\n') + SPLIT + body
}

/** The answer to one URL at one address: the bytes of a response, or a failure. */
export type Plays = (url: string, address: string) => string | HttpFailure

/** Returns the client of a web in which every URL is answered as the test says, and the URLs that were asked for, each with its address. */
export function webOf(plays: Plays) {
  const asked: string[] = []
  const page = async (url: URL, { address, port }: PublicEndpoint) => {
    if (port !== Number(url.port || (url.protocol === 'https:' ? 443 : 80))) throw new Error(`${url.href} at ${port}`)
    asked.push(`${address.text} ${url.href}`)
    const played = plays(url.href, address.text)
    if (typeof played !== 'string') return { result: { ...played, head: null }, body: { bytes: Buffer.alloc(0), isWhole: false } }
    const { head, body } = read(played)
    return { result: { outcome: 'response', reason: null, failedLayer: null, head }, body: { bytes: body, isWhole: true } }
  }
  return { asked, page, token: Http.prototype.token }
}

/** Returns name servers that know these names alone and are silent about those that say so, and the names that they were asked about. */
export function dnsOf(names: Record<string, readonly string[]>) {
  const asked: string[] = []
  return {
    asked,
    found: (name: string) => admitFoundName(name, rulesWith()),
    async addresses({ ascii }: { readonly ascii: string }): ReturnType<Dns['addresses']> {
      asked.push(ascii)
      const addresses = names[ascii] ?? []
      if (ascii.startsWith('timeout.')) return { status: 'timeout', reason: 'no-answer', addresses: [] }
      return { status: addresses.length > 0 ? 'noerror' : 'nxdomain', reason: null, addresses: [...addresses] }
    },
    pause: () => Promise.resolve(),
  }
}
