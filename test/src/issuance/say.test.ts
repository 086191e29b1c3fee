import { describe, expect, test } from 'bun:test'
import type { Facts } from '../../../src/issuance/facts.ts'
import { METHODS, PROBLEM_CODES } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import type { Problem } from '../../../src/issuance/judging/sight.ts'
import { problemsText } from '../../../src/issuance/problems.text.ts'
import { sayProblem } from '../../../src/issuance/say.ts'
import * as sample from '../../support/issuance/facts.ts'
import { whereOf } from '../../support/where/situations.ts'

const { at, facts, noHttp, tls, IPV4, IPV6, NAME } = sample
const LOCALES = ['en', 'ko'] as const

const problem = (code: Problem['code'], slots: Problem['slots'] = {}, more: Partial<Problem> = {}): Problem => ({
  code,
  severity: 'error',
  address: null,
  slots,
  ...more,
})

const said = (one: Problem, given: Facts = facts(), method: (typeof METHODS)[number] = 'http-01') =>
  LOCALES.map((locale) => sayProblem({ problem: one, method, facts: given, locale }))

/** Every particular that any sentence names, each with a value of its own. */
const ALL_SLOTS = {
  name: NAME,
  type: 'AAAA',
  status: 'servfail',
  port: 8080,
  url: 'http://a.example/',
  other: '203.0.113.9',
  location: 'https://b.example:8080/',
  host: 'b.example',
  network: 'Cloudflare',
  found: 'example.com',
  count: 3,
  issuers: 'ca.example',
  tags: 'tbs',
  issuer: 'letsencrypt.org',
  methods: 'dns-01',
  target: 'c.example',
  server: 'ns1.example',
}

test('the file that was asked for is left out: nobody has it', () => {
  const url = `http://${NAME}/.well-known/acme-challenge/doorstep-${'0a'.repeat(16)}`
  for (const text of said(problem('redirect-port', { ...ALL_SLOTS, url }))) {
    expect(text).toContain(`http://${NAME}/.well-known/acme-challenge/… `.trim())
    expect(text).not.toContain('doorstep-0a')
  }
})

describe('every sentence', () => {
  test.each(Object.keys(problemsText.en))('%s is said by its code and kind, with its particulars', (key) => {
    const [name = '', kind] = key.split('.')
    const code = PROBLEM_CODES.find((one) => one === name)
    if (!code) throw new Error(`${name} is not a code`)
    const severity = kind === 'unclear' ? 'unclear' : 'error'
    const address =
      kind === 'of-name' || !/\{address\}/.test(Object.entries(problemsText.en).find(([one]) => one === key)?.[1] ?? '')
        ? null
        : IPV4
    const count = kind === 'many' ? 11 : ALL_SLOTS.count
    const texts = said(problem(code, { ...ALL_SLOTS, count, ...(kind ? { kind } : {}) }, { severity, address }))
    for (const [index, text] of texts.entries()) {
      const sentence: string = Object.entries(problemsText[index === 0 ? 'en' : 'ko']).find(([one]) => one === key)?.[1] ?? ''
      const slots: Record<string, unknown> = { ...ALL_SLOTS, count, address, method: 'HTTP-01' }
      expect(text).toBe(sentence.replaceAll(/\{(\w+)\}/g, (_, slot: string) => String(slots[slot])))
      expect(text).not.toMatch(/undefined|null|\{/)
    }
  })

  test('a kind that is not known says what the code means', () =>
    expect(said(problem('dns-failed', { ...ALL_SLOTS, kind: 'new' }))).toEqual(said(problem('dns-failed', ALL_SLOTS))))

  test('a name is written as people do, a particular without a value as a dash', () => {
    const given = facts({ subject: { ascii: 'xn--hj2bn5b.example', unicode: '박물관.example', wildcard: false, query: null } })
    expect(said(problem('no-records', { name: 'xn--hj2bn5b.example' }), given)[0]).toStartWith('박물관.example has neither')
    expect(
      said(problem('challenge-delegated', { name: '_acme-challenge.xn--hj2bn5b.example', target: 'a.example' }), given)[0],
    ).toStartWith('_acme-challenge.박물관.example is an alias')
    expect(said(problem('caa-method', { found: 'example.com', issuer: 'letsencrypt.org', methods: '' }))[0]).toEndWith('only: -')
  })
})

describe('the requester’s own port', () => {
  const own = (verdict: Parameters<typeof whereOf>[0], version: 4 | 6) =>
    at(version === 4 ? IPV4 : IPV6, {
      isRequester: true,
      http: noHttp('refused', { where: whereOf(verdict, version) }),
      tls: tls({ outcome: 'silent', alert: null, where: whereOf(verdict, version) }),
    })
  const ofOwn = (verdict: Parameters<typeof whereOf>[0], version: 4 | 6 = 4) => {
    const given = facts({ addresses: [own(verdict, version)] })
    return judgeIssuance(given, METHODS).methods.map(({ method, problems }) =>
      problems.map((one) => sayProblem({ problem: one, method, facts: given, locale: 'en' })).join(' '),
    )
  }

  test('says where packets ended, as port-check does, with the port of the method', () => {
    expect(ofOwn('silent-at-address')).toEqual([
      `Packets to TCP port 80 get close to ${IPV4}, but nothing comes back from there.`,
      `Packets to TCP port 443 get close to ${IPV4}, but nothing comes back from there.`,
      '',
    ])
  })

  test('over IPv6 nothing is forwarded', () => {
    for (const verdict of ['silent-device', 'no-device', 'router-reached', 'refused-at-address', 'refused-by-device'] as const)
      expect(ofOwn(verdict, 6).join(' ')).not.toMatch(/forward/)
  })
})
