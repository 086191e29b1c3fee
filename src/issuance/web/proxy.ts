import { proxyNetworkOf } from '../../ipdata/index.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import { headerOf } from '../../net/http/index.ts'
import type { Address } from '../../policy/address.ts'

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

/** Returns the network of a reverse proxy that has an address; null for any other. */
export function proxyAt(address: Address, ipdata: Pick<IpData, 'network'>): string | null {
  return proxyNetworkOf(ipdata.network(address).asn)
}
