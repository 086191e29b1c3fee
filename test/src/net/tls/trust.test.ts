import { describe, expect, test } from 'bun:test'
import { rootCertificates } from 'node:tls'
import { isFor, readCertificate } from '../../../../src/net/tls/certificate.ts'
import { derTime, oidText, readDer } from '../../../../src/net/tls/der.ts'
import { generalNames, issuerUrlIn, nameConstraints, permits } from '../../../../src/net/tls/general-name.ts'
import { anchorsWith, judgeTrust } from '../../../../src/net/tls/trust.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { certificate, der, dn, EXTENSION, oid, seq } from '../../../support/tls/der.ts'

describe('the bundled roots', () => {
  const roots = rootCertificates.map((pem) => readCertificate(Buffer.from(pem))).filter((root) => root !== null)

  test('can all be read, and are trusted for what they are', () => {
    expect(roots).toHaveLength(rootCertificates.length)
    const anchors = anchorsWith([])
    expect([...anchors.values()].flat()).toHaveLength(roots.length)
    for (const root of roots) {
      const { issue, path } = judgeTrust([root], anchors, new Date())
      expect([root.subject.text, issue, path]).toEqual([root.subject.text, 'none', [root]])
    }
  })

  test('have the names that the runtime reads', () => {
    for (const { x509, subject, issuer } of roots) {
      const legacy = x509.toLegacyObject()
      const last = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value) ?? null
      expect([subject.commonName, subject.organization, subject.country]).toEqual(
        [legacy.subject.CN, legacy.subject.O, legacy.subject.C].map(last),
      )
      expect(issuer.text).toBe(subject.text)
    }
  })

  test('are read once', () => {
    const extra: string[] = []
    expect(anchorsWith(extra)).toBe(anchorsWith([]))
    const more = [rootCertificates[0] ?? '']
    expect(anchorsWith(more)).toBe(anchorsWith(more))
  })
})

test('a certificate that is damaged is read or is not, and never throws', () => {
  const raw = readCertificate(Buffer.from(rootCertificates[0] ?? ''))?.x509.raw ?? Buffer.alloc(0)
  const random = seededRandom(5280)
  const anchors = anchorsWith([])
  let readable = 0
  for (let count = 0; count < 3000; count++) {
    const certificate = readCertificate(mutate(raw, random))
    if (!certificate) continue
    readable++
    judgeTrust([certificate], anchors, new Date())
  }
  expect(readable).toBeGreaterThan(0)
})

describe('DER', () => {
  test('object identifiers', () => {
    expect(oidText(Buffer.from('2a864886f70d01010b', 'hex'))).toBe('1.2.840.113549.1.1.11')
    expect(oidText(Buffer.from('551d11', 'hex'))).toBe('2.5.29.17')
    expect(oidText(Buffer.from('883703', 'hex'))).toBe('2.999.3')
  })

  test('a length that leads beyond its parent', () => {
    for (const hex of ['3005', '30820100', '3084ffffffff', '30', '0201010205'])
      expect(() => readDer(Buffer.from(hex, 'hex'))).toThrow(RangeError)
  })
})

