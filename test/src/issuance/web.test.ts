import { describe, expect, test } from 'bun:test'
import type { TlsFacts } from '../../../src/issuance/facts.ts'
import { METHODS, type Method } from '../../../src/issuance/fields.ts'
import { type Checking, lookAtAddresses } from '../../../src/issuance/web.ts'
import type { PortFinding } from '../../../src/net/findings.ts'
import type { Proof } from '../../../src/net/proof/index.ts'
import { Peer } from '../../../src/policy/caller.ts'
import type { PublicEndpoint } from '../../../src/policy/target.ts'
import { dnsOf, nameOf, type Plays, response, webOf } from '../../support/issuance/web.ts'
import { addressOf } from '../../support/policy/rules.ts'

const ME = '1.1.1.1'
const OTHER = '1.1.1.2'
const NOTHING = { reason: null, alert: null, alpn: null, elapsedMs: 1 }
const REFUSED = { outcome: 'connect-failed', reason: 'connection-refused', failedLayer: 'tcp' } as const
const CLOSED = { status: 'refused', reason: 'connection-refused' } as PortFinding
const RULE = { verdict: 'refused-by-device', forwardingRule: 'proven', stoppedAfter: null, evidence: [] }

interface World {
  readonly name?: string
  readonly ipv4?: readonly string[]
  readonly ipv6?: readonly string[]
  readonly methods?: readonly Method[]
  readonly key?: boolean
  readonly rules?: object
  readonly asn?: number
  readonly plays?: Plays
  readonly offer?: (address: string) => { readonly outcome: string } & Partial<Omit<TlsFacts, 'outcome'>>
  readonly open?: readonly number[]
  readonly proofs?: Readonly<Record<number, Proof>>
  readonly isOver?: boolean
}

/** Looks at the addresses of a name from the first of them, and returns what was found and everything that was asked. */
async function look(world: World) {
  const { ipv4 = [ME], ipv6 = [], methods = METHODS, open = [], proofs = {}, isOver = false } = world
  const log: string[] = []
  const web = webOf(world.plays ?? (() => response(404)))
  const at = ({ address, port }: PublicEndpoint) => `${address.text} ${port}`
  const net = {
    http: web,
    signal: isOver ? AbortSignal.abort() : new AbortController().signal,
    dns: dnsOf({}),
    tls: {
      async offer({ host, endpoint }: { host: string; endpoint: PublicEndpoint }, protocol: string) {
        log.push(`offer ${at(endpoint)} ${host} ${protocol}`)
        return { ...NOTHING, ...(world.offer?.(endpoint.address.text) ?? { outcome: 'alert', alert: 120 }) }
      },
    },
    tcp: {
      sourceTo: () => addressOf('192.0.2.1'),
      probe: async ({ port }: PublicEndpoint) => (open.includes(port) ? { status: 'open' } : CLOSED),
    },
    where: {
      async look({ to, plain }: { to: PublicEndpoint; plain: Promise<PortFinding> }) {
        log.push(`look ${at(to)}`)
        return (await plain).status === 'open' ? null : RULE
      },
    },
    proofs: {
      async overTcp(to: PublicEndpoint) {
        log.push(`proof ${at(to)}`)
        return proofs[to.port] ?? 'no-answer'
      },
    },
    within: (_: number, run: (inner: object) => unknown) => run(net),
  }
  const looked = (values: readonly string[]) => ({ status: 'noerror', reason: null, values, dnssec: 'insecure' }) as const
  const checking = {
    target: nameOf(world.name, world.rules),
    methods,
    net,
    key: world.key ? new Uint8Array(16) : null,
    ipdata: { network: () => ({ asn: world.asn ?? null }) },
    disclosure: { mayShow: () => true },
    caller: new Peer(addressOf(ME), 'socket'),
  } as unknown as Checking
  const dns = { ipv4: looked(ipv4), ipv6: looked(ipv6), caa: null, zone: null, challenge: null }
  return { ...(await lookAtAddresses(checking, dns)), log, asked: web.asked }
}

test('every address is asked for both methods, and no more than two of each family', async () => {
  const { addresses, omitted, asked, log } = await look({ ipv4: [OTHER, '1.1.1.3', '1.1.1.4'], ipv6: ['2606::1', '2606::2'] })
  const shown = addresses.map(({ address, http, tls }) => `${address.text} ${http?.page} ${tls?.outcome} ${tls?.alert}`)
  expect(shown).toEqual(['2606::1', '2606::2', '1.1.1.2', '1.1.1.3'].map((address) => `${address} missing alert 120`))
  expect([omitted, asked.length, log.length]).toEqual([1, 4, 4])
  expect(log[0]).toBe('offer 2606::1 443 home.example.test acme-tls/1')
})

test('the path is one that nobody serves, another each time', async () => {
  const paths = (await Promise.all([look({}), look({})])).map(({ asked }) => asked[0])
  for (const path of paths)
    expect(path).toMatch(/ http:\/\/home\.example\.test\/\.well-known\/acme-challenge\/doorstep-[0-9a-f]{32}$/)
  expect(paths[0]).not.toBe(paths[1])
})

describe('only what the methods need:', () => {
  const cases = [
    [['http-01'], 1, 0],
    [['tls-alpn-01'], 0, 1],
    [['dns-01'], 0, 0],
  ] as const
  for (const [methods, pages, offers] of cases)
    test(methods[0], async () => {
      const { asked, log } = await look({ ipv4: [OTHER], methods })
      expect([asked.length, log.length]).toEqual([pages, offers])
    })

  test('nothing for a wildcard, or a local name', async () => {
    for (const name of ['*.example.test', 'nas.lan']) {
      const { addresses, asked, log } = await look({ name })
      expect([addresses, asked, log]).toEqual([[], [], []])
    }
  })
})

