import { describe, expect, test } from 'bun:test'
import { labTest } from '../support/lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { startLocalNames } from '../support/tls/names.ts'
import { AUTHORITY, type Issue, type Issued, Pki } from '../support/tls/pki.ts'
import { startFault, startOpenssl } from '../support/tls/server.ts'

const NEEDS = { programs: ['openssl'] }
const SAN = ['DNS:web.test', 'IP:127.0.0.1']
/** The actions that begin with a certificate that has yet to come. */
const NEW_CERTIFICATE = [
  'renew',
  'renew-soon',
  'fix-hostname',
  'add-alternative-name',
  'replace-self-signed',
  'trust-root',
  'await-certificate',
  'serve-this-name',
]

const ready = shared(async (owned) => {
  const pki = owned.use(new Pki())
  const root = await pki.issue('root', { subject: '/C=KR/O=Lab/CN=Lab Root', extensions: AUTHORITY, to: 3000 })
  const names = owned.use(await startLocalNames())
  const args = ['--allow-targets', '127.0.0.0/8', '--extra-ca', root.certificate, '--resolvers', names.resolvers]
  return {
    pki,
    server: owned.use(await startServer({ env: UNLIMITED_TARGETS, args })),
    root,
    issuing: await pki.issue('issuing', { by: root, extensions: AUTHORITY, to: 1000 }),
    nobody: await pki.issue('nobody', { extensions: AUTHORITY }),
    late: await pki.issue('late', { by: root, extensions: AUTHORITY, to: -0.5 }),
    plain: await pki.issue('plain', { by: root, extensions: ['basicConstraints=CA:FALSE'] }),
  }
})
type Bench = Awaited<ReturnType<typeof ready>>

