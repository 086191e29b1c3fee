// Records and redirects that fill an answer with what a stranger has written.
import { describe, expect, test } from 'bun:test'
import { adviseIssuance } from '../../../src/issuance/advice.ts'
import { readCaa } from '../../../src/issuance/caa.ts'
import type { CaaRecord, Facts } from '../../../src/issuance/facts.ts'
import { METHODS } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { showIssuance } from '../../../src/issuance/show.ts'
import * as sample from '../../support/issuance/facts.ts'

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

describe('an answer stays small', () => {
  test.each(BOMBS)('%s', (_, facts) => {
    for (const locale of ['en', 'ko'] as const) {
      const judgement = judgeIssuance(facts, METHODS)
      const advice = adviseIssuance({ facts, judgement, provider: null, line: null, locale })
      const answer = { ...showIssuance(facts, judgement, locale), ...advice }
      const problems = answer.methods.flatMap((method) => method.problems)
      const lines = advice.commands.flatMap((command) => command.lines)
      const texts = [...problems, ...answer.nextActions].map(({ text }) => text)
      expect([...texts, ...lines].filter((text) => text.length > TEXT_MAX)).toEqual([])
      expect(JSON.stringify(answer).length).toBeLessThan(ANSWER_MAX)
    }
  })
})

test('blanks in records cost no more than letters', () => {
  const value = `a.test; x${' '.repeat(490)}x`
  const records = Array.from({ length: RECORDS }, () => ({ flags: 0, tag: 'issue', value }))
  const before = process.cpuUsage()
  for (let times = 0; times < 20; times++) readCaa({ found: 'a.test', failed: null, isPartial: false, records })
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200)
})

describe('the CAA record to change', () => {
  const recordOf = (records: readonly string[], isWildcard = false) => {
    const all = sample.dns({ caa: sample.caa(records) })
    const facts = isWildcard ? sample.wildcard({ dns: all }) : sample.facts({ dns: all })
    const judgement = judgeIssuance(facts, [isWildcard ? 'dns-01' : 'http-01'])
    const { commands } = adviseIssuance({ facts, judgement, provider: null, line: null, locale: 'en' })
    return commands.find(({ program }) => program === 'zone-file')?.lines[0] ?? null
  }
  const URI = 'https://acme-v02.api.letsencrypt.org/acme/acct/1'

  test('keeps the account that may order', () => {
    expect(recordOf([`0 issue "letsencrypt.org; validationmethods=dns-01; accounturi=${URI}"`])).toBe(
      `example.com. IN CAA 0 issue "letsencrypt.org; validationmethods=dns-01,http-01; accounturi=${URI}"`,
    )
    expect(recordOf(['0 issuewild "letsencrypt.org; validationmethods=http-01"'], true)).toBe(
      'example.com. IN CAA 0 issuewild "letsencrypt.org; validationmethods=http-01,dns-01"',
    )
  })

  test('has nothing that could end its text, or be more than a text', () => {
    for (const odd of [
      'https://a.test/$(reboot)',
      'https://a.test/`id`',
      'https://a.test/"',
      '$IFS',
      "'",
      '{a,b}',
      '%n\\',
      'a|b&c<d',
    ])
      expect(recordOf([`0 issue "letsencrypt.org; validationmethods=dns-01; accounturi=${odd}"`])).toBeNull()
    const methods = ['x'.repeat(99), 'a-b', 'dns-01'].join(',')
    expect(recordOf([`0 issue "letsencrypt.org; validationmethods=${methods}"`])).toBe(
      'example.com. IN CAA 0 issue "letsencrypt.org; validationmethods=a-b,dns-01,http-01"',
    )
  })
})
