// Certificates as servers present them, good and bad, against `openssl s_server`; the verdict is compared with openssl verify.
import { afterAll, describe, expect } from 'bun:test'
import { judgeCertificates, type Verdict } from '../../src/diagnostics/tls/certificates.ts'
import type { TlsInspection } from '../../src/net/tls/index.ts'
import { labTest } from '../support/lab.ts'
import { AUTHORITY, type Issue, type Issued, Pki } from '../support/tls/pki.ts'
import { inspectHere, startOpenssl } from '../support/tls/server.ts'

interface Case {
  leaf: Issue
  /** The certificates that are sent after it. */
  chain?: readonly Issued[]
  host?: string
  /** The root that is trusted. */
  root?: Issued
  /** In the order of the problems; a certificate is valid if none of them says otherwise. */
  problems?: readonly string[]
  chainIssue?: string
  valid: boolean
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

function certificateTest(name: string, caseOf: (ca: Authorities) => Case) {
  labTest(name, NEEDS, async () => {
    made ??= authorities()
    const ca = await made
    const { leaf: issue, chain = [ca.issuing], host = WEB, root = ca.root, openssl, and, ...expected } = caseOf(ca)
    const leaf = await pki.issue(name.replace(/\W+/g, '-'), { extensions: SERVER, ...issue })
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
    expect(found).toEqual({ problems: [], chainIssue: 'none', ...expected })
    const files = await Promise.all([leaf, ...chain].map(({ certificate }) => Bun.file(certificate).text()))
    expect(inspection.received.map(({ x509 }) => x509.toString().trim())).toEqual(files.map((text) => text.trim()))
    expect(await pki.verifies(leaf, chain, root, host)).toBe(openssl ?? expected.valid)
    if (verdict) and?.(verdict, inspection)
  })
}

describe('good ones', () => {
  const good = (by: Issued): Case => ({ leaf: { by, san: SAN }, valid: true })
  certificateTest('ecdsa', ({ issuing }) => ({
    ...good(issuing),
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'ec', bits: 256 }),
  }))
  certificateTest('p-521', ({ issuing }) => ({
    ...good(issuing),
    leaf: { by: issuing, san: SAN, options: ['-pkeyopt', 'ec_paramgen_curve:P-521'] },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'ec', bits: 521 }),
  }))
  certificateTest('rsa', ({ issuing }) => ({
    ...good(issuing),
    leaf: { by: issuing, san: SAN, algorithm: 'RSA' },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'rsa', bits: 2048 }),
  }))
  certificateTest('ed25519', ({ issuing }) => ({
    ...good(issuing),
    leaf: { by: issuing, san: SAN, algorithm: 'ED25519' },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'ed25519', bits: 256 }),
  }))
  certificateTest('straight from the root', ({ root }) => ({ ...good(root), chain: [] }))
  certificateTest('two intermediates and the root itself', ({ lower, upper, root }) => ({
    ...good(lower),
    chain: [lower, upper, root],
  }))
  certificateTest('the same certificate sent twice', ({ issuing }) => ({ ...good(issuing), chain: [issuing, issuing] }))
  certificateTest('one that does not belong there', ({ issuing, other }) => ({ ...good(issuing), chain: [issuing, other] }))
  certificateTest('300 names', ({ issuing }) => ({
    leaf: { by: issuing, san: [...Array.from({ length: 299 }, (_, index) => `DNS:n${index}.web.test`), ...SAN] },
    valid: true,
    and: ({ leaf }) => expect(leaf.san).toHaveLength(300),
  }))
  certificateTest('six days, fresh', ({ issuing }) => ({ leaf: { by: issuing, san: SAN, from: -1, to: 5 }, valid: true }))
  certificateTest('a constraint that permits the name', ({ mine }) => ({ ...good(mine), chain: [mine] }))
})

