import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Restored, timeOf } from '../../../../../src/faces/web/page/head.tsx'
import type { Run } from '../../../../../src/faces/web/page/remembered.ts'

const answer = { tool: 'ping', checkedAt: '2026-11-03T04:05:06.000Z', elapsedMs: 1, headline: 'x' }
const RUN: Run = { tool: 'ping', request: {}, locale: 'en', events: [], ending: { kind: 'answered', answer } }

test('a result that was brought back says when it was found; a new one, and a refusal, do not', () => {
  const problem = { title: '', status: 422, code: 'invalid-request', detail: '' }
  const markup = (run: Run) => renderToStaticMarkup(<Restored run={run} />)
  expect(markup({ ...RUN, isRestored: true })).toContain(`This result is from ${timeOf(answer.checkedAt)}. Check again`)
  expect([markup(RUN), markup({ ...RUN, ending: { kind: 'refused', problem }, isRestored: true })]).toEqual(['', ''])
})

test('a time is that of the clock of the reader, in two digits each', () => {
  const at = new Date(2026, 0, 2, 3, 4)
  expect(timeOf(at.toISOString())).toBe('2026-01-02 03:04')
})
