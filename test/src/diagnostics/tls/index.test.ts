// Certificates as they are drawn: each problem at the certificate that has it.
import { describe, expect, test } from 'bun:test'
import { TLS_PROBLEMS } from '../../../../src/diagnostics/tls/index.ts'
import { tlsText } from '../../../../src/diagnostics/told.text.ts'
import type { ToolAnswers } from '../../../support/page/answers.ts'
import { blocksFor, toldBy } from '../../../support/told.ts'

type Answer = Partial<ToolAnswers['ssl-check']>

const chainOf = (
  names: readonly (readonly [subject: string, issuer: string])[],
  problems: ToolAnswers['ssl-check']['problems'],
) => {
  const fields: Answer = {
    host: 'a.test',
    port: 443,
    outcome: 'handshake',
    certificate: null,
    problems,
    chain: names.map(([subject, issuer]) => ({
      subject: `C=KR, CN=${subject}`,
      issuer: `C=KR, CN=${issuer}`,
      validTo: '2027-01-01T00:00:00.000Z',
      fingerprintSha256: subject,
    })),
  }
  const links = blocksFor('ssl-check', fields).flatMap((block) => (block.kind === 'chain' ? block.links : []))
  return links.map(({ name, badges = [], mark }) => [name, ...badges, ...(mark ? [mark] : [])].join(', '))
}

describe('a chain', () => {
  test('shows a certificate that is missing at its place, and marks one that does not belong there', () => {
    const names = [['a.test', 'Issuing'] as const, ['Other', 'Root'] as const]
    expect(chainOf(names, ['expired', 'incomplete-chain'])).toEqual([
      'a.test, Expired, bad',
      'Issuing, Missing: the server does not send it, bad',
      'Other, Does not belong to this chain',
    ])
  })

  test('shows an untrusted root at its last certificate, a weak key at its first', () => {
    const names = [['a.test', 'Issuing'] as const, ['Issuing', 'Root'] as const]
    expect(chainOf(names, ['untrusted-root', 'weak-key'])).toEqual([
      'a.test, Weak key, bad',
      'Issuing, Its root is not trusted, bad',
    ])
  })
})

test('every problem has words', () => expect(TLS_PROBLEMS.filter((code) => !(`problem.${code}` in tlsText.en))).toEqual([]))

test('a server without a handshake says why, and nothing of any version', () => {
  const versions = (supported: boolean | null) => ['TLSv1', 'TLSv1.3'].map((name) => ({ name, supported }))
  const shown = (fields: Answer) =>
    toldBy('ssl-check', { host: 'a.test', port: 443, certificate: null, chain: [], address: null, ...fields })
  const refused = { outcome: 'connect-failed', reason: 'connection-refused', supportedProtocols: versions(null) } as const
  expect(shown(refused)).toEqual(['Reason:  No connection could be made (connection-refused)', 'Server:  a.test:443'])
  expect(shown({ outcome: 'handshake', protocol: 'TLSv1.3', supportedProtocols: versions(true) })).toContain(
    'TLSv1.3:  yes (used here)',
  )
})

test('the life of a certificate is a bar, as long as it is over', () => {
  const nobody = { commonName: null, organization: null, country: null }
  const certificate = {
    subject: nobody,
    issuer: nobody,
    san: ['a.test', 'b.test'],
    omitted: 1,
    validFrom: '2026-01-01T00:00:00Z',
    validTo: '2026-04-01T00:00:00Z',
    daysRemaining: 45,
    lifetimeUsedPercent: 50,
    serialNumber: '01',
    fingerprintSha256: 'AB',
    keyType: 'ec',
    keyBits: 256,
    signatureAlgorithm: 'ecdsa-with-SHA256',
  }
  const told = toldBy('ssl-check', { host: 'a.test', port: 443, address: null, outcome: 'handshake', certificate, chain: [] })
  expect(told.slice(0, 8)).toEqual([
    'Server:         a.test:443',
    'For the names:  a.test',
    'For the names:  b.test',
    'For the names:  and 1 more',
    'Key:            EC 256',
    '',
    'Days left  45  ▇▇▇▇▇▇▇▇▇▇',
    '2026-01-01 – 2026-04-01',
  ])
})
