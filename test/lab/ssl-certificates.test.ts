// Certificates as servers present them, good and bad, against `openssl s_server`; the verdict is compared with openssl verify.
import { afterAll, describe, expect } from 'bun:test'
import { judgeCertificates, type Verdict } from '../../src/diagnostics/tls/index.ts'
import type { TlsInspection } from '../../src/net/tls/index.ts'
import { labTest } from '../support/lab.ts'
import { AUTHORITY, type Issue, type Issued, Pki } from '../support/tls/pki.ts'
import { inspectHere, startOpenssl } from '../support/tls/server.ts'

/** Whether it is valid; then its problems in their order. */
type Finding = readonly [valid: boolean, ...problems: string[]]
const GOOD: Finding = [true]

interface Case {
  /** The issuer; null for a certificate that is signed by itself. By default that of the other tests. */
  by?: Issued | null
  /** For web.test, unless it says otherwise. */
  leaf?: Issue
  /** The certificates that are sent after it; by default that of its issuer. */
  chain?: readonly Issued[]
  host?: string
  /** The root that is trusted. */
  root?: Issued
  chainIssue?: string
  /** The verdict of openssl verify, where ours differs on purpose. */
  openssl?: boolean
  and?(verdict: Verdict, inspection: TlsInspection): void
}

const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())

const NEEDS = { programs: ['openssl'] }
const WEB = 'web.test'
const SAN = ['DNS:web.test']
const SERVER = ['basicConstraints=CA:FALSE', 'extendedKeyUsage=serverAuth']

