// Certificates as servers present them, good and bad, against `openssl s_server`; the verdict is compared with openssl verify.
import { afterAll, describe, expect } from 'bun:test'
import { judgeCertificates, type Verdict } from '../../src/diagnostics/tls/index.ts'
import type { TlsInspection } from '../../src/net/tls/index.ts'
import { labTest } from '../support/lab.ts'
import { AUTHORITY, type Issue, type Issued, Pki } from '../support/tls/pki.ts'
import { inspectHere, startOpenssl } from '../support/tls/server.ts'

/** Whether it is valid; then its problems in their order. */
type Finding = readonly [valid: boolean, ...problems: string[]]

interface Case {
  /** For web.test, unless it says otherwise. */
  leaf?: Issue
  /** The certificates that are sent after it. */
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
    const { leaf: issue, chain = [ca.issuing], host = WEB, root = ca.root, chainIssue = 'none', openssl, and } = caseOf(ca)
    const leaf = await pki.issue(name.replace(/\W+/g, '-'), { extensions: SERVER, san: SAN, ...issue })
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
  certificateTest('ecdsa', [true], ({ issuing }) => ({
    leaf: { by: issuing },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'ec', bits: 256 }),
  }))
  certificateTest('p-521', [true], ({ issuing }) => ({
    leaf: { by: issuing, options: ['-pkeyopt', 'ec_paramgen_curve:P-521'] },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'ec', bits: 521 }),
  }))
  certificateTest('rsa', [true], ({ issuing }) => ({
    leaf: { by: issuing, algorithm: 'RSA' },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'rsa', bits: 2048 }),
  }))
  certificateTest('ed25519', [true], ({ issuing }) => ({
    leaf: { by: issuing, algorithm: 'ED25519' },
    and: ({ leaf }) => expect(leaf.key).toEqual({ type: 'ed25519', bits: 256 }),
  }))
  certificateTest('straight from the root', [true], ({ root }) => ({ leaf: { by: root }, chain: [] }))
  certificateTest('two intermediates and the root itself', [true], ({ lower, upper, root }) => ({
    leaf: { by: lower },
    chain: [lower, upper, root],
  }))
  certificateTest('the same certificate sent twice', [true], ({ issuing }) => ({
    leaf: { by: issuing },
    chain: [issuing, issuing],
  }))
  certificateTest('one that does not belong there', [true], ({ issuing, other }) => ({
    leaf: { by: issuing },
    chain: [issuing, other],
  }))
  certificateTest('300 names', [true], ({ issuing }) => ({
    leaf: { by: issuing, san: [...Array.from({ length: 299 }, (_, index) => `DNS:n${index}.web.test`), ...SAN] },
    and: ({ leaf }) => expect(leaf.san).toHaveLength(300),
  }))
  certificateTest('six days, fresh', [true], ({ issuing }) => ({ leaf: { by: issuing, from: -1, to: 5 } }))
  certificateTest('a constraint that permits the name', [true], ({ mine }) => ({ leaf: { by: mine }, chain: [mine] }))
})

describe('names', () => {
  certificateTest('another host', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:other.test'] },
  }))
  certificateTest('wildcard', [true], ({ issuing }) => ({ leaf: { by: issuing, san: ['DNS:*.web.test'] }, host: 'a.web.test' }))
  certificateTest('wildcard, a level too deep', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:*.web.test'] },
    host: 'a.b.web.test',
  }))
  certificateTest('wildcard, the domain itself', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:*.web.test'] },
  }))
  certificateTest('part of a label as wildcard', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:w*.web.test'] },
    host: 'www.web.test',
    // RFC 9525 has abolished these.
    openssl: true,
  }))
  certificateTest('capitals', [true], ({ issuing }) => ({ leaf: { by: issuing, san: ['DNS:WEB.Test'] } }))
  certificateTest('a name in another script', [true], ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:xn--rc6b.test'] },
    host: 'xn--rc6b.test',
  }))
  certificateTest('an address', [true], ({ issuing }) => ({ leaf: { by: issuing, san: ['IP:127.0.0.1'] }, host: '127.0.0.1' }))
  certificateTest('another address', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, san: ['IP:127.0.0.2'] },
    host: '127.0.0.1',
  }))
  certificateTest('an address among the names of hosts', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, san: ['DNS:127.0.0.1'] },
    host: '127.0.0.1',
  }))
  certificateTest('a common name alone', [false, 'hostname-mismatch'], ({ issuing }) => ({
    leaf: { by: issuing, subject: '/CN=web.test', san: [] },
    openssl: true,
  }))
})

