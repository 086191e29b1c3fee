import { describe, expect, test } from 'bun:test'
import { proxyAt, proxyNamedBy } from '../../../../src/issuance/web/proxy.ts'
import { addressOf, read, response } from '../../../support/issuance/web.ts'

describe('an answer names the network of a proxy by', () => {
  const cases = [
    ['Server', 'cloudflare', 'Cloudflare'],
    ['CF-RAY', '8a-FRA', 'Cloudflare'],
    ['Server', 'AkamaiGHost', 'Akamai'],
    ['Server', 'BunnyCDN-DE1-1', 'bunny.net'],
    ['Server', 'ddos-guard', 'DDoS-Guard'],
    ['X-Sucuri-ID', '1', 'Sucuri'],
    ['X-Iinfo', '1-2-3', 'Imperva'],
    ['X-Served-By', 'cache-fra1', 'Fastly'],
    ['X-Amz-Cf-Id', 'abc', 'CloudFront'],
    ['Server', 'nginx', null],
    ['Server', 'my-cloudflared-box', null],
    ['X-Served-By', 'host1', null],
  ] as const
  for (const [header, value, network] of cases)
    test(`${header}: ${value}`, () => expect(proxyNamedBy(read(response(404, { [header]: value })).head)).toBe(network))
})

test('an address is of a proxy by who announces it', () => {
  const announcedBy = (asn: number | null) =>
    proxyAt(addressOf('1.1.1.1'), { network: () => ({ asn, organization: null, prefix: null }) } as never)
  expect([announcedBy(13335), announcedBy(3320), announcedBy(null)]).toEqual(['Cloudflare', null, null])
})
