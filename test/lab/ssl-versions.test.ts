// The versions that a server speaks, those that the runtime's own TLS refuses, and servers with many names.
import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:tls'
import { labTest } from '../support/lab.ts'
import { AUTHORITY, type Issued, Pki } from '../support/tls/pki.ts'
import { inspectHere, startOpenssl } from '../support/tls/server.ts'

const NEEDS = { programs: ['openssl'] }
const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())

let leaves: Promise<{ root: Issued; rsa: Issued; ecdsa: Issued }> | null = null
async function issueAll() {
  const root = await pki.issue('root', { subject: '/CN=Lab Root', extensions: AUTHORITY })
  const rsa = await pki.issue('rsa', { by: root, san: ['DNS:web.test'], algorithm: 'RSA' })
  return { root, rsa, ecdsa: await pki.issue('ecdsa', { by: root, san: ['DNS:web.test'] }) }
}
function certificates() {
  leaves ??= issueAll()
  return leaves
}

const ANY = ['-cipher', 'ALL:@SECLEVEL=0']
type Found = Awaited<ReturnType<typeof inspectHere>>
const supported = ({ supportedProtocols }: Found) => supportedProtocols.filter((one) => one.supported).map(({ name }) => name)

describe('versions', () => {
  const table: [string, string[], string, string[]][] = [
    ['TLS 1.0 alone', ['-tls1'], 'TLSv1', ['TLSv1']],
    ['TLS 1.1 alone', ['-tls1_1'], 'TLSv1.1', ['TLSv1.1']],
    ['TLS 1.2 alone', ['-tls1_2'], 'TLSv1.2', ['TLSv1.2']],
    ['TLS 1.3 alone', ['-tls1_3'], 'TLSv1.3', ['TLSv1.3']],
    ['TLS 1.0 and 1.1', ['-no_tls1_2', '-no_tls1_3'], 'TLSv1.1', ['TLSv1', 'TLSv1.1']],
    ['TLS 1.0 and 1.2', ['-no_tls1_1', '-no_tls1_3'], 'TLSv1.2', ['TLSv1', 'TLSv1.2']],
    ['all of them', ['-min_protocol', 'TLSv1'], 'TLSv1.3', ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']],
  ]
  for (const [name, args, protocol, versions] of table)
    for (const key of ['rsa', 'ecdsa'] as const)
      labTest(`${name}, ${key}`, NEEDS, async () => {
        const leaf = (await certificates())[key]
        await using server = await startOpenssl(leaf, null, [
          ...ANY,
          ...args,
          ...(args[0]?.startsWith('-no') ? ['-min_protocol', 'TLSv1'] : []),
        ])
        const found = await inspectHere(server.port, 'web.test')
        expect(found).toMatchObject({ outcome: 'handshake', protocol, alpn: 'h2' })
        expect<string[]>(supported(found)).toEqual(versions)
        expect(found.supportedProtocols.every((one) => one.supported !== null)).toBe(true)
        expect(found.received.map(({ subject }) => subject.text)).toEqual([`CN=${key}`])
        expect(found.keyExchange).toBe('X25519')
        expect(found.cipher).toMatch(protocol === 'TLSv1.3' ? /^TLS_AES/ : /^ECDHE-(RSA|ECDSA)-AES/)
        expect(found.ocspStapled).toBe(versions.length === 1 && protocol === 'TLSv1.3' ? null : false)
      })
})

describe('a handshake that the runtime refuses is read in the clear', () => {
  const table: [string, string[], object][] = [
    [
      'finite-field Diffie-Hellman',
      ['-tls1_2', '-cipher', 'DHE-RSA-AES256-GCM-SHA384:@SECLEVEL=0'],
      { cipher: 'DHE-RSA-AES256-GCM-SHA384', keyExchange: 'DHE' },
    ],
    ['RSA key transport and CBC', ['-tls1_2', '-cipher', 'AES256-SHA256'], { cipher: 'AES256-SHA256', keyExchange: 'RSA' }],
    ['Camellia', ['-tls1_2', '-cipher', 'CAMELLIA128-SHA:@SECLEVEL=0'], { cipher: 'CAMELLIA128-SHA', keyExchange: 'RSA' }],
    ['a client certificate is wanted', ['-tls1_2', '-Verify', '1'], { cipher: 'ECDHE-RSA-AES128-GCM-SHA256', alpn: 'h2' }],
  ]
  for (const [name, args, expected] of table)
    labTest(name, NEEDS, async () => {
      const { rsa } = await certificates()
      await using server = await startOpenssl(rsa, null, args)
      const found = await inspectHere(server.port, 'web.test')
      expect(found).toMatchObject({ outcome: 'handshake', reason: null, protocol: 'TLSv1.2', ...expected })
      expect([found.received.map(({ subject }) => subject.text), supported(found)]).toEqual([['CN=rsa'], ['TLSv1.2']])
    })

  labTest('a client certificate is wanted in TLS 1.3', NEEDS, async () => {
    const { rsa } = await certificates()
    await using server = await startOpenssl(rsa, null, ['-Verify', '1'])
    expect(await inspectHere(server.port, 'web.test')).toMatchObject({ outcome: 'handshake', protocol: 'TLSv1.3' })
  })
})

describe('key exchange', () => {
  for (const [groups, expected] of [
    ['X25519', 'X25519'],
    ['P-256', 'secp256r1'],
    ['P-521', 'secp521r1'],
    ['X448', 'X448'],
  ] as const)
    labTest(groups, NEEDS, async () => {
      const { ecdsa } = await certificates()
      await using server = await startOpenssl(ecdsa, null, ['-groups', groups])
      const found = await inspectHere(server.port, 'web.test')
      // The handshake itself needs a group that the runtime has.
      if (groups !== 'X448') expect(found.outcome).toBe('handshake')
      expect(found.supportedProtocols.at(-1)).toEqual({ name: 'TLSv1.3', supported: true })
      if (found.outcome === 'handshake' && found.protocol === 'TLSv1.3') expect(found.keyExchange).toBe(expected)
    })

  labTest('the post-quantum hybrid', NEEDS, async () => {
    const { ecdsa } = await certificates()
    const [key, cert] = await Promise.all([Bun.file(ecdsa.key).text(), Bun.file(ecdsa.certificate).text()])
    for (const [ecdhCurve, expected] of [
      ['X25519MLKEM768:X25519', 'X25519MLKEM768'],
      ['X25519MLKEM768', 'X25519MLKEM768'],
      ['X25519', 'X25519'],
    ] as const) {
      const server = createServer({ key, cert, ecdhCurve })
      server.on('tlsClientError', () => {})
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const found = await inspectHere(typeof address === 'object' && address ? address.port : 0, 'web.test')
      server.close()
      expect(found).toMatchObject({ outcome: 'handshake', protocol: 'TLSv1.3', keyExchange: expected })
    }
  })
})

labTest('an OCSP response that is stapled', NEEDS, async () => {
  const { rsa } = await certificates()
  const response = pki.path('response.der')
  const { root } = await certificates()
  const serial = rsa.certificate
  writeFileSync(pki.path('empty-index.txt'), '')
  const request = ['-issuer', root.certificate, '-cert', serial]
  const sign = ['-index', pki.path('index.txt'), '-CA', root.certificate, '-rsigner', root.certificate, '-rkey', root.key]
  const made = Bun.spawnSync(['openssl', 'ocsp', ...request, ...sign, '-respout', response, '-ndays', '7', '-noverify'])
  expect(made.exitCode).toBe(0)
  await using server = await startOpenssl(rsa, null, ['-status_file', response])
  expect(await inspectHere(server.port, 'web.test')).toMatchObject({ protocol: 'TLSv1.3', ocspStapled: true })
})

test('the versions are named as openssl and nginx name them', async () => {
  const { PROTOCOLS } = await import('../../src/net/tls/suites.ts')
  expect(PROTOCOLS).toEqual(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'])
})
