// A result from a link.
import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { SITUATIONS } from '../../../../../src/advice/situation.ts'
import { ABOUT_OTHERS } from '../../../../../src/contract/about-others.gen.ts'
import { type LinkedResult, readResult, writeResult } from '../../../../../src/contract/result-link.ts'
import type { Locale } from '../../../../../src/contract/text.ts'
import { linkedText } from '../../../../../src/faces/web/page/frame.text.ts'
import { againLink, DrawnResult } from '../../../../../src/faces/web/page/linked-result.tsx'
import { Language } from '../../../../../src/faces/web/page/words.ts'
import { manifest } from '../../../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../../../src/operations/registry/tools.ts'
import { embeddedCatalogue } from '../../../../../src/router/catalogue/load.ts'
import { localise } from '../../../../../src/router/catalogue/search.ts'
import { answersOf, forged } from '../../../../support/page/examples.ts'

const toolsIn = (locale: Locale) => [
  ...toolsOf(manifest).map(({ name, tool: { text, group } }) => {
    return { name, title: text[locale].title ?? name, group, summary: '' }
  }),
  { name: 'a-watch', title: 'Watch', group: 'port', summary: '' },
]
const TOOLS = toolsIn('en')
const PLAIN = { tool: 'reachability', checkedAt: '2026-11-22T17:55:33.865Z' }
const WHERE = { verdict: 'silent-at-address', forwardingRule: 'not-seen', stoppedAfter: { address: '198.51.100.1' } }
const BLOCKED = {
  ...PLAIN,
  headline: 'Blocked there.',
  ip: '203.0.113.7',
  hostname: 'home.example.com',
  port: 25_565,
  protocol: 'tcp',
  good: false,
  situation: 'no-rule-seen',
  verdict: 'blocked',
  blockedAt: 'port',
  service: { id: 'minecraft-java' },
  steps: [
    {},
    {},
    {},
    { step: 'port', summary: 'A sentence.', result: { status: 'timeout', where: WHERE } },
    {},
    { step: 'router', result: { router: { id: 'asus' } } },
  ],
  nextActions: [{ code: 'forward-port', label: 'A label', text: 'A sentence.' }],
}

const CATALOGUES = { en: localise(embeddedCatalogue(), 'en'), ko: localise(embeddedCatalogue(), 'ko') }

/** Returns what a reader of the link to an answer sees. */
function drawn(answer: object, locale: Locale = 'en', isOwn = true) {
  const result = readResult(writeResult(answer, { isOwn }) ?? '')
  if (!result) throw new Error('the link cannot be read')
  return markupOf(result, locale)
}

function markupOf(result: LinkedResult, locale: Locale = 'en') {
  return renderToStaticMarkup(
    <Language.Provider value={locale}>
      <DrawnResult result={result} server="ip.example.com" tools={toolsIn(locale)} catalogue={CATALOGUES[locale]} />
    </Language.Provider>,
  )
}

/** Reads a link as somebody else may write it. */
function read(fields: Readonly<Record<string, string>>): LinkedResult {
  const result = readResult(forged(fields))
  if (!result) throw new Error('the link cannot be read')
  return result
}

/** The fields that a link may have. */
const FIELDS = [
  'situation step found useCase routerBrand port protocol ports end rule identity ip hostname domain host target url',
  'address recordType values httpStatus days problems countryCode asn prefix place proof blockedAt good',
].flatMap((some) => some.split(' '))

