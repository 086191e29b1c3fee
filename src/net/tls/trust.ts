import { builtIn } from '../../platform/lazy-modules.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { permitsAll } from './general-name.ts'

/** A defect of a chain that nevertheless leads to a trusted root; the first certificate with the defect. */
interface Defect {
  readonly certificate: Certificate
  readonly why: 'expired' | 'not-yet-valid' | 'invalid-issuer' | 'wrong-purpose'
}

export const CHAIN_ISSUES = ['none', 'incomplete', 'misordered', 'self-signed', 'untrusted-root'] as const

/** The trust in a server's certificate. Its own dates are judged elsewhere. */
export interface Trust {
  readonly trusted: boolean
  readonly issue: (typeof CHAIN_ISSUES)[number]
  readonly defects: readonly Defect[]
  /** From the server's own certificate to the root, or as far as it leads. */
  readonly path: readonly Certificate[]
}

export type Anchors = ReadonlyMap<string, readonly Certificate[]>

const PATH_MAX = 10
/** A chain can be made to have countless paths: the limit for checking its signatures, as weighed by `weightOf`. */
const SIGNATURES_WEIGHT_MAX = 12
const SERVER_PURPOSES = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0']

let bundled: Anchors | null = null
const extended = new WeakMap<readonly string[], Anchors>()

/** Returns the bundled roots and these. They are read once, on first use. */
export function anchorsWith(roots: readonly string[]): Anchors {
  bundled ??= byName(builtIn.tls().rootCertificates)
  if (roots.length === 0) return bundled
  const known = extended.get(roots)
  if (known) return known
  const anchors = byName(rootsWith(roots) ?? [])
  extended.set(roots, anchors)
  return anchors
}

/** Returns the bundled roots and these, as PEM, for connections by other means; null if the bundled ones are all. */
export function rootsWith(roots: readonly string[]): readonly string[] | null {
  return roots.length === 0 ? null : [...builtIn.tls().rootCertificates, ...roots]
}

function byName(pems: readonly string[]): Anchors {
  const certificates = pems.map((pem) => readCertificate(Buffer.from(pem))).filter((certificate) => certificate !== null)
  return Map.groupBy(certificates, ({ subject }) => subject.text.toLowerCase())
}

export function judgeTrust(received: readonly [Certificate, ...Certificate[]], anchors: Anchors, now: Date): Trust {
  const search = new Search(received, anchors, now)
  const found = search.run()
  if (!found) return { trusted: false, defects: [], ...search.deadEnd() }
  const { path, defects } = found
  return { trusted: defects.length === 0, issue: isInOrder(path, received) ? 'none' : 'misordered', defects, path }
}

/** Returns whether each certificate certifies the one before it (RFC 5246, section 7.4.2); others may be in between. */
function isInOrder(path: readonly Certificate[], received: readonly Certificate[]): boolean {
  const places = path
    .map((one) => received.findIndex(({ fingerprint }) => fingerprint === one.fingerprint))
    .filter((at) => at >= 0)
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
}

interface TrustPath {
  readonly path: readonly Certificate[]
  readonly defects: readonly Defect[]
}

class Search {
  private readonly checked = new Map<string, boolean>()
  private weight = 0
  private flawed: TrustPath | null = null

  constructor(
    private readonly received: readonly [Certificate, ...Certificate[]],
    private readonly anchors: Anchors,
    private readonly now: Date,
  ) {}

  run(): TrustPath | null {
    return this.extend([this.received[0]]) ?? this.flawed
  }

  /** Tries every path up, trusted roots first; cross-signed roots have more than one. */
  private extend(path: readonly [Certificate, ...Certificate[]]): TrustPath | null {
    const top = path[path.length - 1] ?? path[0]
    if (this.named(top.subject.text).some(({ fingerprint }) => fingerprint === top.fingerprint)) return this.complete(path)
    if (path.length >= PATH_MAX) return null
    for (const issuer of this.named(top.issuer.text)) {
      const found = this.hasIssued(issuer, top) ? this.complete([...path, issuer]) : null
      if (found) return found
    }
    for (const issuer of this.received) {
      const isNew = path.every(({ fingerprint }) => fingerprint !== issuer.fingerprint)
      const found = isNew && this.hasIssued(issuer, top) ? this.extend([...path, issuer]) : null
      if (found) return found
    }
    return null
  }

