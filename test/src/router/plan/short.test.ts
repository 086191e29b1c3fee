// Length and order of the steps that a terminal shows, over all routers and many services, in both languages.
import { describe, expect, test } from 'bun:test'
import { planAdvice } from '../../../../src/advice/index.ts'
import { sayIn } from '../../../../src/contract/text.ts'
import { renderText } from '../../../../src/faces/text/render.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { factsOf, type PlanBody, planFrom, readPlanRequest, shortSteps } from '../../../../src/router/index.ts'
import { text } from '../../../../tools/port-forward-plan.text.ts'
import tool from '../../../../tools/port-forward-plan.ts'
import { sampled, sampleTest } from '../../../support/lab.ts'
import { listed } from '../../../support/listed.ts'
import { wordsIn } from '../../../support/router/recorded-line.ts'

const known = embeddedCatalogue()
const SERVICES = listed(`
  minecraft-java minecraft-bedrock valheim palworld rust terraria plex jellyfin synology-dsm nextcloud
  web-server reverse-proxy bittorrent rdp ssh wireguard hikvision home-assistant playstation teamspeak3
`)
const WORDS_MAX = { en: 120, ko: 110 } as const

const STEPS_MAX = 9

function planFor(body: PlanBody, locale: 'en' | 'ko') {
  const facts = factsOf(readPlanRequest(body, known, null), known, parseAddress('9.9.9.9'), locale)
  return { ...planFrom(facts), ...planAdvice(facts) }
}

function shown(body: PlanBody, locale: 'en' | 'ko', details = false): string {
  const result = planFor(body, locale)
  const given = { say: sayIn(text, locale), body }
  // biome-ignore lint/suspicious/noExplicitAny: a tool as its face has it, without a server
  const named: any = { name: 'port-forward-plan', tool }
  return renderText(named, { result, answer: { ...result, headline: named.tool.headline(result, given) } }, locale, { details })
}

const addressFor = (gateway = '192.168.0.1') => gateway.replace(/\.\d+$/, '.23')
const MEDIAN = 0.5

describe.each(['en', 'ko'] as const)('in %s', (locale) => {
  const every = known.brands.flatMap(({ id, gateways: [gateway] }) =>
    SERVICES.map((useCase) => ({ useCase, routerBrand: id, internalIp: addressFor(gateway) })),
  )
  const asked = sampled(240, every)

  sampleTest('a plan for a terminal is short: the finding, numbered steps, at most one warning', () => {
    const lengths = asked.map((body) => {
      const lines = shown(body, locale).split('\n')
      const numbers = lines.flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? []).map(Number)
      expect([body, numbers]).toEqual([body, numbers.map((_, index) => index + 1)])
      expect(numbers.length).toBeGreaterThan(0)
      expect(numbers.length).toBeLessThanOrEqual(STEPS_MAX)
      const last = lines.findLastIndex((line) => /^\d+\. /.test(line))
      expect(lines.slice(last + 1).filter((line) => line !== '').length).toBeLessThanOrEqual(1)
      expect(lines.join('\n')).not.toMatch(/upnpc|natpmpc/)
      return wordsIn(lines.join(' '))
    })
    const sorted = lengths.toSorted((one, other) => one - other)
    const median = sorted[Math.floor(sorted.length * MEDIAN)] ?? Number.NaN
    expect(median).toBeLessThanOrEqual(WORDS_MAX[locale])
    expect(sorted.at(-1)).toBeLessThanOrEqual(2 * median)
  })

  sampleTest('the steps are in the order of doing, those of the program before those in the router', () => {
    const ORDER = listed('set-port check-listening allow-on-device log-in reserve-address add-rules verify-port tell-friends')
    for (const body of asked) {
      const codes = planFor({ ...body, routerWanIp: '9.9.9.9' }, locale).nextActions.map(({ code }) => code)
      const usual = codes.filter((code) => ORDER.includes(code))
      expect([body, usual]).toEqual([body, ORDER.filter((code) => usual.includes(code))])
    }
  })
})

test('where no rule helps, nothing stands between the finding and the first step; the step that names a way says how to begin', () => {
  for (const isp of ['kt', 'starlink', 't-mobile', 'bell-ca', '원룸']) {
    for (const locale of ['en', 'ko'] as const) {
      const [, first = '', ...more] = shown({ useCase: 'minecraft', isp, routerWanIp: '100.64.3.4' }, locale).split('\n\n')
      expect([isp, first]).toEqual([isp, expect.stringMatching(/^1\. .*playit\.gg/s)])
      expect(more).toEqual([])
    }
  }
  const shut = shown({ useCase: 'smb' }, 'en')
  expect(shut).toMatch(/^[^\n]+\n\n1\. Use a VPN\. .* Install Tailscale .* on the device .* Linux: `curl .*`sudo tailscale up`/)
  expect(shown({ useCase: 'smb' }, 'en', true)).toContain('# Tailscale')
})

test('details hold what the short text leaves out', () => {
  const body = { useCase: 'ssh', routerBrand: 'asus', internalIp: '192.168.50.9' }
  expect(shown(body, 'en', true)).toMatch(/# UPnP \(upnpc\).*instead of the rule/)
  expect(shown(body, 'ko', true)).toMatch(/^되돌리는 방법$/m)
  expect(shown(body, 'ko', true)).toContain('Windows 방화벽(netsh) 명령을 실행했다면')
  const codes = planFor(body, 'en').nextActions.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['port-taken', 'remove-rules']))
  expect(shortSteps(planFor(body, 'en')).map(({ code }) => code)).not.toContain('remove-rules')
})

test('of a long list, only what helps least is left out', () => {
  const needed = Array.from({ length: 9 }, (_, index) => ({ code: `step-${index}`, text: `${index}` }))
  const spare = [{ code: 'find-brand', text: 'find-brand' }]
  const shortened = (nextActions: typeof needed) =>
    shortSteps({ nextActions, alternatives: [], upnp: { status: 'needed', note: '' } })
  expect(shortened([...spare, ...needed])).toEqual(needed)
  expect(shortened([...spare, ...needed.slice(0, 4)])).toHaveLength(5)
})
