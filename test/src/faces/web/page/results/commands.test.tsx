// The lines to type below a result.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { ToolAnswer } from '../../../../../../src/faces/web/page/answers.ts'
import { Commands } from '../../../../../../src/faces/web/page/results/commands.tsx'
import { issuanceAnswer } from '../../../../../support/page/issuance.ts'

const markupOf = (commands: unknown) => renderToStaticMarkup(<Commands answer={{ ...issuanceAnswer(), commands }} />)

/** Returns the texts of a drawing, one for each element. */
const textsOf = (markup: string) => markup.split(/<[^>]+>/).flatMap((text) => text.trim() || [])

test('lines are under the name of their program, and only those that order are a choice', () => {
  const titles = (...programs: string[]) => {
    const drawn = textsOf(markupOf(programs.map((program) => ({ program, note: null, lines: ['x'] }))))
    return drawn.filter((text) => !/^(x|Copy|What to type)$/.test(text))
  }
  expect(titles('certbot', 'caddy', 'acme.sh')).toEqual(['Use one of the programs.', 'certbot', 'Caddy', 'acme.sh'])
  expect(titles('zone-file', 'nginx', 'a-newer-one')).toEqual([
    ...['DNS record to create or change', 'nginx: settings to change', 'a-newer-one'],
  ])
})

test('lines can be copied, and are text', () => {
  const markup = markupOf([{ program: 'certbot', note: 'As `root`.', lines: ['certbot certonly', '<b>'] }])
  expect(markup).toContain('<pre tabindex="0">certbot certonly\n&lt;b></pre>')
  expect(markup).toContain('aria-label="Copy: certbot"')
  expect(markup).toContain('As <code>root</code>.')
})

test('there is nothing without lines, and below any other result', () => {
  expect([[], null, undefined, [1]].map(markupOf)).toEqual(['', '', '', ''])
  const plan: ToolAnswer = {
    ...{ tool: 'port-forward-plan', checkedAt: '', elapsedMs: 1, headline: '' },
    commands: [{ kind: 'upnpc', where: 'device', lines: ['upnpc -l'] }],
  }
  expect(renderToStaticMarkup(<Commands answer={plan} />)).toBe('')
})