async function check(body: object, headers: Record<string, string> = {}) {
  const { server } = await ready()
  const answer = await postTool(server.url, 'ssl-check', body, headers)
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

/** Returns the answer in English, its next actions posted, and the Korean ones next to them. */
async function checkAll(body: object) {
  const { server } = await ready()
  const [english, korean] = [await check(body), await check(body, { 'accept-language': 'ko' })]
  const codes = await followedCodes(server.url, english.nextActions)
  expect(await followedCodes(server.url, korean.nextActions)).toEqual(codes)
  for (const { text } of korean.nextActions) expect(text).toMatch(/[가-힣]/)
  for (const action of english.nextActions)
    if (NEW_CERTIFICATE.includes(action.code))
      expect(action).toMatchObject({ tool: 'certificate-check', request: { domain: 'web.test' } })
  return { ...english, codes }
}

/** Returns the finding on a certificate, served with this chain. */
async function checkCertificate(name: string, issue: Issue, chain: readonly Issued[], args = ['-min_protocol', 'TLSv1.2']) {
  const { pki } = await ready()
  const leaf = await pki.issue(name, issue)
  const sent = chain.length > 0 ? await pki.bundle(...chain) : null
  await using server = await startOpenssl(leaf, sent, ['-cipher', 'ALL:@SECLEVEL=0', ...args])
  return await checkAll({ host: 'web.test', port: server.port })
}

labTest('a server without problems, every field in the order of the contract', NEEDS, async () => {
  const { pki, issuing, server: doorstep } = await ready()
  const leaf = await pki.issue('good', { by: issuing, san: SAN, subject: '/C=KR/O=Lab/CN=web.test' })
  await using server = await startOpenssl(leaf, issuing.certificate)
  const body = { host: 'Web.Test', port: server.port }
  const found = await check(body)
  expect(Object.keys(found)).toEqual([
    ...'tool checkedAt elapsedMs headline good host port address outcome reason failedLayer valid problems'.split(' '),
    ...'trusted hostnameMatch certificate chain omitted chainIssue issuerUrl protocol cipher alpn keyExchange'.split(' '),
    'ocspStapled',
    'supportedProtocols',
    'nextActions',
  ])
  expect(found).toMatchObject({
    host: 'web.test',
    port: server.port,
    address: '127.0.0.1',
    outcome: 'handshake',
    reason: null,
    failedLayer: null,
    valid: true,
    problems: [],
    trusted: true,
    hostnameMatch: true,
    certificate: {
      subject: { commonName: 'web.test', organization: 'Lab', country: 'KR' },
      issuer: { commonName: 'issuing', organization: null, country: null },
      san: ['web.test', '127.0.0.1'],
      daysRemaining: 88,
      lifetimeUsedPercent: 1.1,
      keyType: 'ec',
      keyBits: 256,
      signatureAlgorithm: 'ecdsa-with-SHA256',
    },
    chain: [
      { subject: 'C=KR, O=Lab, CN=web.test', issuer: 'CN=issuing' },
      { subject: 'CN=issuing', issuer: 'C=KR, O=Lab, CN=Lab Root' },
    ],
    chainIssue: 'none',
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    alpn: 'h2',
    keyExchange: 'X25519',
    ocspStapled: false,
    supportedProtocols: [
      { name: 'TLSv1', supported: false },
      { name: 'TLSv1.1', supported: false },
      { name: 'TLSv1.2', supported: true },
      { name: 'TLSv1.3', supported: true },
    ],
    nextActions: [],
  })
  const { validFrom, validTo, serialNumber, fingerprintSha256 } = found.certificate
  expect(Date.parse(validTo) - Date.parse(validFrom)).toBe(90 * 86_400_000)
  const shown = Bun.spawnSync(['openssl', 'x509', '-in', leaf.certificate, '-noout', '-serial', '-fingerprint', '-sha256'])
  expect(shown.stdout.toString()).toBe(`serial=${serialNumber}\nsha256 Fingerprint=${fingerprintSha256}\n`)
  expect(found.chain[0].fingerprintSha256).toBe(fingerprintSha256)
  expect(await check({ ...body, host: '127.0.0.1' })).toMatchObject({ host: '127.0.0.1', valid: true })

  const text = await (await postTool(doorstep.url, 'ssl-check', body, { accept: 'text/plain' })).text()
  expect(text).toMatch(/\nFor the names: +web\.test\n/)
  expect(text).toMatch(/\nChain, as the server sends it\n1 +web\.test +issued by issuing, until /)
  expect(text).toContain('\nTLSv1.3:  yes (used here)\n')
})

describe('the advice', () => {
  const table: [string, (bench: Bench) => [Issue, readonly Issued[], string[]?], string[], string[]][] = [
    ['expired', ({ root }) => [{ by: root, san: SAN, from: -90, to: -1 }, []], ['expired'], ['renew']],
    ['early', ({ root }) => [{ by: root, san: SAN, from: 1 }, []], ['not-yet-valid'], ['wait-until-valid']],
    ['soon', ({ root }) => [{ by: root, san: SAN, from: -88, to: 2 }, []], ['expires-soon'], ['renew-soon']],
    ['wrong', ({ root }) => [{ by: root, san: ['DNS:other.test'] }, []], ['hostname-mismatch'], ['fix-hostname']],
    ['nameless', ({ root }) => [{ by: root }, []], ['hostname-mismatch'], ['add-alternative-name']],
    ['own', () => [{ san: SAN }, []], ['self-signed'], ['replace-self-signed']],
    ['bare', ({ issuing }) => [{ by: issuing, san: SAN }, []], ['incomplete-chain'], ['send-intermediates']],
    ['unknown issuer', ({ nobody }) => [{ by: nobody, san: SAN }, [nobody]], ['untrusted-root'], ['trust-root']],
    ['expired issuer', ({ late }) => [{ by: late, san: SAN }, [late]], ['expired'], ['replace-expired-issuer']],
    ['issuer not entitled', ({ plain }) => [{ by: plain, san: SAN }, [plain]], ['invalid-issuer'], ['replace-issuer']],
    ['mixed', ({ issuing, root }) => [{ by: issuing, san: SAN }, [root, issuing]], [], ['reorder-chain']],
    [
      'weak',
      ({ root }) => [{ by: root, san: SAN, algorithm: 'RSA', options: ['-pkeyopt', 'rsa_keygen_bits:1024'], digest: 'sha1' }, []],
      ['weak-key', 'weak-signature'],
      ['use-stronger-key', 'use-stronger-signature'],
    ],
    [
      'client',
      ({ root }) => [{ by: root, san: SAN, extensions: ['extendedKeyUsage=clientAuth'] }, []],
      ['wrong-purpose'],
      ['issue-for-servers'],
    ],
    ['ancient', ({ root }) => [{ by: root, san: SAN }, [], ['-tls1']], ['weak-protocol'], ['enable-modern-protocols']],
    ['tolerant', ({ root }) => [{ by: root, san: SAN }, [], ['-min_protocol', 'TLSv1']], [], ['disable-old-protocols']],
  ]
  labTest('an address has no certificate to wait for', NEEDS, async () => {
    const { pki } = await ready()
    const leaf = await pki.issue('address', { san: SAN })
    await using server = await startOpenssl(leaf, null, [])
    const { nextActions } = await check({ host: '127.0.0.1', port: server.port })
    expect(nextActions).toEqual([expect.objectContaining({ code: 'replace-self-signed' })])
    expect(nextActions[0].tool).toBeUndefined()
  })

  for (const [name, caseOf, problems, codes] of table)
    labTest(name, NEEDS, async () => {
      const [issue, chain, args] = caseOf(await ready())
      expect(await checkCertificate(name, issue, chain, args)).toMatchObject({ outcome: 'handshake', problems, codes })
    })

  labTest('a missing intermediate, at the address that its authority names', NEEDS, async () => {
    const { pki, issuing, server } = await ready()
    const issuerUrl = 'http://certs.lab.test/issuing.crt'
    const extensions = [`authorityInfoAccess=OCSP;URI:http://ocsp.lab.test/,caIssuers;URI:${issuerUrl}`]
    const leaf = await pki.issue('aia', { by: issuing, san: SAN, extensions })
    await using bare = await startOpenssl(leaf, null)
    const body = { host: 'web.test', port: bare.port }
    const found = await checkAll(body)
    expect(found).toMatchObject({ problems: ['incomplete-chain'], issuerUrl, codes: ['send-intermediates'] })
    expect(found.nextActions[0].text).toContain(`names this address for the missing one: ${issuerUrl}`)
    const text = await (await postTool(server.url, 'ssl-check', body, { accept: 'text/plain', 'accept-language': 'ko' })).text()
    expect(text.split('\n').filter((line) => line.includes(issuerUrl))).toEqual([
      expect.stringContaining('누락됨'),
      expect.stringContaining('빠진 인증서의 주소'),
    ])
    await using sent = await startOpenssl(leaf, issuing.certificate)
    expect(await checkAll({ host: 'web.test', port: sent.port })).toMatchObject({ valid: true, issuerUrl: null })
  })
})

/** Returns a fatal alert. */
const alert = (number: number) => Buffer.from([21, 3, 3, 0, 2, 2, number])

describe('no handshake', () => {
  const NOTHING = {
    valid: false,
    problems: [],
    trusted: false,
    hostnameMatch: false,
    certificate: null,
    chain: [],
    chainIssue: null,
  }

  labTest('HTTP on the port, garbage, a hang-up, a server without a certificate', NEEDS, async () => {
    for (const [answer, reason, code] of [
      [alert(80), 'handshake-refused', 'await-certificate'],
      [alert(112), 'name-refused', 'serve-this-name'],
      ['HTTP/1.1 400 Bad Request\r\n\r\n', 'http-on-port', 'not-tls-but-http'],
      ['220 mail.test ESMTP\r\n', 'not-tls', 'not-tls'],
      ['', 'connection-closed', 'check-tls-service'],
    ] as const) {
      await using fault = await startFault((socket) => socket.once('data', () => socket.end(answer)))
      const found = await checkAll({ host: 'web.test', port: fault.port })
      expect(found).toMatchObject({ outcome: 'no-tls', reason, failedLayer: 'tls', codes: [code], ...NOTHING })
    }
  })

  labTest('no program listens; no answer comes', NEEDS, async () => {
    const gone = await startFault(() => {})
    await gone[Symbol.asyncDispose]()
    expect(await checkAll({ host: 'web.test', port: gone.port })).toMatchObject({
      outcome: 'connect-failed',
      reason: 'connection-refused',
      failedLayer: 'tcp',
      codes: ['start-server'],
      ...NOTHING,
    })
    await using mute = await startFault(() => {})
    const found = await check({ host: 'web.test', port: mute.port })
    expect(found).toMatchObject({ outcome: 'timeout', reason: 'no-answer', failedLayer: 'tls', ...NOTHING })
    expect(found.nextActions.map(({ code }: { code: string }) => code)).toEqual(['check-tls-service'])
    expect(found.elapsedMs).toBeLessThan(9500)
  })
})

test('refusals', async () => {
  await using server = await startServer()
  for (const [body, status, code] of [
    [{ host: 'localhost' }, 403, 'target-not-public'],
    [{ host: 'https://a@example.com/' }, 422, 'invalid-target'],
    [{ host: '1.1.1.1', port: 25 }, 403, 'port-not-allowed'],
    [{ host: '1.1.1.1', servername: 'x' }, 422, 'invalid-request'],
  ] as const) {
    const answer = await postTool(server.url, 'ssl-check', body)
    expect([body, answer.status, (await bodyOf(answer)).code]).toEqual([body, status, code])
  }
})
