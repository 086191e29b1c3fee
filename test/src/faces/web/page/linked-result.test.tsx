// A result from a link, and the way on where this server sees a private address.
import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { isAboutOthers, readResult, writeResult } from '../../../../../src/contract/result-link.ts'
import type { Locale } from '../../../../../src/contract/text.ts'
import examples from '../../../../../src/faces/openapi/examples.gen.json'
import { AtHomeHint, isInside } from '../../../../../src/faces/web/page/at-home-hint.tsx'
import { requestIn } from '../../../../../src/faces/web/page/linked-facts.ts'
import { DrawnResult } from '../../../../../src/faces/web/page/linked-result.tsx'
import { linkedStepText } from '../../../../../src/faces/web/page/linked-step.text.ts'
import { Language } from '../../../../../src/faces/web/page/words.ts'
import { stepsText } from '../../../../../src/reachability/steps.text.ts'
import { manifest } from '../../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../../src/registry/tools.ts'

const WATCH = { name: 'a-watch', title: 'Watch', group: 'port', summary: '', good: { field: 'status', values: ['on'] } }
const toolsIn = (locale: Locale) => [
  ...toolsOf(manifest).map(({ name, tool: { text, good = null } }) => {
    return { name, title: text[locale].title ?? name, group: 'port', summary: '', good }
  }),
  WATCH,
]
const TOOLS = toolsIn('en')
const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router'].map((step) => ({
  ...{
    step,
    label: 'Label',
    status: step === 'port' ? 'problem' : 'ok',
    code: step === 'port' ? 'port-silent' : `${step}-x`,
    summary: 'A sentence.',
  },
  ...{ tool: null, result: { rules: [] } },
}))
const BLOCKED = {
  ...{ tool: 'reachability', checkedAt: '2026-11-22T17:55:33.865Z', elapsedMs: 3, headline: 'Blocked there.', ip: '203.0.113.7' },
  ...{
    port: 25_565,
    protocol: 'tcp',
    good: false,
    verdict: 'blocked',
    blockedAt: 'port',
    hostname: 'home.example.com',
    steps: STEPS,
  },
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
      <DrawnResult result={result} server="ip.example.com" tools={toolsIn(locale)} />
    </Language.Provider>,
  )
}

/** Every recorded answer. */
const answers = answersIn(examples)
function answersIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'tool' in value && 'checkedAt' in value ? [Object.fromEntries(Object.entries(value))] : []
  return [...own, ...Object.values(value).flatMap(answersIn)]
}

