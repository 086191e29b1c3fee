import { expect, test } from 'bun:test'
import type { Run } from '../../../../../src/faces/web/page/remembered.ts'
import { inLanguage } from '../../../../../src/faces/web/page/use-run.ts'

const answer = (headline: string) => ({ tool: 'ping', checkedAt: '', elapsedMs: 1, headline })
const RUN: Run = { tool: 'ping', request: {}, locale: 'en', events: [], ending: null }

test('a run whose answer came in both languages is in that of the page, and back again', () => {
  const run: Run = { ...RUN, ending: { kind: 'answered', answer: answer('Yes'), other: answer('예') } }
  const korean = inLanguage(run, 'ko')
  expect([korean.locale, korean.ending]).toEqual(['ko', { kind: 'answered', answer: answer('예'), other: answer('Yes') }])
  expect([inLanguage(korean, 'en'), inLanguage(run, 'en')]).toEqual([run, run])
})

test('any other run stays in its own', () => {
  const problem = { title: '', status: 422, code: 'invalid-request', detail: '' }
  for (const ending of [null, { kind: 'answered', answer: answer('Yes') }, { kind: 'refused', problem }] as const)
    expect(inLanguage({ ...RUN, ending }, 'ko').locale).toBe('en')
})
