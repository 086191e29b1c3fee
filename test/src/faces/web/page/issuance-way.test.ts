// The places at which problems are drawn.
import { describe, expect, test } from 'bun:test'
import type { Issuance, IssuanceProblem, MethodFinding } from '../../../../../src/faces/web/page/issuance.ts'
import { issuanceIn } from '../../../../../src/faces/web/page/issuance.ts'
import { isBlockedAt, trunkOf, WAYS, wayOf } from '../../../../../src/faces/web/page/issuance-way.ts'
import { METHODS, type Method, type MethodVerdict, PROBLEM_CODES } from '../../../../../src/issuance/fields.ts'

const problem = (code: string, severity: 'error' | 'warning' = 'error'): IssuanceProblem => ({
  ...{ code, severity, address: '', text: `${code} in words` },
})

type Finding = readonly [method: Method, verdict: MethodVerdict, ...problems: IssuanceProblem[]]

function issuanceOf(...findings: readonly Finding[]): Issuance {
  const methods = findings.map(([method, verdict, ...problems]) => ({ method, verdict, problems }))
  const issuance = issuanceIn({ domain: 'a.test', methods })
  if (!issuance) throw new Error('not read')
  return issuance
}

/** Returns the marks of the places that all methods share, then of those of each method, as "place mark code". */
function drawn(...findings: readonly Finding[]): string[][] {
  const issuance = issuanceOf(...findings)
  const trunk = trunkOf(issuance)
  return [trunk, ...issuance.methods.map((finding: MethodFinding) => wayOf(finding, trunk))].map((stops) =>
    stops.map(({ place, mark, problems }) => [place, mark, ...problems.map(({ code }) => code)].join(' ')),
  )
}

test('every method has its places in the order of an authority', () => {
  expect(Object.keys(WAYS)).toEqual([...METHODS])
  expect(drawn(['http-01', 'would-work'], ['tls-alpn-01', 'would-work'], ['dns-01', 'would-work'])).toEqual([
    ['name ok', 'caa ok'],
    ['address ok', 'http-port ok', 'http-answer ok'],
    ['address ok', 'tls-port ok', 'tls-answer ok'],
    ['servers ok', 'record ok'],
  ])
})

test('every problem of every method is drawn once, also one of a newer server', () => {
  for (const method of METHODS) {
    for (const code of [...PROBLEM_CODES, 'of-a-newer-server']) {
      const others = METHODS.filter((one) => one !== method)
      for (const asked of [[method], [method, ...others]]) {
        const findings = asked.map((one): Finding => (one === method ? [one, 'would-fail', problem(code)] : [one, 'would-work']))
        expect([
          method,
          code,
          drawn(...findings)
            .flat()
            .filter((line) => line.endsWith(` ${code}`)).length,
        ]).toEqual([method, code, 1])
      }
    }
  }
})

describe('a problem stands at its place', () => {
  test('and nothing is said of what is behind it', () => {
    expect(drawn(['http-01', 'would-fail', problem('address-silent')])).toEqual([
      ['name ok', 'caa ok'],
      ['address ok', 'http-port problem address-silent', 'http-answer unseen'],
    ])
    expect(drawn(['dns-01', 'would-fail', problem('lame-name-server')])[1]).toEqual([
      'servers problem lame-name-server',
      'record unseen',
    ])
    expect(drawn(['http-01', 'cannot-tell', problem('address-not-checked', 'warning')])[1]).toEqual([
      'address warning address-not-checked',
      'http-port unseen',
      'http-answer unseen',
    ])
  })

  test('and what is in front of it is good, or has its own', () => {
    const [, way] = drawn(['http-01', 'would-fail', problem('address-silent', 'warning'), problem('challenge-page-caught')])
    expect(way).toEqual(['address ok', 'http-port warning address-silent', 'http-answer problem challenge-page-caught'])
  })

  test('a warning that leaves a method working has good places after it', () => {
    const [, way] = drawn(['http-01', 'would-work', problem('family-broken', 'warning')])
    expect(way).toEqual(['address ok', 'http-port warning family-broken', 'http-answer ok'])
  })

  test('a reverse proxy stands at the address for a file, and at the handshake for TLS', () => {
    const [, http, tls] = drawn(
      ['http-01', 'would-work', problem('proxied', 'warning')],
      ['tls-alpn-01', 'would-fail', problem('proxied')],
    )
    expect([http?.[0], tls?.[2]]).toEqual(['address warning proxied', 'tls-answer problem proxied'])
  })
})

describe('the places that all methods share', () => {
  test('have what stands in the way of all of them, said once', () => {
    const lines = drawn(...METHODS.map((method): Finding => [method, 'would-fail', problem('name-not-public')]))
    expect(lines[0]).toEqual(['name problem name-not-public', 'caa unseen'])
    expect(
      lines
        .slice(1)
        .flat()
        .map((line) => line.split(' ')[1]),
    ).toEqual(Array(8).fill('unseen'))
  })

  test('do not say that there are no CAA records where they were perhaps not read', () => {
    expect(drawn(['dns-01', 'cannot-tell', problem('dns-failed', 'warning')])).toEqual([
      ['name warning dns-failed', 'caa unseen'],
      ['servers unseen', 'record unseen'],
    ])
  })

  test('do not have what stands in the way of some', () => {
    const lines = drawn(
      ['http-01', 'would-fail', problem('no-records')],
      ['tls-alpn-01', 'would-fail', problem('no-records')],
      ['dns-01', 'would-work'],
    )
    expect(lines.map(([first]) => first)).toEqual([
      'name ok',
      'address problem no-records',
      'address problem no-records',
      'servers ok',
    ])
  })

  test('have the CAA records; a method that they forbid alone is good on its way, and blocked there', () => {
    const findings: Finding[] = [
      ['http-01', 'would-fail', problem('caa-method')],
      ['dns-01', 'would-work', problem('caa-account', 'warning')],
    ]
    expect(drawn(...findings)).toEqual([
      ['name ok', 'caa problem caa-method caa-account'],
      ['address ok', 'http-port ok', 'http-answer ok'],
      ['servers ok', 'record ok'],
    ])
    const issuance = issuanceOf(...findings)
    const blocked = issuance.methods.map((finding) => trunkOf(issuance).filter((stop) => isBlockedAt(stop, finding)).length)
    expect(blocked).toEqual([1, 0])
  })
})

test('a method that is never tried for a wildcard has no way', () => {
  const lines = drawn(['http-01', 'would-fail', problem('wildcard-needs-dns')], ['dns-01', 'would-work'])
  expect(lines.slice(1)).toEqual([['name problem wildcard-needs-dns'], ['servers ok', 'record ok']])
})