describe('a result from a link', () => {
  test('of reachability has its verdict, its steps, its time and its server, in the language of the reader', async () => {
    const english = await drawn(BLOCKED)
    for (const part of ['verdict-blocked', 'The service was not reached.', 'This is the cause', '203.0.113.x', 'TCP 25565'])
      expect(english).toContain(part)
    expect(english).toContain(
      'Somebody sent you this result. According to the link, ip.example.com found it at 2026-11-22 17:55 UTC.',
    )
    expect(english).toContain('may have been changed')
    expect(english.match(/class="step step-/g)).toHaveLength(6)
    expect(english).toContain('Nothing came back.')
    const korean = await drawn(BLOCKED, 'ko')
    for (const part of [
      '서비스에 접속되지 않았습니다.',
      '원인이 있는 단계입니다',
      '아무 응답이 없습니다.',
      'ip.example.com 서버에서 2026-11-22 17:55 UTC에',
    ])
      expect(korean).toContain(part)
    for (const page of [english, korean])
      expect(page).not.toMatch(/203\.0\.113\.7|home\.example|Blocked there|A sentence|undefined|port-silent/)
  })

  test('of home names the box', async () => {
    const home = { tool: 'home', checkedAt: BLOCKED.checkedAt, good: false, verdict: 'blocked', blockedAt: 'second-router' }
    expect(await drawn(home)).toContain('The service was not reached. The cause is a second router.')
    expect(await drawn(home, 'ko')).toContain('서비스에 접속되지 않았습니다. 원인은 위쪽 공유기에 있습니다.')
  })

  test('of another tool has its title and its finding, good or bad', async () => {
    const found = (status: string, more = {}) =>
      drawn({ tool: 'port-check', checkedAt: BLOCKED.checkedAt, good: status === 'open', status, ...more })
    expect(await found('open')).toContain('<h2 class="verdict verdict-reachable">The port answers.')
    expect(await found('open')).toContain('Check a port')
    expect(await found('refused')).toContain('<h2 class="verdict verdict-blocked">The port refuses connections.')
    const where = { verdict: 'silent-device', forwardingRule: 'proven' }
    expect(await found('timeout', { where })).toMatch(
      /The router forwards it, but the device does not answer\..*The rule is there\./,
    )
    expect(await drawn({ tool: 'ip-lookup', checkedAt: BLOCKED.checkedAt })).toContain('<h2 class="verdict">Look up a network')
    expect(await drawn({ tool: 'your-router-was-hacked', checkedAt: BLOCKED.checkedAt })).toContain(
      '>A check that this server does not have',
    )
    expect(await drawn({ tool: 'a-watch', checkedAt: BLOCKED.checkedAt, good: false, status: 'off' })).toContain(
      'Something is not as it should be.',
    )
  })

  test.each([
    'Your router was hacked: call 0123',
    'your-router-was-hacked-call-0123',
    'your: router: was: hacked: call: 0123',
    'your. router. was. hacked. 0123',
    'your_router_was_hacked.-call-0123-now',
    'https://ip.example.com/your_router_was_hacked._call_0123',
    'https://your_router_was_hacked_call_0123',
  ])('has no word of somebody else, wherever it stands: %s', (said) => {
    const fields = ['status', 'verdict', 'ip', 'publicIp', 'domain', 'hostname', 'host', 'target', 'url', 'finalUrl', 'address']
    const more = ['recordType', 'countryCode', 'prefix', 'nat', 'dnssec', 'proof', 'protocol', 'asn', 'port']
    const hostile = {
      ...Object.fromEntries([...fields, ...more].map((field) => [field, said])),
      ...{
        service: { id: said },
        router: { id: said },
        values: [said],
        hostnames: [said],
        problems: [said],
        asns: [{ asn: said }],
      },
      ...{ where: { verdict: said, forwardingRule: said }, packets: { received: said, sent: said }, rttMs: { avg: said } },
      ...{ ports: [{ external: said, protocol: said }], certificate: { daysRemaining: said }, http: { status: said } },
      ...{ families: [{ ipVersion: said, verdict: said }, {}], steps: [{ step: 'port', status: 'ok', code: said }] },
      ...{ coordinates: { latitude: said, longitude: said }, methods: [{ method: said }], resolved: { address: said } },
    }
    for (const { name: tool } of [...TOOLS, { name: 'home' }])
      for (const locale of ['en', 'ko'] as const) {
        const page = markupOf({ ...hostile, tool, checkedAt: BLOCKED.checkedAt }, locale)
        expect([tool, page.match(/hacked|0123/)]).toEqual([tool, null])
      }
  })

  test('has no sentence made of words, each of which could be a name', () => {
    const words = ['your.router', 'was.hacked', 'call.now', 'or.lose', 'all.data']
    const caa = { found: 'example.com', issuers: words }
    const methods = [{ method: 'dns-01', verdict: 'would-work', problems: [] }]
    const of = (fields: object) => markupOf({ tool: 'certificate-check', checkedAt: BLOCKED.checkedAt, ...fields })
    const linked = { hostnames: words, values: words, domain: 'example.com', methods, addresses: [], best: 'dns-01' }
    expect(of({ ...linked, caa })).not.toMatch(/router|hacked/)
    const shouted = of({ ...linked, caa: { ...caa, issuers: ['Your', 'router', 'is', 'infected'] } })
    expect(shouted).not.toMatch(/router|infected|any authority/)
    expect(of({ hostnames: words.slice(0, 2) })).toContain('your.router, was.hacked')
    expect(of({ url: 'https://www.example.com:8443/a/b' })).toContain('https://www.example.com:8443<')
    expect(of({ url: 'http://[2001:db8::1]/a' })).toContain('http://[2001:db8::1]<')
    expect(of({ values: ['10 mail.example.com.', '203.0.113.7'] })).toContain('10 mail.example.com., 203.0.113.7')
  })

  test('is drawn on the map only where the map is', () => {
    const at = (latitude: number, longitude: number) =>
      markupOf({ tool: 'ip-location', checkedAt: BLOCKED.checkedAt, coordinates: { latitude, longitude } }).includes(
        'class="map"',
      )
    expect([at(37.5, 127), at(-90, 180), at(1e308, 0), at(0, -181)]).toEqual([true, true, false, false])
  })

  test('of every tool is drawn without codes and names of fields', async () => {
    for (const answer of answers) {
      const isOwn = !isAboutOthers(String(answer.tool))
      const result = await readResult((await writeResult(answer, { isOwn })) ?? '')
      if (!result) throw new Error(`the link to ${answer.tool} cannot be read`)
      const isJudged = TOOLS.find(({ name }) => name === answer.tool)?.good
      if (isJudged) expect([answer.tool, markupOf(result).includes('is well')]).toEqual([answer.tool, false])
      for (const locale of ['en', 'ko'] as const) {
        const page = markupOf(result, locale).replaceAll(/<[^>]*>/g, '\n')
        const raw = [...page.matchAll(/^(?:noerror|nxdomain|[a-z]+[A-Z]\w*|no-such-\w+|(?:port|nat|name)-[a-z-]+)$/gm)]
        expect([answer.tool, locale, raw.map(String)]).toEqual([answer.tool, locale, []])
        expect([answer.tool, /undefined|NaN|null|\[object/.exec(page)]).toEqual([answer.tool, null])
        if (locale === 'ko') expect([answer.tool, /\b(?:The|is|not|name)\b/.exec(page)]).toEqual([answer.tool, null])
      }
    }
  })

  test('has a sentence for each finding of a step', () => {
    const codes = Object.keys(stepsText.en).filter((code) => !/^(?:label|misread)\./.test(code) && code !== 'network-unknown')
    expect(codes.filter((code) => !Object.hasOwn(linkedStepText.en, code))).toEqual([])
  })

  test('fills in the form of its tool for who wants to run it', () => {
    const request = (fields: object) => `${requestIn({ tool: 'dns-lookup', checkedAt: BLOCKED.checkedAt, ...fields })}`
    expect(request({ domain: 'example.com', recordType: 'MX' })).toBe('domain=example.com&recordType=MX')
    expect(request({ tool: 'port-check', ip: '203.0.113.x', port: 8080, protocol: 'udp' })).toBe('port=8080&protocol=udp')
    expect(request({ tool: 'port-forward-plan', service: { id: 'plex' }, router: { id: 'iptime' } })).toBe(
      'useCase=plex&routerBrand=iptime',
    )
    expect(request({ domain: 'a b', url: 'javascript:alert(1)', host: '<b>', recordType: 'x' })).toBe('')
  })

  test('of somebody who means harm is left aside, whatever it holds', () => {
    const markup = '<img src=x onerror=alert(1)>'
    const hostile = { tool: 'reachability', checkedAt: BLOCKED.checkedAt, verdict: markup, blockedAt: markup, ip: markup }
    const page = markupOf({
      ...hostile,
      steps: [{ step: markup, status: markup }, null, 1, { step: 'port', status: markup }],
      a: [{ b: markup }],
    })
    expect(page).not.toContain('img')
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
