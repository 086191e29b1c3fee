// The places at which problems stand on the way of an authority.
import { describe, expect, test } from 'bun:test'
import {
  METHODS,
  type Method,
  type MethodVerdict,
  PROBLEM_CODES,
  type ProblemCode,
  type ShownProblem,
} from '../../../src/issuance/fields.ts'
import { isBlockedAt, trunkOf, WAYS, wayOf } from '../../../src/issuance/told.ts'

const problem = (code: ProblemCode, severity: 'error' | 'warning' = 'error'): ShownProblem => ({
  code,
  severity,
  address: null,
  text: `${code} in words`,
})

type Finding = readonly [method: Method, verdict: MethodVerdict, ...problems: ShownProblem[]]

function issuanceOf(...findings: readonly Finding[]) {
  const methods = findings.map(([method, verdict, ...problems]) => ({ method, verdict, problems }))
  const caa = { found: null, issuers: [], wildcardIssuers: [], methods: null, accountBound: false, critical: false }
  return { methods, caa }
}

/** Returns the marks of the places that all methods share, then of those of each method, as "place mark code". */
function drawn(...findings: readonly Finding[]): string[][] {
  const issuance = issuanceOf(...findings)
  const trunk = trunkOf(issuance)
  return [trunk, ...issuance.methods.map((finding) => wayOf(finding, trunk))].map((stops) =>
    stops.map(({ place, mark, problems }) => [place, `${mark}`, ...problems.map(({ code }) => code)].join(' ')),
  )
}

test('every method has its places in the order of an authority', () => {
  expect(Object.keys(WAYS)).toEqual([...METHODS])
  expect(drawn(['http-01', 'would-work'], ['tls-alpn-01', 'would-work'], ['dns-01', 'would-work'])).toEqual([
    ['name good', 'caa good'],
    ['address good', 'http-port good', 'http-answer good'],
    ['address good', 'tls-port good', 'tls-answer good'],
    ['servers good', 'record good'],
  ])
})

test('every problem of every method is drawn once', () => {
  for (const method of METHODS)
    for (const code of PROBLEM_CODES) {
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
})

describe('a problem stands at its place', () => {
  test('and nothing is said of what is behind it', () => {
    expect(drawn(['http-01', 'would-fail', problem('address-silent')])).toEqual([
      ['name good', 'caa good'],
      ['address good', 'http-port bad address-silent', 'http-answer null'],
    ])
    expect(drawn(['dns-01', 'would-fail', problem('lame-name-server')])[1]).toEqual([
      'servers bad lame-name-server',
      'record null',
    ])
    expect(drawn(['http-01', 'cannot-tell', problem('address-not-checked', 'warning')])[1]).toEqual([
      'address warning address-not-checked',
      'http-port null',
      'http-answer null',
    ])
  })
})

describe('the places that all methods share', () => {
  test('have the CAA records; a method that they forbid alone is good on its way, and blocked there', () => {
    const findings: Finding[] = [
      ['http-01', 'would-fail', problem('caa-method')],
      ['dns-01', 'would-work', problem('caa-account', 'warning')],
    ]
    expect(drawn(...findings)).toEqual([
      ['name good', 'caa bad caa-method caa-account'],
      ['address good', 'http-port good', 'http-answer good'],
      ['servers good', 'record good'],
    ])
    const issuance = issuanceOf(...findings)
    const blocked = issuance.methods.map((finding) => trunkOf(issuance).filter((stop) => isBlockedAt(stop, finding)).length)
    expect(blocked).toEqual([1, 0])
  })
})