describe('a result from a link', () => {
  test('of reachability has its cause, its first step, its rule and its names, in the language of the reader', () => {
    const english = drawn(BLOCKED)
    for (const part of [
      'Somebody sent you this: ip.example.com is said to have found it at 2026-11-22 17:55 UTC.',
      '<h2 class="verdict verdict-blocked">No forwarding rule for this port was seen at work.</h2>',
      '<h3>Do this first</h3><p>Forward the port</p>',
      'TCP 25565',
      'Minecraft Java Edition server',
      'ASUS',
      '203.0.113.x',
      'No rule seen',
    ])
      expect(english).toContain(part)
    expect(english.match(/class="stop step-/g)).toHaveLength(5)
    expect(english).toContain('class="stop step-problem"')
    const korean = drawn(BLOCKED, 'ko')
    for (const part of ['ip.example.com 서버에서 2026-11-22 17:55 UTC에', '포트포워딩 추가', '마인크래프트 자바 에디션 서버'])
      expect(korean).toContain(part)
    for (const page of [english, korean])
      expect(page).not.toMatch(/203\.0\.113\.7|198\.51|home\.example|Blocked there|A sentence|A label|minecraft-java|>asus/)
  })

  test('has a cause for each situation, and a mark for each good', () => {
    for (const situation of SITUATIONS)
      expect(drawn({ ...BLOCKED, situation })).toContain(linkedText.en[`found.${situation}`] ?? 'none')
    const marked = (good: unknown) => /verdict-[a-z-]+/.exec(drawn({ ...BLOCKED, good }))?.[0]
    expect([true, false, null].map(marked)).toEqual(['verdict-reachable', 'verdict-blocked', 'verdict-cannot-tell'])
    expect(drawn({ ...BLOCKED, service: { id: 'your-router' }, router: { id: 'call-now' } })).not.toMatch(/your-router|call-now/)
    // Good news needs no first step.
    expect(drawn({ ...BLOCKED, good: true })).not.toContain('Do this first')
  })

  test('of home has its cause and its step as well', () => {
    const home = { ...PLAIN, tool: 'home', good: false, situation: 'two-routers', nextActions: [{ code: 'use-one-router' }] }
    for (const part of ['There are two routers', 'Use one router only', 'Look from inside']) expect(drawn(home)).toContain(part)
  })

  test('of another tool has its title and its finding, good or bad', () => {
    const found = (tool: string, good: boolean | null, more = {}) => drawn({ ...PLAIN, tool, good, ...more }, 'en', false)
    expect(found('ping', true, { status: 'reachable' })).toContain('<h2 class="verdict verdict-reachable">All is well.')
    expect(found('ping', true, { status: 'reachable' })).toContain('Ping a host')
    expect(found('ssl-check', false, { outcome: 'handshake', problems: ['expired', 'your-router'] })).toMatch(
      /verdict-blocked">Something is not.*Problem<\/dt><dd>Expired<\/dd>/,
    )
    expect(found('reverse-dns', false, { status: 'nxdomain' })).toContain('There is no such name.')
    expect(found('ip-lookup', true)).toContain('<h2 class="verdict verdict-reachable">Look up a network')
    expect(found('your-router-was-hacked', true)).toContain('>A check that this server does not have')
    expect(found('a-watch', false, { status: 'off' })).toContain('Something is not as it should be.')
    expect(found('a-watch', null, { status: 'off' })).toContain('Nothing certain was found.')
    expect(found('certificate-check', false, { verdict: 'would-fail' })).toContain('No certificate would be issued.')
  })

  test.each([
    'Your router was hacked: call 0123',
    'your-router-was-hacked-call-0123',
    'your-router-was-hacked',
    'your. router. was. hacked. 0123',
    'https://ip.example.com/your_router_was_hacked._call_0123',
    '<img src=x onerror=alert(1)>hacked',
    'constructor',
    '__proto__',
    'that',
  ])('has no word of somebody else, wherever it stands: %s', (said) => {
    for (const { name: tool } of [...TOOLS, { name: 'home' }, { name: 'says' }])
      for (const locale of ['en', 'ko'] as const) {
        // All together do not fit into one link.
        const links = Array.from({ length: 7 }, (_, part) => FIELDS.slice(part * 5, part * 5 + 5))
        const page = links
          .map((some) => markupOf(read({ ...Object.fromEntries(some.map((field) => [field, said])), tool }), locale))
          .join()
        expect([tool, page.match(/hacked|0123|<img|\[native|undefined|NaN|\{/)]).toEqual([tool, null])
      }
  })

  test('has no sentence made of words, each of which could be a name', () => {
    const words = ['your.router', 'was.hacked', 'call.now', 'or.lose', 'all.data']
    const of = (fields: object) => drawn({ ...PLAIN, tool: 'dns-lookup', good: true, ...fields }, 'en', false)
    expect(of({ values: words })).not.toMatch(/router|hacked/)
    expect(of({ hostnames: words })).not.toMatch(/router|hacked/)
    expect(markupOf(read({ tool: 'dns-lookup', values: words.join() }))).not.toMatch(/router|hacked/)
    expect(of({ hostnames: words.slice(0, 2) })).toContain('your.router, was.hacked')
    expect(of({ url: 'https://www.example.com:8443/a/b' })).toContain('https://www.example.com:8443<')
    expect(of({ url: 'http://[2001:db8::1]/a' })).toContain('http://[2001:db8::1]<')
    expect(of({ values: ['10 mail.example.com', '203.0.113.7'] })).toContain('10 mail.example.com, 203.0.113.7')
  })

  test('of every tool is drawn without codes and names of fields', () => {
    for (const answer of answersOf())
      for (const locale of ['en', 'ko'] as const) {
        const page = drawn(answer, locale, !ABOUT_OTHERS.has(String(answer.tool))).replaceAll(/<[^>]*>/g, '\n')
        const raw = [...page.matchAll(/^(?:noerror|nxdomain|(?!ipTIME$)[a-z]+[A-Z]\w*|no-such-\w+|(?:port|nat|name)-[a-z-]+)$/gm)]
        expect([answer.tool, locale, raw.map(String)]).toEqual([answer.tool, locale, []])
        expect([answer.tool, /undefined|NaN|null|\[object/.exec(page)]).toEqual([answer.tool, null])
        if (locale === 'ko') expect([answer.tool, /\b(?:The|is|not|name)\b/.exec(page)]).toEqual([answer.tool, null])
      }
  })

  test('fills in the form of its tool for who wants to run it', () => {
    const link = (fields: object, isOwn = false) => {
      const result = readResult(writeResult({ ...PLAIN, tool: 'dns-lookup', ...fields }, { isOwn }) ?? '')
      return result && againLink(result, TOOLS)
    }
    expect(link({ domain: 'example.com', recordType: 'MX' })).toBe('#dns-lookup?domain=example.com&recordType=MX')
    expect(link({ tool: 'port-check', ip: '203.0.113.7', port: 8080, protocol: 'udp' }, true)).toBe(
      '#port-check?port=8080&protocol=udp',
    )
    expect(link({ tool: 'port-forward-plan', protocol: 'tcp', service: { id: 'plex' }, router: { id: 'iptime' } })).toBe(
      '#port-forward-plan?useCase=plex&routerBrand=iptime',
    )
    expect(link(BLOCKED, true)).toBe('#check?useCase=minecraft-java&port=25565&routerBrand=asus&protocol=tcp')
    expect(link({ domain: 'a b', url: 'javascript:alert(1)', host: '<b>', recordType: 'x' })).toBe('#dns-lookup')
    expect(link({ tool: 'home' }, true)).toBe('#')
  })
})
