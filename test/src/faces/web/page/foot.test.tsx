// The ways out of a result, before anything is pressed, and what a sender sees of a link.
import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { readResult, writeResult } from '../../../../../src/contract/result-link.ts'
import type { Locale } from '../../../../../src/contract/text.ts'
import { Foot, Preview } from '../../../../../src/faces/web/page/outcome.tsx'
import { Language } from '../../../../../src/faces/web/page/words.ts'
import { answerOf } from '../../../../support/page/answers.ts'

const CHECK_PROGRAM = { code: 'check-program', label: 'Check the program', text: 'See which.' }
const CHECKED = answerOf('port-check', { ip: '203.0.113.7', port: 25_565, protocol: 'tcp', status: 'open', elapsedMs: 4345 })

describe('the foot of a result', () => {
  test('offers a link, a text and paper, and folds away what programs need', () => {
    const drawnIn = (locale: Locale) =>
      renderToStaticMarkup(
        <Language.Provider value={locale}>
          <Foot answer={CHECKED} request={{ port: 25_565 }} />
        </Language.Provider>,
      )
    for (const words of ['Share', 'Copy', 'Print', 'For scripts', '2026-06-05 04:03 UTC, in 4.3 s'])
      expect(drawnIn('en')).toContain(words)
    for (const words of ['공유', '복사', '인쇄', '스크립트용']) expect(drawnIn('ko')).toContain(words)
    expect(drawnIn('en')).toContain('class="foot screen"')
    // Long answers are written out only when somebody opens them.
    expect(drawnIn('en')).not.toContain('<pre')
  })

  test('shows what a link holds in words, not in codes', () => {
    const result = readResult(
      writeResult({ ...CHECKED, good: false, situation: 'other-answers', nextActions: [CHECK_PROGRAM] }, { isOwn: true }) ?? '',
    )
    if (!result) throw new Error('the link cannot be read')
    const page = renderToStaticMarkup(<Preview result={result} />)
    for (const part of [
      '203.0.113.x',
      'TCP 25565',
      'Something other',
      'Do this first',
      'Check the program',
      '2026-06-05 04:03 UTC',
    ])
      expect(page).toContain(part)
    expect(page).not.toContain('203.0.113.7')
  })
})