test('addresses that are reserved or against the rules are named and left alone', async () => {
  const { addresses, asked, log } = await look({ ipv4: ['10.0.0.1', '9.9.9.9'], ipv6: ['::1'] })
  expect(addresses.map(({ address, kind, http, tls }) => [address.text, kind, http, tls])).toEqual([
    ['::1', 'reserved', null, null],
    ['10.0.0.1', 'reserved', null, null],
    ['9.9.9.9', 'not-checked', null, null],
  ])
  expect([asked, log]).toEqual([[], []])
})

test('of two ports, the one that the rules allow is asked', async () => {
  const { addresses } = await look({ ipv4: [OTHER], rules: { denyPorts: [80] } })
  const http = { outcome: 'limited', reason: 'not-allowed' }
  expect(addresses[0]).toMatchObject({ kind: 'public', http, tls: { outcome: 'alert' } })
})

test('a proxy is named by who has the address, or by its answer', async () => {
  const announced = await look({ asn: 13335, ipv4: [OTHER], methods: ['tls-alpn-01'] })
  expect(announced.addresses[0]).toMatchObject({ proxy: 'Cloudflare', http: null })
  const answered = await look({ ipv4: [OTHER], plays: () => response(404, { Server: 'Sucuri/Cloudproxy' }) })
  expect(answered.addresses[0]).toMatchObject({ proxy: 'Sucuri', http: { proxy: 'Sucuri' } })
})

describe("at the requester's own address", () => {
  const refuses: World = { plays: () => REFUSED, offer: () => ({ outcome: 'connect-failed', reason: 'connection-refused' }) }

  test('it is looked where packets to both ports end, where they do not answer', async () => {
    const { addresses, log } = await look(refuses)
    const refused = { outcome: 'refused', where: { forwardingRule: 'proven' } }
    expect(addresses[0]).toMatchObject({ isRequester: true, http: { ...refused, proof: null }, tls: refused })
    expect(log.filter((line) => line.startsWith('look'))).toEqual([`look ${ME} 80`, `look ${ME} 443`])
  })

  test('nobody else is looked at so closely', async () => {
    const { addresses, log } = await look({ ...refuses, ipv4: [OTHER], key: true })
    expect(addresses[0]).toMatchObject({ isRequester: false, http: { outcome: 'refused', where: null, proof: null } })
    expect(log.filter((line) => !line.startsWith('offer'))).toEqual([])
  })

  test('a redirect to a port that does not answer: there', async () => {
    const plays: Plays = (url) => (url.startsWith('http:') ? response(301, { Location: 'https://home.example.test/' }) : REFUSED)
    const { addresses, log } = await look({ plays, open: [80], methods: ['http-01'] })
    expect(addresses[0]).toMatchObject({ http: { outcome: 'refused', where: { forwardingRule: 'proven' } } })
    expect(log).toEqual([`look ${ME} 80`, `look ${ME} 443`])
  })

  test('a proof is certain: nothing else is asked there', async () => {
    const { addresses, asked, log } = await look({ key: true, proofs: { 80: 'proven', 443: 'someone-else' }, open: [80, 443] })
    expect(addresses[0]).toMatchObject({ http: { outcome: 'proof', proof: 'proven' }, tls: { outcome: 'alert', proof: null } })
    expect([asked, log.filter((line) => line.startsWith('proof'))]).toEqual([[], [`proof ${ME} 80`, `proof ${ME} 443`]])
  })

  test('a proof over 443, and nobody on 80', async () => {
    const { addresses, log } = await look({ ...refuses, key: true, proofs: { 443: 'proven' } })
    const http = { outcome: 'refused', proof: 'no-answer' }
    expect(addresses[0]).toMatchObject({ http, tls: { outcome: 'proof', proof: 'proven' } })
    expect(log.some((line) => line.startsWith('offer'))).toBe(false)
  })

  test('somebody else who answers is asked on', async () => {
    const { addresses } = await look({ key: true, proofs: { 80: 'someone-else' }, methods: ['http-01'], open: [80] })
    expect(addresses[0]).toMatchObject({ http: { outcome: 'response', page: 'missing', proof: 'someone-else', where: null } })
  })
})

describe('a handshake', () => {
  const cases = [
    ['offered', null, 'offered', null],
    ['ignored', null, 'ignored', null],
    ['plain-http', 'http-on-port', 'plain-http', 'http-on-port'],
    ['broken', 'connection-closed', 'broken', 'connection-closed'],
    ['connect-failed', 'no-answer', 'silent', 'no-answer'],
    ['connect-failed', 'host-unreachable', 'unreachable', 'host-unreachable'],
    ['connect-failed', 'rate-limited', 'limited', 'rate-limited'],
  ] as const
  for (const [found, reason, outcome, told] of cases)
    test(`${found} ${reason ?? ''}`, async () => {
      const { addresses } = await look({ ipv4: [OTHER], methods: ['tls-alpn-01'], offer: () => ({ outcome: found, reason }) })
      expect(addresses[0]?.tls).toMatchObject({ outcome, reason: told })
    })

  test('that was cut off by the end of the time says nothing', async () => {
    const offers = ['broken', 'connect-failed'].map((outcome) => ({ outcome, reason: 'no-answer' }))
    for (const offer of offers) {
      const { addresses } = await look({ ipv4: [OTHER], isOver: true, offer: () => offer })
      expect(addresses[0]).toMatchObject({ http: { outcome: 'limited' }, tls: { outcome: 'limited', reason: 'out-of-time' } })
    }
  })
})
