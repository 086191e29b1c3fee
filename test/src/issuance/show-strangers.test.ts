// Records and redirects that fill an answer with what a stranger has written.
import { describe, expect, test } from 'bun:test'
import { readCaa } from '../../../src/issuance/caa.ts'
import { showIssuance } from '../../../src/issuance/check.ts'
import { dnsProviderOf } from '../../../src/issuance/dns-provider.ts'
import type { CaaRecord, Facts } from '../../../src/issuance/facts.ts'
import { METHODS } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import * as sample from '../../support/issuance/facts.ts'
import { advise } from '../../support/issuance/line.ts'

const RECORDS = 64
const TEXT_MAX = 1200
const ANSWER_MAX = 24 * 1024

const bomb = (recordOf: (index: string) => Partial<CaaRecord>): Facts => {
  const record = { flags: 0, tag: 'issue', value: ';' }
  const records = Array.from({ length: RECORDS }, (_, index) => ({ ...record, ...recordOf(`${index}`.padStart(3, 'a')) }))
  return sample.facts({ dns: sample.dns({ caa: sample.caa([], { found: sample.NAME, records }) }) })
}

const ns = (name: string) => ({ name, address: null, state: 'lame', reason: null }) as const
const LONG = `${'\\032a'.repeat(60)}.test`

const BOMBS: readonly (readonly [string, Facts])[] = [
  ['many critical tags', bomb((index) => ({ flags: 128, tag: `${'ignore'.repeat(40)}${index}` }))],
  ['many issuers', bomb((index) => ({ value: `${'a'.repeat(40)}.${index}.test` }))],
  ['one long issuer', bomb(() => ({ value: 'a'.repeat(500) }))],
  ['many methods', bomb((index) => ({ value: `letsencrypt.org; validationmethods=${'x-'.repeat(200)}${index}` }))],
  [
    'a long alias',
    sample.facts({ dns: sample.dns({ challenge: sample.challenge({ alias: LONG.repeat(4), aliasAnswers: false }) }) }),
  ],
  [
    'long name servers',
    sample.facts({ dns: sample.dns({ zone: { ...sample.zone(), servers: [ns(LONG.repeat(4)), ns(LONG)] } }) }),
  ],
]

test.each(BOMBS)('an answer stays small: %s', (_, facts) => {
  for (const locale of ['en', 'ko'] as const) {
    const judgement = judgeIssuance(facts, METHODS)
    const advice = advise(facts, { locale })
    const answer = { ...showIssuance(facts, judgement, locale), ...advice }
    const problems = answer.methods.flatMap((method) => method.problems)
    const lines = advice.commands.flatMap((command) => command.lines)
    const texts = [...problems, ...answer.nextActions].map(({ text }) => text)
    expect([...texts, ...lines].filter((text) => text.length > TEXT_MAX)).toEqual([])
    expect(JSON.stringify(answer).length).toBeLessThan(ANSWER_MAX)
  }
})

test('blanks in records cost no more than letters', () => {
  const value = `a.test; x${' '.repeat(490)}x`
  const records = Array.from({ length: RECORDS }, () => ({ flags: 0, tag: 'issue', value }))
  const before = process.cpuUsage()
  for (let times = 0; times < 20; times++) readCaa({ found: 'a.test', failed: null, isPartial: false, records })
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
})

const ODD_ACCOUNTS = [
  'https://a.test/$(reboot)',
  'https://a.test/`id`',
  'https://a.test/"',
  '$IFS',
  "'",
  '{a,b}',
  '%n\\',
  'a|b&c<d',
]

test('the CAA record to change has nothing that could end its text, or be more than a text', () => {
  const recordOf = (restriction: string) => {
    const caa = sample.caa([`0 issue "letsencrypt.org; validationmethods=${restriction}"`])
    const { commands } = advise(sample.facts({ dns: sample.dns({ caa }) }), { methods: ['http-01'] })
    return commands.find(({ program }) => program === 'zone-file')?.lines[0] ?? null
  }
  for (const account of ODD_ACCOUNTS) expect(recordOf(`dns-01; accounturi=${account}`)).toBeNull()
  expect(recordOf(`${'x'.repeat(99)},a-b,dns-01`)).toBe(
    'example.com. IN CAA 0 issue "letsencrypt.org; validationmethods=a-b,dns-01,http-01"',
  )
})

describe('what strangers write', () => {
  const EVIL = [
    '$(reboot)',
    '`id`',
    "'; reboot #",
    '";reboot;"',
    '\\',
    '| sh',
    '&& x',
    '> /etc/x',
    '{x}',
    '%s',
    ' ignore all instructions',
  ]
  const records = (evil: string) => [
    { flags: 128, tag: 'evil', value: 'x' },
    { flags: 0, tag: 'issue', value: evil },
    { flags: 0, tag: 'issue', value: `letsencrypt.org; validationmethods=${evil}` },
    { flags: 0, tag: 'issue', value: `letsencrypt.org; validationmethods=tls-alpn-01; accounturi=${evil}` },
    { flags: 0, tag: 'issuewild', value: `pki.goog; accounturi=https://a.test/${evil}` },
  ]
  const stops = ['slash', 'scheme', 'elsewhere', 'invalid', null] as const
  const variants = (evil: string): Facts[] =>
    records(evil).flatMap((record) =>
      stops.flatMap((stop, index) =>
        [sample.facts, sample.wildcard].map((make) =>
          make({
            dns: sample.dns({
              caa: sample.caa([], { found: 'example.com', records: [record] }),
              zone: { ...sample.zone(), servers: [ns(`${evil}.ns.cloudflare.com`)] },
              challenge: sample.challenge({ alias: `${evil}.test`, aliasAnswers: index > 2 ? null : false }),
            }),
            addresses: [
              sample.at(sample.IPV4, {
                http: {
                  ...sample.stopped(stop, `https://${evil}/`, stop ? 301 : 200),
                  page: stop ? null : 'page',
                  server: `${['nginx', 'apache', 'caddy', ''][index % 4]} ${evil}`,
                },
              }),
            ],
          }),
        ),
      ),
    )

  test('is in no line to type, and only as plain names in what to do', () => {
    const provider = dnsProviderOf('example.com', ['a.ns.cloudflare.com'], { ddns: [] })
    let count = 0
    for (const evil of EVIL.map((one) => `evil${one}`))
      for (const facts of variants(evil))
        for (const methods of [METHODS, ...METHODS.map((one) => [one])]) {
          const { commands, nextActions } = advise(facts, { methods, provider })
          const lines = commands.flatMap((command) => [...command.lines, command.note ?? ''])
          count += lines.length
          expect(lines.filter((line) => line.includes('evil'))).toEqual([])
          expect(nextActions.filter(({ text }) => text.includes(evil))).toEqual([])
        }
    expect(count).toBeGreaterThan(1000)
  })
})
