// The versions and key exchanges of real servers, those that the runtime's own TLS refuses, and responses that are stapled.
import { afterAll, describe, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:tls'
import { labTest } from '../support/lab.ts'
import { AUTHORITY, Pki } from '../support/tls/pki.ts'
import { inspectHere, portOf, startOpenssl } from '../support/tls/server.ts'

const NEEDS = { programs: ['openssl'] }
const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())

async function issueAll() {
  const root = await pki.issue('root', { subject: '/CN=Lab Root', extensions: AUTHORITY })
  const rsa = await pki.issue('rsa', { by: root, san: ['DNS:web.test'], algorithm: 'RSA' })
  return { root, rsa, ecdsa: await pki.issue('ecdsa', { by: root, san: ['DNS:web.test'] }) }
}
let issued: ReturnType<typeof issueAll> | undefined
const certificates = () => (issued ??= issueAll())

/** Looks at a real server with such a key and such options. */
async function inspect(key: 'rsa' | 'ecdsa', args: readonly string[]) {
  await using server = await startOpenssl((await certificates())[key], null, args)
  const found = await inspectHere(server.port, 'web.test')
  return { ...found, versions: found.supportedProtocols.filter(({ supported }) => supported).map(({ name }) => name) }
}

describe('versions', () => {
  const table: [string, string[], string, string[]][] = [
    ['TLS 1.0 alone', ['-tls1'], 'TLSv1', ['TLSv1']],
    ['TLS 1.1 alone', ['-tls1_1'], 'TLSv1.1', ['TLSv1.1']],
    ['TLS 1.2 alone', ['-tls1_2'], 'TLSv1.2', ['TLSv1.2']],
    ['TLS 1.3 alone', ['-tls1_3'], 'TLSv1.3', ['TLSv1.3']],
    ['TLS 1.0 and 1.2', ['-no_tls1_1', '-no_tls1_3', '-min_protocol', 'TLSv1'], 'TLSv1.2', ['TLSv1', 'TLSv1.2']],
    ['all of them', ['-min_protocol', 'TLSv1'], 'TLSv1.3', ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3']],
  ]
  for (const [name, args, protocol, versions] of table)
    for (const key of ['rsa', 'ecdsa'] as const)
      labTest(`${name}, ${key}`, NEEDS, async () => {
        const found = await inspect(key, ['-cipher', 'ALL:@SECLEVEL=0', ...args])
        expect(found).toMatchObject({ outcome: 'handshake', protocol, alpn: 'h2', keyExchange: 'X25519' })
        expect<string[]>(found.versions).toEqual(versions)
        expect(found.supportedProtocols.every((one) => one.supported !== null)).toBe(true)
        expect(found.received.map(({ subject }) => subject.text)).toEqual([`CN=${key}`])
        expect(found.cipher).toMatch(protocol === 'TLSv1.3' ? /^TLS_AES/ : /^ECDHE-(RSA|ECDSA)-AES/)
        expect(found.ocspStapled).toBe(versions.length === 1 && protocol === 'TLSv1.3' ? null : false)
      })
})

describe('a handshake that the runtime refuses is read in the clear', () => {
  const DHE = 'DHE-RSA-AES256-GCM-SHA384'
  const table: [string, string[], object][] = [
    ['finite-field Diffie-Hellman', ['-cipher', `${DHE}:@SECLEVEL=0`], { cipher: DHE, keyExchange: 'DHE' }],
    ['RSA key transport and CBC', ['-cipher', 'AES256-SHA256'], { cipher: 'AES256-SHA256', keyExchange: 'RSA' }],
    ['Camellia', ['-cipher', 'CAMELLIA128-SHA:@SECLEVEL=0'], { cipher: 'CAMELLIA128-SHA', keyExchange: 'RSA' }],
    ['a client certificate is wanted', ['-Verify', '1'], { cipher: 'ECDHE-RSA-AES128-GCM-SHA256', alpn: 'h2' }],
  ]
  for (const [name, args, expected] of table)
    labTest(name, NEEDS, async () => {
      const found = await inspect('rsa', ['-tls1_2', ...args])
      expect(found).toMatchObject({ outcome: 'handshake', reason: null, protocol: 'TLSv1.2', versions: ['TLSv1.2'], ...expected })
      expect(found.received.map(({ subject }) => subject.text)).toEqual(['CN=rsa'])
    })

  labTest('but not a client certificate that is wanted in TLS 1.3', NEEDS, async () =>
    expect(await inspect('rsa', ['-Verify', '1'])).toMatchObject({ outcome: 'handshake', protocol: 'TLSv1.3' }),
  )
})

describe('key exchange', () => {
  for (const [groups, keyExchange] of [
    ['P-256', 'secp256r1'],
    ['P-384', 'secp384r1'],
  ] as const)
    labTest(groups, NEEDS, async () =>
      expect(await inspect('ecdsa', ['-groups', groups])).toMatchObject({
        outcome: 'handshake',
        protocol: 'TLSv1.3',
        keyExchange,
      }),
    )

  labTest('the post-quantum hybrid', NEEDS, async () => {
    const { ecdsa } = await certificates()
    const [key, cert] = await Promise.all([Bun.file(ecdsa.key).text(), Bun.file(ecdsa.certificate).text()])
    for (const [ecdhCurve, keyExchange] of [
      ['X25519MLKEM768:X25519', 'X25519MLKEM768'],
      ['X25519MLKEM768', 'X25519MLKEM768'],
      ['X25519', 'X25519'],
    ] as const) {
      const server = createServer({ key, cert, ecdhCurve })
      server.on('tlsClientError', () => {})
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const found = await inspectHere(portOf(server), 'web.test')
      server.close()
      expect(found).toMatchObject({ outcome: 'handshake', protocol: 'TLSv1.3', keyExchange })
    }
  })
})

labTest('an OCSP response that is stapled', NEEDS, async () => {
  const { root, rsa } = await certificates()
  const response = pki.path('response.der')
  writeFileSync(pki.path('empty-index.txt'), '')
  const request = ['-issuer', root.certificate, '-cert', rsa.certificate]
  const sign = ['-index', pki.path('index.txt'), '-CA', root.certificate, '-rsigner', root.certificate, '-rkey', root.key]
  const made = Bun.spawnSync(['openssl', 'ocsp', ...request, ...sign, '-respout', response, '-ndays', '7', '-noverify'])
  expect(made.exitCode).toBe(0)
  expect(await inspect('rsa', ['-status_file', response])).toMatchObject({ protocol: 'TLSv1.3', ocspStapled: true })
})