describe('names', () => {
  certificateTest('another host', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:other.test'] },
    problems: ['hostname-mismatch'],
    valid: false,
  }))
  certificateTest('wildcard', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:*.web.test'] },
    host: 'a.web.test',
    valid: true,
  }))
  certificateTest('wildcard, a level too deep', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:*.web.test'] },
    host: 'a.b.web.test',
    problems: ['hostname-mismatch'],
    valid: false,
  }))
  certificateTest('wildcard, the domain itself', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:*.web.test'] },
    problems: ['hostname-mismatch'],
    valid: false,
  }))
  certificateTest('part of a label as wildcard', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:w*.web.test'] },
    host: 'www.web.test',
    problems: ['hostname-mismatch'],
    valid: false,
    // RFC 9525 has abolished these.
    openssl: true,
  }))
  certificateTest('capitals', ({ issuing }) => ({ leaf: { by: issuing, san: ['DNS:WEB.Test'] }, valid: true }))
  certificateTest('a name in another script', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:xn--rc6b.test'] },
    host: 'xn--rc6b.test',
    valid: true,
  }))
  certificateTest('an address', ({ issuing }) => ({
    leaf: { by: issuing, san: ['IP:127.0.0.1'] },
    host: '127.0.0.1',
    valid: true,
  }))
  certificateTest('another address', ({ issuing }) => ({
    leaf: { by: issuing, san: ['IP:127.0.0.2'] },
    host: '127.0.0.1',
    problems: ['hostname-mismatch'],
    valid: false,
  }))
  certificateTest('an address among the names of hosts', ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:127.0.0.1'] },
    host: '127.0.0.1',
    problems: ['hostname-mismatch'],
    valid: false,
  }))
  certificateTest('a common name alone', ({ issuing }) => ({
    leaf: { by: issuing, subject: '/CN=web.test' },
    problems: ['hostname-mismatch'],
    valid: false,
    openssl: true,
  }))
})

describe('dates', () => {
  certificateTest('expired', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, from: -90, to: -1 },
    problems: ['expired'],
    valid: false,
    and: ({ daysRemaining, lifetimeUsedPercent }) => expect([daysRemaining, lifetimeUsedPercent]).toEqual([-2, 100]),
  }))
  certificateTest('not yet valid', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, from: 1, to: 90 },
    problems: ['not-yet-valid'],
    valid: false,
  }))
  certificateTest('expires soon', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, from: -88, to: 2 },
    problems: ['expires-soon'],
    valid: true,
  }))
  certificateTest('six days, nearly over', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, from: -5.7, to: 0.3 },
    problems: ['expires-soon'],
    valid: true,
  }))
  certificateTest('an intermediate that has expired', ({ late }) => ({
    leaf: { by: late, san: SAN },
    chain: [late],
    problems: ['expired'],
    valid: false,
    and: ({ dates, trust }) => {
      expect(dates).toBeNull()
      expect(trust.defects.map(({ why, certificate }) => [why, certificate.subject.text])).toEqual([['expired', 'CN=late']])
    },
  }))
  certificateTest('an intermediate that is not valid yet', ({ early }) => ({
    leaf: { by: early, san: SAN },
    chain: [early],
    problems: ['not-yet-valid'],
    valid: false,
  }))
})

