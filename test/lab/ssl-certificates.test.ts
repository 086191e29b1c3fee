// Chains of certificates as servers present them, good and bad, against `openssl s_server`; the verdict is compared with openssl verify.
// The names and dates of certificates are those of test/src/net/tls/trust.test.ts.
import { afterAll, expect } from 'bun:test'
import { judgeCertificates } from '../../src/diagnostics/tls/index.ts'
import { labTest } from '../support/lab.ts'
import { AUTHORITY, type Issue, type Issued, Pki } from '../support/tls/pki.ts'
import { inspectHere, startOpenssl } from '../support/tls/server.ts'

const NEEDS = { programs: ['openssl'] }
const WEB = 'web.test'
const SAN = [`DNS:${WEB}`]
const SERVER = ['basicConstraints=CA:FALSE', 'extendedKeyUsage=serverAuth']
const WEAK_KEY = { algorithm: 'RSA', options: ['-pkeyopt', 'rsa_keygen_bits:1024'] } as const

const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())

async function makeAuthorities() {
  const ca = (name: string, issue: Issue) => pki.issue(name, { extensions: AUTHORITY, to: 3000, ...issue })
  const root = await ca('root', { subject: '/C=KR/O=Lab/CN=Lab Root' })
  const other = await ca('other', { subject: '/CN=Other Root' })
  const upper = await ca('upper', { by: root })
  const elsewhere = 'nameConstraints=critical,permitted;DNS:elsewhere.test,excluded;IP:127.0.0.0/255.0.0.0'
  // The root of one, signed with the key of the other.
  const crossed = { by: other, keyOf: root, subject: '/C=KR/O=Lab/CN=Lab Root' }
  const none = await ca('none', { by: root, extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=keyCertSign'] })
  return {
    root,
    other,
    upper,
    none,
    below: await ca('below', { by: none }),
    unknown: await ca('unknown', { subject: '/CN=Nobody Root' }),
    issuing: await ca('issuing', { by: root }),
    lower: await ca('lower', { by: upper }),
    crossed: await ca('crossed', crossed),
    crossedLate: await ca('crossed-late', { ...crossed, to: -0.5 }),
    late: await ca('late', { by: root, to: -0.5 }),
    early: await ca('early', { by: root, from: 2 }),
    client: await ca('client', { by: root, extensions: [...AUTHORITY, 'extendedKeyUsage=clientAuth'] }),
    plain: await pki.issue('plain', { by: root, extensions: ['basicConstraints=CA:FALSE'] }),
    sha1: await ca('sha1', { by: root, digest: 'sha1' }),
    mine: await ca('mine', { by: root, extensions: [...AUTHORITY, 'nameConstraints=critical,permitted;DNS:test'] }),
    theirs: await ca('theirs', { by: root, extensions: [...AUTHORITY, elsewhere] }),
    imposter: await ca('imposter', { subject: '/C=KR/O=Lab/CN=Lab Root' }),
  }
}
type Authorities = Awaited<ReturnType<typeof makeAuthorities>>
let authorities: Promise<Authorities> | undefined

/** A certificate for web.test, by the issuing authority and with its certificate behind it unless it says otherwise. */
interface Case extends Issue {
  /** The certificates that are sent after it. */
  readonly chain?: readonly Issued[]
  /** The root that is trusted. */
  readonly root?: Issued
  readonly chainIssue?: string
  /** The subjects of the certificates that are to blame. */
  readonly blames?: readonly string[]
  readonly key?: { readonly type: string; readonly bits: number }
}

/** Whether it is valid; then its problems in their order. */
type Finding = readonly [valid: boolean, ...problems: string[]]

const untrusted = { chainIssue: 'untrusted-root' }
const misordered = { chainIssue: 'misordered' }
const incomplete = { chainIssue: 'incomplete' }

const CASES: Record<string, [Finding, (ca: Authorities) => Case]> = {
  ecdsa: [[true], () => ({ key: { type: 'ec', bits: 256 } })],
  'p-521': [[true], () => ({ options: ['-pkeyopt', 'ec_paramgen_curve:P-521'], key: { type: 'ec', bits: 521 } })],
  rsa: [[true], () => ({ algorithm: 'RSA', key: { type: 'rsa', bits: 2048 } })],
  ed25519: [[true], () => ({ algorithm: 'ED25519', key: { type: 'ed25519', bits: 256 } })],
  'straight from the root': [[true], ({ root }) => ({ by: root, chain: [] })],
  'two intermediates and the root itself': [[true], ({ lower, upper, root }) => ({ by: lower, chain: [lower, upper, root] })],
  'the same certificate sent twice': [[true], ({ issuing }) => ({ chain: [issuing, issuing] })],
  'one that does not belong there': [[true], ({ issuing, other }) => ({ chain: [issuing, other] })],
  '300 names': [[true], () => ({ san: [...Array.from({ length: 299 }, (_, index) => `DNS:n${index}.web.test`), ...SAN] })],
  'a constraint that permits the name': [[true], ({ mine }) => ({ by: mine, chain: [mine] })],
  'six days, fresh': [[true], () => ({ from: -1, to: 5 })],
  'six days, nearly over': [[true, 'expires-soon'], () => ({ from: -5.7, to: 0.3 })],
  'an intermediate that has expired': [[false, 'expired'], ({ late }) => ({ by: late, chain: [late], blames: ['CN=late'] })],
  'an intermediate that is not valid yet': [[false, 'not-yet-valid'], ({ early }) => ({ by: early, chain: [early] })],
  'an unknown root, sent along': [[false, 'untrusted-root'], ({ unknown }) => ({ by: unknown, chain: [unknown], ...untrusted })],
  'an unknown root, not sent': [[false, 'untrusted-root'], ({ unknown }) => ({ by: unknown, chain: [], ...untrusted })],
  'a root with the name of a trusted one': [
    [false, 'untrusted-root'],
    ({ imposter }) => ({ by: imposter, chain: [imposter], ...untrusted }),
  ],
  'no intermediate': [[false, 'incomplete-chain'], () => ({ chain: [], ...incomplete })],
  'one intermediate of two': [[false, 'incomplete-chain'], ({ lower }) => ({ by: lower, chain: [lower], ...incomplete })],
  'in the wrong order': [[true], ({ lower, upper }) => ({ by: lower, chain: [upper, lower], ...misordered })],
  'the root before the intermediate': [[true], ({ issuing, root }) => ({ chain: [root, issuing], ...misordered })],
  'cross-signed, the new root trusted': [[true], ({ issuing, crossed }) => ({ chain: [issuing, crossed] })],
  'cross-signed, the old root trusted': [[true], ({ issuing, crossed, other }) => ({ chain: [issuing, crossed], root: other })],
  'cross-signed, one way expired': [
    [true],
    ({ issuing, crossedLate, crossed, other }) => ({ chain: [issuing, crossedLate, crossed], root: other }),
  ],
  'an issuer that is no authority': [[false, 'invalid-issuer'], ({ plain }) => ({ by: plain, chain: [plain] })],
  'an issuer for other names': [[false, 'invalid-issuer'], ({ theirs }) => ({ by: theirs, chain: [theirs] })],
  'a chain too long for its authority': [[false, 'invalid-issuer'], ({ below, none }) => ({ by: below, chain: [below, none] })],
  'an intermediate for clients': [[false, 'wrong-purpose'], ({ client }) => ({ by: client, chain: [client] })],
  'rsa of 1024 bits': [[true, 'weak-key'], () => WEAK_KEY],
  'sha-1 on an intermediate': [[true, 'weak-signature'], ({ sha1 }) => ({ by: sha1, chain: [sha1], blames: ['CN=sha1'] })],
  'everything at once': [
    [false, 'expired', 'hostname-mismatch', 'untrusted-root', 'weak-key', 'weak-signature'],
    ({ unknown }) => ({ by: unknown, chain: [unknown], ...untrusted, ...WEAK_KEY, san: [], digest: 'sha1', from: -90, to: -1 }),
  ],
}

for (const [name, [[valid, ...problems], caseOf]] of Object.entries(CASES))
  labTest(name, NEEDS, async () => {
    authorities ??= makeAuthorities()
    const ca = await authorities
    const { chain = [ca.issuing], root = ca.root, chainIssue = 'none', blames, key, ...issue } = caseOf(ca)
    const leaf = await pki.issue(name.replace(/\W+/g, '-'), { extensions: SERVER, san: SAN, by: ca.issuing, ...issue })
    await using server = await startOpenssl(leaf, chain.length > 0 ? await pki.bundle(...chain) : null, [
      '-cipher',
      'ALL:@SECLEVEL=0',
    ])
    const inspection = await inspectHere(server.port, WEB)
    expect(inspection).toMatchObject({ outcome: 'handshake', reason: null, failedLayer: null, protocol: 'TLSv1.3' })
    const roots = [await Bun.file(root.certificate).text()]
    const verdict = judgeCertificates({ ...inspection, roots }, { host: WEB, isAddress: false }, new Date())
    const found: object = { valid: verdict?.valid, problems: verdict?.problems, chainIssue: verdict?.trust.issue }
    expect(found).toEqual({ valid, problems, chainIssue })
    const sent = await Promise.all([leaf, ...chain].map(({ certificate }) => Bun.file(certificate).text()))
    expect(inspection.received.map(({ x509 }) => x509.toString().trim())).toEqual(sent.map((text) => text.trim()))
    expect(await pki.verifies(leaf, chain, root, WEB)).toBe(valid)
    const blamed = [...(verdict?.trust.defects.map(({ certificate }) => certificate) ?? []), ...(verdict?.weakSignatures ?? [])]
    if (blames) expect<unknown>(blamed.map(({ subject }) => subject.text)).toEqual(blames)
    if (key) expect(verdict?.leaf.key).toEqual(key)
  })

for (const extensions of [
  [],
  ['basicConstraints=CA:FALSE', 'keyUsage=digitalSignature'],
  ['basicConstraints=critical,CA:FALSE', 'keyUsage=digitalSignature,keyEncipherment', 'extendedKeyUsage=serverAuth'],
])
  labTest(`self-signed, with ${extensions.join(' ') || 'no extensions'}`, NEEDS, async () => {
    const leaf = await pki.issue(`home-${extensions.length}`, { san: SAN, extensions })
    await using server = await startOpenssl(leaf, null)
    const inspection = await inspectHere(server.port, WEB)
    const judged = (roots: string[]) => judgeCertificates({ ...inspection, roots }, { host: WEB, isAddress: false }, new Date())
    expect(judged([])).toMatchObject({ valid: false, problems: ['self-signed'], trust: { issue: 'self-signed' } })
    // A root that is trusted itself is accepted.
    expect(judged([await Bun.file(leaf.certificate).text()])).toMatchObject({ valid: true, problems: [] })
    expect(await pki.verifies(leaf, [], leaf, WEB)).toBe(true)
  })