describe('names in certificates', () => {
  const text = (tag: number, value: string) => ({ tag, body: Buffer.from(value, 'latin1') })

  test('hosts, addresses, and others', () => {
    expect(
      generalNames([
        text(0x82, 'a.test'),
        { tag: 0x87, body: Buffer.from([192, 0, 2, 1]) },
        { tag: 0x87, body: Buffer.from('20010db8000000000000000000000001', 'hex') },
        text(0x81, 'me@a.test'),
        text(0x86, 'https://a.test/'),
        text(0x82, 'a.test\0.evil'),
      ]),
    ).toEqual([
      { kind: 'dns', value: 'a.test' },
      { kind: 'ip', value: '192.0.2.1' },
      { kind: 'ip', value: '2001:db8::1' },
      { kind: 'other', value: 'email:me@a.test' },
      { kind: 'other', value: 'URI:https://a.test/' },
      { kind: 'dns', value: 'a.test?.evil' },
    ])
  })

  const WHERE = '1.3.6.1.5.5.7.48.2'
  const OCSP = '1.3.6.1.5.5.7.48.1'
  test.each<[string | null, ...[method: string, location: string][]]>([
    ['http://lab.test/x', [OCSP, 'http://ocsp.lab.test/'], [WHERE, 'http://lab.test/x']],
    ['https://lab.test/two', [WHERE, 'ldap://lab.test/x'], [WHERE, 'https://lab.test/two']],
    [null, [OCSP, 'http://ocsp.lab.test/']],
    [null, [WHERE, 'http://lab.test@other.test/x']],
    [null, [WHERE, 'javascript:alert(1)']],
    ['http://lab.test/a%3E%3Cb%3E', [WHERE, 'http://lab.test/a><b>']],
    [`http://lab.test/${'a'.repeat(284)}`, [WHERE, `http://lab.test/${'a'.repeat(284)}`]],
    [null, [WHERE, `http://lab.test/${'a'.repeat(285)}`]],
  ])('the issuer is at %.40p', (url, ...locations) => {
    const extension = seq(...locations.map(([method, location]) => seq(oid(method), der(0x86, location))))
    expect(issuerUrlIn(extension)).toBe(url)
    expect(issuerUrlIn(Buffer.concat([extension, Buffer.from('3082ff', 'hex')]))).toBeNull()
  })

  test('constraints', () => {
    const domain = (name: string) => seq(der(0x82, name))
    const network = (...bytes: number[]) => seq(der(0x87, Buffer.from(bytes)))
    const permitted = der(0xa0, domain('a.test'), domain('.b.test'))
    const excluded = der(0xa1, domain('x.a.test'), network(10, 0, 0, 0, 255, 0, 0, 0))
    const constraints = nameConstraints(seq(permitted, excluded))
    const dns = (value: string) => permits(constraints, { kind: 'dns', value })
    const ip = (value: string) => permits(constraints, { kind: 'ip', value })
    expect(['a.test', 'w.A.test', 'b.test', 'w.b.test', '*.a.test'].filter(dns)).toHaveLength(5)
    expect(['c.test', 'aa.test', 'x.a.test', 'w.x.a.test', 'test'].filter(dns)).toEqual([])
    expect(['10.0.0.1', '10.255.0.1', '11.0.0.1', '2001:db8::1'].map(ip)).toEqual([false, false, true, true])
  })
})

describe('names', () => {
  const table: [string, string, boolean][] = [
    ['web.test', 'web.test', true],
    ['web.test', 'WEB.Test', true],
    ['WEB.test', 'web.test', true],
    ['web.test.', 'web.test', true],
    ['web.test', 'web.test.', false],
    ['web.test', 'a.web.test', false],
    ['a.web.test', 'web.test', false],
    ['a.web.test', '*.web.test', true],
    ['web.test', '*.web.test', false],
    ['a.b.web.test', '*.web.test', false],
    ['a.web.test', 'a.*.test', false],
    ['www.web.test', 'w*.web.test', false],
    ['www.web.test', '*w.web.test', false],
    ['a.b.web.test', '*.*.web.test', false],
    ['a.b.web.test', '**.web.test', false],
    ['web.test', '*.test', false],
    ['test', '*', false],
    ['xn--rc6b.web.test', '*.web.test', true],
    ['xn--rc6b.test', 'xn--rc6b.test', true],
    ['xn--rc6b.test', '집.test', false],
    ['_dmarc.web.test', '_dmarc.web.test', true],
    ['web.test', 'web.test\u0000.evil.test', false],
    ['web.test', '', false],
  ]
  const isNamed = (host: string, isAddress: boolean, ...extensions: Buffer[]) => {
    const read = readCertificate(certificate({ subject: dn({ CN: host }), extensions }))
    return read && isFor(read, host, isAddress)
  }
  test.each(table)('%s by %s: %p', (host, name, expected) =>
    expect(isNamed(host, false, EXTENSION.san(Buffer.from(name).toString('latin1')))).toBe(expected),
  )

  test('any of many; the common name is none', () => {
    expect(isNamed('b.test', false, EXTENSION.san('a.test', 'b.test', 'c.test'))).toBe(true)
    expect(isNamed('b.test', false)).toBe(false)
  })

  test('addresses are compared as addresses', () => {
    const named = (...bytes: number[]) => EXTENSION.names(der(0x87, Buffer.from(bytes)))
    expect(isNamed('192.0.2.1', true, named(192, 0, 2, 1))).toBe(true)
    expect(isNamed('192.0.2.1', true, named(192, 0, 2, 2))).toBe(false)
    expect(isNamed('2001:db8::1', true, named(0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1))).toBe(true)
    expect(isNamed('192.0.2.1', true, named(...Array(10).fill(0), 255, 255, 192, 0, 2, 1))).toBe(false)
    expect(isNamed('192.0.2.1', true, EXTENSION.san('192.0.2.1'))).toBe(false)
  })
})