describe('trust', () => {
  certificateTest('self-signed', () => ({
    leaf: { san: SAN },
    chain: [],
    problems: ['self-signed'],
    chainIssue: 'self-signed',
    valid: false,
  }))
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
  certificateTest('an unknown root, sent along', ({ unknown }) => ({
    leaf: { by: unknown, san: SAN },
    chain: [unknown],
    problems: ['untrusted-root'],
    chainIssue: 'untrusted-root',
    valid: false,
  }))
  certificateTest('an unknown root, not sent', ({ unknown }) => ({
    leaf: { by: unknown, san: SAN },
    chain: [],
    problems: ['untrusted-root'],
    chainIssue: 'untrusted-root',
    valid: false,
  }))
  certificateTest('a root with the name of a trusted one', ({ imposter }) => ({
    leaf: { by: imposter, san: SAN },
    chain: [imposter],
    problems: ['untrusted-root'],
    chainIssue: 'untrusted-root',
    valid: false,
  }))
  certificateTest('no intermediate', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN },
    chain: [],
    problems: ['incomplete-chain'],
    chainIssue: 'incomplete',
    valid: false,
  }))
  certificateTest('one intermediate of two', ({ lower }) => ({
    leaf: { by: lower, san: SAN },
    chain: [lower],
    problems: ['incomplete-chain'],
    chainIssue: 'incomplete',
    valid: false,
    and: ({ trust }) => expect(trust.path.at(-1)?.issuer.text).toBe('CN=upper'),
  }))
  certificateTest('in the wrong order', ({ lower, upper }) => ({
    leaf: { by: lower, san: SAN },
    chain: [upper, lower],
    chainIssue: 'misordered',
    valid: true,
  }))
  certificateTest('the root before the intermediate', ({ issuing, root }) => ({
    leaf: { by: issuing, san: SAN },
    chain: [root, issuing],
    chainIssue: 'misordered',
    valid: true,
  }))
  certificateTest('cross-signed, the new root trusted', ({ issuing, crossed }) => ({
    leaf: { by: issuing, san: SAN },
    chain: [issuing, crossed],
    valid: true,
  }))
  certificateTest('cross-signed, the old root trusted', ({ issuing, crossed, other }) => ({
    leaf: { by: issuing, san: SAN },
    chain: [issuing, crossed],
    root: other,
    valid: true,
  }))
  certificateTest('cross-signed, one way expired', ({ issuing, crossedLate, crossed, other }) => ({
    leaf: { by: issuing, san: SAN },
    chain: [issuing, crossedLate, crossed],
    root: other,
    valid: true,
  }))
  for (const [what, name] of [
    ['no authority', 'plain'],
    ['constraints for other names', 'theirs'],
  ] as const)
    certificateTest(`an issuer with ${what}`, (ca) => ({
      leaf: { by: ca[name], san: SAN },
      chain: [ca[name]],
      problems: ['invalid-issuer'],
      valid: false,
    }))
  certificateTest('a purpose that is no server', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, extensions: ['extendedKeyUsage=clientAuth'] },
    problems: ['wrong-purpose'],
    valid: false,
  }))
  certificateTest('an intermediate for clients', ({ client }) => ({
    leaf: { by: client, san: SAN },
    chain: [client],
    problems: ['wrong-purpose'],
    valid: false,
  }))
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
  certificateTest('rsa of 1024 bits', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, algorithm: 'RSA', options: ['-pkeyopt', 'rsa_keygen_bits:1024'] },
    problems: ['weak-key'],
    valid: true,
  }))
  certificateTest('sha-1', ({ issuing }) => ({
    leaf: { by: issuing, san: SAN, digest: 'sha1' },
    problems: ['weak-signature'],
    valid: true,
  }))
  certificateTest('sha-1 on an intermediate', ({ sha1 }) => ({
    leaf: { by: sha1, san: SAN },
    chain: [sha1],
    problems: ['weak-signature'],
    valid: true,
    and: ({ weakSignatures }) => expect(weakSignatures.map(({ subject }) => subject.text)).toEqual(['CN=sha1']),
  }))
  certificateTest('everything at once', ({ unknown }) => ({
    leaf: { by: unknown, digest: 'sha1', from: -90, to: -1, algorithm: 'RSA', options: ['-pkeyopt', 'rsa_keygen_bits:1024'] },
    chain: [unknown],
    problems: ['expired', 'hostname-mismatch', 'untrusted-root', 'weak-key', 'weak-signature'],
    chainIssue: 'untrusted-root',
    valid: false,
  }))
})