async function authorities() {
  const ca = (name: string, issue: Issue) => pki.issue(name, { extensions: AUTHORITY, to: 3000, ...issue })
  const root = await ca('root', { subject: '/C=KR/O=Lab/CN=Lab Root' })
  const other = await ca('other', { subject: '/CN=Other Root' })
  const upper = await ca('upper', { by: root })
  const unknown = await ca('unknown', { subject: '/CN=Nobody Root' })
  return {
    root,
    other,
    upper,
    unknown,
    issuing: await ca('issuing', { by: root }),
    lower: await ca('lower', { by: upper }),
    // The root of one, signed with the key of the other.
    crossed: await ca('crossed', { by: other, keyOf: root, subject: '/C=KR/O=Lab/CN=Lab Root' }),
    crossedLate: await ca('crossed-late', { by: other, keyOf: root, subject: '/C=KR/O=Lab/CN=Lab Root', to: -0.5 }),
    late: await ca('late', { by: root, to: -0.5 }),
    early: await ca('early', { by: root, from: 2 }),
    client: await ca('client', { by: root, extensions: [...AUTHORITY, 'extendedKeyUsage=clientAuth'] }),
    none: await ca('none', { by: root, extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=keyCertSign'] }),
    plain: await pki.issue('plain', { by: root, extensions: ['basicConstraints=CA:FALSE'] }),
    sha1: await ca('sha1', { by: root, digest: 'sha1' }),
    mine: await ca('mine', { by: root, extensions: [...AUTHORITY, 'nameConstraints=critical,permitted;DNS:test'] }),
    theirs: await ca('theirs', {
      by: root,
      extensions: [...AUTHORITY, 'nameConstraints=critical,permitted;DNS:elsewhere.test,excluded;IP:127.0.0.0/255.0.0.0'],
    }),
    imposter: await ca('imposter', { subject: '/C=KR/O=Lab/CN=Lab Root' }),
  }
}
type Authorities = Awaited<ReturnType<typeof authorities>>
let made: Promise<Authorities> | null = null

function certificateTest(name: string, [valid, ...problems]: Finding, caseOf: (ca: Authorities) => Case) {
  labTest(name, NEEDS, async () => {
    made ??= authorities()
    const ca = await made
    const { by = ca.issuing, host = WEB, root = ca.root, chainIssue = 'none', openssl, and, ...given } = caseOf(ca)
    const issuer = by === null ? {} : { by }
    const leaf = await pki.issue(name.replace(/\W+/g, '-'), { extensions: SERVER, san: SAN, ...issuer, ...given.leaf })
    const chain = given.chain ?? (by ? [by] : [])
    const sent = chain.length > 0 ? await pki.bundle(...chain) : null
    await using server = await startOpenssl(leaf, sent, ['-cipher', 'ALL:@SECLEVEL=0'])
    const inspection = await inspectHere(server.port, host)
    const isAddress = /^[\d.]+$/.test(host)
    const verdict = judgeCertificates(
      { ...inspection, roots: [await Bun.file(root.certificate).text()] },
      { host, isAddress },
      new Date(),
    )
    expect(inspection).toMatchObject({ outcome: 'handshake', reason: null, failedLayer: null, protocol: 'TLSv1.3' })
    const found: object = { valid: verdict?.valid, problems: verdict?.problems, chainIssue: verdict?.trust.issue }
    expect(found).toEqual({ valid, problems, chainIssue })
    const files = await Promise.all([leaf, ...chain].map(({ certificate }) => Bun.file(certificate).text()))
    expect(inspection.received.map(({ x509 }) => x509.toString().trim())).toEqual(files.map((text) => text.trim()))
    expect(await pki.verifies(leaf, chain, root, host)).toBe(openssl ?? valid)
    if (verdict) and?.(verdict, inspection)
  })
}

describe('good ones', () => {
  const keys: [name: string, issue: Issue, type: string, bits: number][] = [
    ['ecdsa', {}, 'ec', 256],
    ['p-521', { options: ['-pkeyopt', 'ec_paramgen_curve:P-521'] }, 'ec', 521],
    ['rsa', { algorithm: 'RSA' }, 'rsa', 2048],
    ['ed25519', { algorithm: 'ED25519' }, 'ed25519', 256],
  ]
  for (const [name, leaf, type, bits] of keys)
    certificateTest(name, GOOD, () => ({ leaf, and: (verdict) => expect(verdict.leaf.key).toEqual({ type, bits }) }))
  certificateTest('straight from the root', GOOD, ({ root }) => ({ by: root, chain: [] }))
  certificateTest('two intermediates and the root itself', GOOD, ({ lower, upper, root }) => ({
    by: lower,
    chain: [lower, upper, root],
  }))
  certificateTest('the same certificate sent twice', GOOD, ({ issuing }) => ({ chain: [issuing, issuing] }))
  certificateTest('one that does not belong there', GOOD, ({ issuing, other }) => ({ chain: [issuing, other] }))
  certificateTest('300 names', GOOD, () => ({
    leaf: { san: [...Array.from({ length: 299 }, (_, index) => `DNS:n${index}.web.test`), ...SAN] },
    and: ({ leaf }) => expect(leaf.san).toHaveLength(300),
  }))
  certificateTest('six days, fresh', GOOD, () => ({ leaf: { from: -1, to: 5 } }))
  certificateTest('a constraint that permits the name', GOOD, ({ mine }) => ({ by: mine }))
})

describe('names', () => {
  const MISMATCH: Finding = [false, 'hostname-mismatch']
  const names: [name: string, finding: Finding, san: string, host?: string, more?: Case][] = [
    ['another host', MISMATCH, 'DNS:other.test'],
    ['wildcard', GOOD, 'DNS:*.web.test', 'a.web.test'],
    ['wildcard, a level too deep', MISMATCH, 'DNS:*.web.test', 'a.b.web.test'],
    ['wildcard, the domain itself', MISMATCH, 'DNS:*.web.test'],
    // RFC 9525 has abolished these.
    ['part of a label as wildcard', MISMATCH, 'DNS:w*.web.test', 'www.web.test', { openssl: true }],
    ['capitals', GOOD, 'DNS:WEB.Test'],
    ['a name in another script', GOOD, 'DNS:xn--rc6b.test', 'xn--rc6b.test'],
    ['an address', GOOD, 'IP:127.0.0.1', '127.0.0.1'],
    ['another address', MISMATCH, 'IP:127.0.0.2', '127.0.0.1'],
    ['an address among the names of hosts', MISMATCH, 'DNS:127.0.0.1', '127.0.0.1'],
  ]
  for (const [name, finding, san, host = WEB, more = {}] of names)
    certificateTest(name, finding, () => ({ leaf: { san: [san] }, host, ...more }))
  certificateTest('a common name alone', MISMATCH, () => ({ leaf: { subject: '/CN=web.test', san: [] }, openssl: true }))
})

describe('dates', () => {
  certificateTest('expired', [false, 'expired'], () => ({
    leaf: { from: -90, to: -1 },
    and: ({ daysRemaining, lifetimeUsedPercent }) => expect([daysRemaining, lifetimeUsedPercent]).toEqual([-2, 100]),
  }))
  certificateTest('not yet valid', [false, 'not-yet-valid'], () => ({ leaf: { from: 1, to: 90 } }))
  certificateTest('expires soon', [true, 'expires-soon'], () => ({ leaf: { from: -88, to: 2 } }))
  certificateTest('six days, nearly over', [true, 'expires-soon'], () => ({ leaf: { from: -5.7, to: 0.3 } }))
  certificateTest('an intermediate that has expired', [false, 'expired'], ({ late }) => ({
    by: late,
    and: ({ dates, trust }) => {
      expect(dates).toBeNull()
      expect(trust.defects.map(({ why, certificate }) => [why, certificate.subject.text])).toEqual([['expired', 'CN=late']])
    },
  }))
  certificateTest('an intermediate that is not valid yet', [false, 'not-yet-valid'], ({ early }) => ({ by: early }))
})

describe('trust', () => {
  certificateTest('self-signed', [false, 'self-signed'], () => ({ by: null, chainIssue: 'self-signed' }))
  for (const extensions of [
    ['basicConstraints=CA:FALSE', 'keyUsage=digitalSignature'],
    ['basicConstraints=critical,CA:FALSE', 'keyUsage=digitalSignature,keyEncipherment', 'extendedKeyUsage=serverAuth'],
    ['keyUsage=digitalSignature'],
  ])
    labTest(`self-signed, with ${extensions.join(' ')}`, NEEDS, async () => {
      const leaf = await pki.issue(`home-${extensions.length}`, { san: SAN, extensions })
      await using server = await startOpenssl(leaf, null)
      const inspection = await inspectHere(server.port, WEB)
      const itself = await Bun.file(leaf.certificate).text()
      const judge = (roots: string[]) => judgeCertificates({ ...inspection, roots }, { host: WEB, isAddress: false }, new Date())
      const { stderr } = Bun.spawnSync(['openssl', 'verify', '-no-CApath', '-no-CAstore', '-no-CAfile', leaf.certificate])
      expect(stderr.toString()).toContain('error 18 at 0 depth lookup: self-signed certificate')
      expect(judge([])).toMatchObject({ valid: false, problems: ['self-signed'], trust: { issue: 'self-signed' } })
      // A root that is trusted itself is accepted.
      expect(judge([itself])).toMatchObject({ valid: true, problems: [] })
      expect(await pki.verifies(leaf, [], leaf, WEB)).toBe(true)
    })
  const UNTRUSTED: Finding = [false, 'untrusted-root']
  const untrusted = { chainIssue: 'untrusted-root' }
  certificateTest('an unknown root, sent along', UNTRUSTED, ({ unknown }) => ({ by: unknown, ...untrusted }))
  certificateTest('an unknown root, not sent', UNTRUSTED, ({ unknown }) => ({ by: unknown, chain: [], ...untrusted }))
  certificateTest('a root with the name of a trusted one', UNTRUSTED, ({ imposter }) => ({ by: imposter, ...untrusted }))
  certificateTest('no intermediate', [false, 'incomplete-chain'], () => ({ chain: [], chainIssue: 'incomplete' }))
  certificateTest('one intermediate of two', [false, 'incomplete-chain'], ({ lower }) => ({
    by: lower,
    chainIssue: 'incomplete',
    and: ({ trust }) => expect(trust.path.at(-1)?.issuer.text).toBe('CN=upper'),
  }))
  const misordered = { chainIssue: 'misordered' }
  certificateTest('in the wrong order', GOOD, ({ lower, upper }) => ({ by: lower, chain: [upper, lower], ...misordered }))
  certificateTest('the root before the intermediate', GOOD, ({ issuing, root }) => ({ chain: [root, issuing], ...misordered }))
  certificateTest('cross-signed, the new root trusted', GOOD, ({ issuing, crossed }) => ({ chain: [issuing, crossed] }))
  certificateTest('cross-signed, the old root trusted', GOOD, ({ issuing, crossed, other }) => ({
    chain: [issuing, crossed],
    root: other,
  }))
  certificateTest('cross-signed, one way expired', GOOD, ({ issuing, crossedLate, crossed, other }) => ({
    chain: [issuing, crossedLate, crossed],
    root: other,
  }))
  certificateTest('an issuer with no authority', [false, 'invalid-issuer'], ({ plain }) => ({ by: plain }))
  certificateTest('an issuer with constraints for other names', [false, 'invalid-issuer'], ({ theirs }) => ({ by: theirs }))
  certificateTest('a purpose that is no server', [false, 'wrong-purpose'], () => ({
    leaf: { extensions: ['extendedKeyUsage=clientAuth'] },
  }))
  certificateTest('an intermediate for clients', [false, 'wrong-purpose'], ({ client }) => ({ by: client }))
  labTest('a chain that is too long for its authority', NEEDS, async () => {
    made ??= authorities()
    const { none, root } = await made
    const below = await pki.issue('below', { by: none, extensions: AUTHORITY })
    const leaf = await pki.issue('too-long', { by: below, san: SAN, extensions: SERVER })
    await using server = await startOpenssl(leaf, await pki.bundle(below, none))
    const inspection = await inspectHere(server.port, WEB)
    const roots = [await Bun.file(root.certificate).text()]
    const verdict = judgeCertificates({ ...inspection, roots }, { host: WEB, isAddress: false }, new Date())
    expect(verdict).toMatchObject({ valid: false, problems: ['invalid-issuer'] })
    expect(await pki.verifies(leaf, [below, none], root, WEB)).toBe(false)
  })
})

describe('strength', () => {
  const SHORT: Issue = { algorithm: 'RSA', options: ['-pkeyopt', 'rsa_keygen_bits:1024'] }
  certificateTest('rsa of 1024 bits', [true, 'weak-key'], () => ({ leaf: SHORT }))
  certificateTest('sha-1', [true, 'weak-signature'], () => ({ leaf: { digest: 'sha1' } }))
  certificateTest('sha-1 on an intermediate', [true, 'weak-signature'], ({ sha1 }) => ({
    by: sha1,
    and: ({ weakSignatures }) => expect(weakSignatures.map(({ subject }) => subject.text)).toEqual(['CN=sha1']),
  }))
  const everything: Finding = [false, 'expired', 'hostname-mismatch', 'untrusted-root', 'weak-key', 'weak-signature']
  certificateTest('everything at once', everything, ({ unknown }) => ({
    by: unknown,
    leaf: { ...SHORT, san: [], digest: 'sha1', from: -90, to: -1 },
    chainIssue: 'untrusted-root',
  }))
})