const UTC = 23
const GENERALIZED = 24

test.each([
  // RFC 5280, section 4.1.2.5, and its bounds.
  [UTC, '260131235959Z', '2026-01-31T23:59:59.000Z'],
  [UTC, '491231235959Z', '2049-12-31T23:59:59.000Z'],
  [UTC, '500101000000Z', '1950-01-01T00:00:00.000Z'],
  [GENERALIZED, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
  [GENERALIZED, '99991231235959Z', '9999-12-31T23:59:59.000Z'],
  [GENERALIZED, '20240229000000Z', '2024-02-29T00:00:00.000Z'],
  // Spellings that only X.680 allows: no seconds, offsets, fractions.
  [UTC, '4001010000Z', '2040-01-01T00:00:00.000Z'],
  [UTC, '400101000000+0900', '2039-12-31T15:00:00.000Z'],
  [UTC, '4001010000-0530', '2040-01-01T05:30:00.000Z'],
  [GENERALIZED, '2040010112', '2040-01-01T12:00:00.000Z'],
  [GENERALIZED, '204001011230', '2040-01-01T12:30:00.000Z'],
  [GENERALIZED, '20400101123045.789Z', '2040-01-01T12:30:45.000Z'],
  [GENERALIZED, '20400101123045,5+09', '2040-01-01T03:30:45.000Z'],
  // Years that JavaScript would take for others, and those that four digits cannot write.
  [GENERALIZED, '00300101000000Z', '0030-01-01T00:00:00.000Z'],
  [GENERALIZED, '00010101000000Z', '0001-01-01T00:00:00.000Z'],
  [GENERALIZED, '00991231235959Z', '0099-12-31T23:59:59.000Z'],
  [GENERALIZED, '00000101000000+0001', '-000001-12-31T23:59:00.000Z'],
  [GENERALIZED, '99991231235959-0001', '+010000-01-01T00:00:59.000Z'],
] as const)('%i %s is %s', (tag, text, moment) => expect(derTime({ tag, body: Buffer.from(text) })?.toISOString()).toBe(moment))

test.each([
  [UTC, ''],
  [UTC, 'garbage'],
  [UTC, '261301000000Z'],
  [UTC, '260001000000Z'],
  [UTC, '260100000000Z'],
  [UTC, '250229000000Z'],
  [UTC, '260101240000Z'],
  [UTC, '260101006000Z'],
  [UTC, '260101000060Z'],
  [UTC, '260101000000'],
  [UTC, '260101000000+2400'],
  [UTC, '260101000000+0960'],
  [UTC, '260101000000Z '],
  [UTC, '260101000000Z\n'],
  [UTC, '20260101000000Z'],
  [GENERALIZED, '260101000000Z'],
  [GENERALIZED, '20260230000000Z'],
  [GENERALIZED, '100000101000000Z'],
  [GENERALIZED, `20260101000000.${'1'.repeat(100_000)}Z`],
  [22, '260101000000Z'],
] as const)('%i %.40s names no moment', (tag, text) => expect(derTime({ tag, body: Buffer.from(text) })).toBeNull())