  private complete(path: readonly Certificate[]): TrustPath | null {
    const found = { path, defects: defectsOf(path, this.now) }
    if (found.defects.length === 0) return found
    this.flawed ??= found
    return null
  }

  /** Returns the path of the certificates that were sent, and what is missing at its end. */
  deadEnd(): Pick<Trust, 'path' | 'issue'> {
    const path: [Certificate, ...Certificate[]] = [this.received[0]]
    for (;;) {
      const top = path[path.length - 1] ?? path[0]
      // The key of a certificate that has signed itself need not be meant for signing certificates.
      if (top.isSelfIssued && this.hasSigned(top, top))
        return { path, issue: path.length === 1 ? 'self-signed' : 'untrusted-root' }
      const issuer = this.received.find((one) => !path.includes(one) && this.hasIssued(one, top))
      if (!issuer) return { path, issue: this.endsBelowRoot(top) ? 'untrusted-root' : 'incomplete' }
      path.push(issuer)
    }
  }

  /**
   * Returns whether the path ends below a root, which servers do not send. Only its name can tell whether the missing certificate is one: a
   * trusted root has that name, or it says so itself.
   */
  private endsBelowRoot({ issuer }: Certificate): boolean {
    return this.named(issuer.text).length > 0 || /\broot\b/i.test(issuer.commonName ?? issuer.text)
  }

  private named(name: string): readonly Certificate[] {
    return this.anchors.get(name.toLowerCase()) ?? []
  }

  private hasIssued(issuer: Certificate, certificate: Certificate): boolean {
    return certificate.x509.checkIssued(issuer.x509) && this.hasSigned(issuer, certificate)
  }

  private hasSigned(issuer: Certificate, certificate: Certificate): boolean {
    const pair = `${issuer.fingerprint} ${certificate.fingerprint}`
    const known = this.checked.get(pair)
    if (known !== undefined || this.weight >= SIGNATURES_WEIGHT_MAX) return known ?? false
    this.weight += weightOf(issuer)
    const holds = isSignedBy(certificate, issuer)
    this.checked.set(pair, holds)
    return holds
  }
}

/** Returns the cost of checking a signature: that of the largest keys takes milliseconds, one of the usual keys a tenth of one. */
function weightOf({ key: { type, bits } }: Certificate): number {
  if (type.startsWith('rsa')) return (bits ?? 0) > 4096 ? 3 : 1
  return type === 'ec' && (bits ?? 0) > 384 ? 2 : 1
}

/** Returns whether a certificate has signed itself, whatever its key is meant for. */
export function isSelfSigned(certificate: Certificate): boolean {
  return certificate.isSelfIssued && isSignedBy(certificate, certificate)
}

function isSignedBy({ x509 }: Certificate, issuer: Certificate): boolean {
  try {
    return x509.verify(issuer.x509.publicKey)
  } catch {
    return false
  }
}

/** Returns the defects of a path by RFC 5280, section 6.1, without the dates of the first certificate and without policies. */
function defectsOf(path: readonly Certificate[], now: Date): Defect[] {
  const names = path[0]?.san ?? []
  return path.flatMap((certificate, index): Defect[] => {
    const { validFrom, validTo, isCa, pathLength, constraints, purposes } = certificate
    const isAuthority = index > 0
    const isAnchor = isAuthority && index === path.length - 1
    const whys: [boolean, Defect['why']][] = [
      [isAuthority && now > validTo, 'expired'],
      [isAuthority && now < validFrom, 'not-yet-valid'],
      [isAuthority && !isAnchor && !isCa, 'invalid-issuer'],
      [isAuthority && pathLength !== null && intermediatesBelow(path, index) > pathLength, 'invalid-issuer'],
      [isAuthority && constraints !== null && !permitsAll(constraints, names), 'invalid-issuer'],
      [!isAnchor && purposes !== null && !purposes.some((purpose) => SERVER_PURPOSES.includes(purpose)), 'wrong-purpose'],
    ]
    return whys.filter(([holds]) => holds).map(([, why]) => ({ certificate, why }))
  })
}

/** Returns the number of intermediates. Certificates that an authority has issued to itself do not count. */
function intermediatesBelow(path: readonly Certificate[], index: number): number {
  return path.slice(1, index).filter(({ isSelfIssued }) => !isSelfIssued).length
}