describe('dates', () => {
  certificateTest('expired', [false, 'expired'], ({ issuing }) => ({
    leaf: { by: issuing, from: -90, to: -1 },
    and: ({ daysRemaining, lifetimeUsedPercent }) => expect([daysRemaining, lifetimeUsedPercent]).toEqual([-2, 100]),
  }))
  certificateTest('not yet valid', [false, 'not-yet-valid'], ({ issuing }) => ({ leaf: { by: issuing, from: 1, to: 90 } }))
  certificateTest('expires soon', [true, 'expires-soon'], ({ issuing }) => ({ leaf: { by: issuing, from: -88, to: 2 } }))
  certificateTest('six days, nearly over', [true, 'expires-soon'], ({ issuing }) => ({
    leaf: { by: issuing, from: -5.7, to: 0.3 },
  }))
  certificateTest('an intermediate that has expired', [false, 'expired'], ({ late }) => ({
    leaf: { by: late },
    chain: [late],
    and: ({ dates, trust }) => {
      expect(dates).toBeNull()
      expect(trust.defects.map(({ why, certificate }) => [why, certificate.subject.text])).toEqual([['expired', 'CN=late']])
    },
  }))
  certificateTest('an intermediate that is not valid yet', [false, 'not-yet-valid'], ({ early }) => ({
    leaf: { by: early },
    chain: [early],
  }))
})

describe('trust', () => {
  certificateTest('self-signed', [false, 'self-signed'], () => ({ chain: [], chainIssue: 'self-signed' }))
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
  certificateTest('an unknown root, sent along', [false, 'untrusted-root'], ({ unknown }) => ({
    leaf: { by: unknown },
    chain: [unknown],
    chainIssue: 'untrusted-root',
  }))
  certificateTest('an unknown root, not sent', [false, 'untrusted-root'], ({ unknown }) => ({
    leaf: { by: unknown },
    chain: [],
    chainIssue: 'untrusted-root',
  }))
  certificateTest('a root with the name of a trusted one', [false, 'untrusted-root'], ({ imposter }) => ({
    leaf: { by: imposter },
    chain: [imposter],
    chainIssue: 'untrusted-root',
  }))
  certificateTest('no intermediate', [false, 'incomplete-chain'], ({ issuing }) => ({
    leaf: { by: issuing },
    chain: [],
    chainIssue: 'incomplete',
  }))
  certificateTest('one intermediate of two', [false, 'incomplete-chain'], ({ lower }) => ({
    leaf: { by: lower },
    chain: [lower],
    chainIssue: 'incomplete',
    and: ({ trust }) => expect(trust.path.at(-1)?.issuer.text).toBe('CN=upper'),
  }))
  certificateTest('in the wrong order', [true], ({ lower, upper }) => ({
    leaf: { by: lower },
    chain: [upper, lower],
    chainIssue: 'misordered',
  }))
  certificateTest('the root before the intermediate', [true], ({ issuing, root }) => ({
    leaf: { by: issuing },
    chain: [root, issuing],
    chainIssue: 'misordered',
  }))
  certificateTest('cross-signed, the new root trusted', [true], ({ issuing, crossed }) => ({
    leaf: { by: issuing },
    chain: [issuing, crossed],
  }))
  certificateTest('cross-signed, the old root trusted', [true], ({ issuing, crossed, other }) => ({
    leaf: { by: issuing },
    chain: [issuing, crossed],
    root: other,
  }))
  certificateTest('cross-signed, one way expired', [true], ({ issuing, crossedLate, crossed, other }) => ({
    leaf: { by: issuing },
    chain: [issuing, crossedLate, crossed],
    root: other,
  }))
  for (const [what, name] of [
    ['no authority', 'plain'],
    ['constraints for other names', 'theirs'],
  ] as const)
    certificateTest(`an issuer with ${what}`, [false, 'invalid-issuer'], (ca) => ({ leaf: { by: ca[name] }, chain: [ca[name]] }))
  certificateTest('a purpose that is no server', [false, 'wrong-purpose'], ({ issuing }) => ({
    leaf: { by: issuing, extensions: ['extendedKeyUsage=clientAuth'] },
  }))
  certificateTest('an intermediate for clients', [false, 'wrong-purpose'], ({ client }) => ({
    leaf: { by: client },
    chain: [client],
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
  certificateTest('rsa of 1024 bits', [true, 'weak-key'], ({ issuing }) => ({
    leaf: { by: issuing, algorithm: 'RSA', options: ['-pkeyopt', 'rsa_keygen_bits:1024'] },
  }))
  certificateTest('sha-1', [true, 'weak-signature'], ({ issuing }) => ({ leaf: { by: issuing, digest: 'sha1' } }))
  certificateTest('sha-1 on an intermediate', [true, 'weak-signature'], ({ sha1 }) => ({
    leaf: { by: sha1 },
    chain: [sha1],
    and: ({ weakSignatures }) => expect(weakSignatures.map(({ subject }) => subject.text)).toEqual(['CN=sha1']),
  }))
  certificateTest(
    'everything at once',
    [false, 'expired', 'hostname-mismatch', 'untrusted-root', 'weak-key', 'weak-signature'],
    ({ unknown }) => ({
      leaf: {
        by: unknown,
        san: [],
        digest: 'sha1',
        from: -90,
        to: -1,
        algorithm: 'RSA',
        options: ['-pkeyopt', 'rsa_keygen_bits:1024'],
      },
      chain: [unknown],
      chainIssue: 'untrusted-root',
    }),
  )
})
