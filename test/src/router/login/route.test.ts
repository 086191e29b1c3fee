import { describe, expect, test } from 'bun:test'
import { LOCALES, type Locale } from '../../../../src/contract/text.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { PLATFORM_IDS } from '../../../../src/router/catalogue/schema.ts'
import { LOGIN_STATES } from '../../../../src/router/login/input.ts'
import { wanOf } from '../../../../src/router/nat.ts'
import { samples, sampleTest } from '../../../support/lab.ts'
import { loginRouteOf } from '../../../support/router/login-route.ts'
import { faultsOf } from './complete.ts'

const catalogue = embeddedCatalogue()
const SEEN = parseAddress('9.9.9.9') ?? expect.unreachable()
const KOREAN = new Set([
  ...['iptime', 'kt-giga-home-hub'],
  ...catalogue.isps.filter(({ country }) => country === 'KR').flatMap(({ id, equipment }) => [id, equipment]),
])
const WANS = [
  null,
  '9.9.9.9',
  '8.8.8.8',
  '192.168.0.50',
  '192.168.1.50',
  '172.30.1.42',
  '10.0.0.45',
  '192.168.219.7',
  '100.64.0.7',
  '192.0.0.4',
  '0.0.0.0',
  '2001:db8::1',
]
const GATEWAYS = [
  null,
  ...new Set([...catalogue.brands, ...catalogue.isps].flatMap(({ gateways }) => gateways)),
  '10.77.0.1',
  '172.20.1.1',
]
const BRANDS = [undefined, 'Nobodys Router', 'asuss', ...catalogue.brands.map(({ id }) => id)]
const ISPS = [undefined, 'Nobody Telecom', ...catalogue.isps.map(({ id }) => id)]
const GUESSES = [null, null, null, ...catalogue.isps]
const PLATFORMS = [null, ...PLATFORM_IDS]

/** The number of combinations, in the lab large enough that every brand meets every kind of line, whatever the size of the catalogue. */
const COMBINATIONS = samples(300, 1000)

describe('every answer is complete and fair', () => {
  for (const locale of LOCALES)
    sampleTest(
      locale,
      () => {
        const faulty = Array.from({ length: COMBINATIONS }, (_, turn) => judged(turn, locale)).filter(
          ({ faults }) => faults.length > 0,
        )
        expect(faulty.slice(0, 5)).toEqual([])
      },
      120_000,
    )
})

function judged(turn: number, locale: Locale) {
  const [routerBrand, isp] = [turnOf(BRANDS, turn, 1), turnOf(ISPS, turn, 1)]
  const [wan, gateway] = [turnOf(WANS, turn, 5), turnOf(GATEWAYS, turn, 7) ?? null]
  const asked = {
    routerBrand,
    isp,
    gateway,
    routerWan: wan == null ? null : parseAddress(wan),
    platform: turnOf(PLATFORMS, turn, 3) ?? null,
    variant: null,
    guess: turnOf(GUESSES, turn, 11) ?? null,
    state: turnOf(LOGIN_STATES, turn, 1) ?? 'unknown',
  }
  const route = loginRouteOf(asked, catalogue, { seen: SEEN, locale, request: {}, misread: [] })
  const { routeTargets: targets, topologyReason, checklist, stickerHints, warnings, gatewaySteps, nextActions } = route
  const lists = [checklist, stickerHints, warnings]
  const sentences = [
    topologyReason,
    ...lists.flat(),
    ...(gatewaySteps?.commands.map(({ read }) => read) ?? []),
    ...(gatewaySteps?.notes ?? []),
    ...nextActions.map(({ text }) => text),
  ]
  const isPrivate = wanOf(asked.routerWan) === 'private'
  const isKorean = isPrivate || [routerBrand, isp, asked.guess?.id, ...ownersAt(gateway)].some((id) => KOREAN.has(id ?? ''))
  const line = wanOf(asked.routerWan) === 'public' ? undefined : isp
  const faults = [
    ...faultsOf({ targets, sentences }, locale, catalogue, isKorean),
    ...strangersAmong(targets, gateway),
    ...unfairnessOf(route, line),
    ...lists.flatMap((list) =>
      list.length === 0 ? ['an empty list'] : list.filter((one, index) => list.indexOf(one) !== index),
    ),
  ]
  return { asked, faults }
}

/** Returns an item for a turn. Lists of different lengths, walked with different strides, meet in ever new combinations. */
function turnOf<Item>(items: readonly Item[], turn: number, stride: number): Item | undefined {
  return items[(turn * stride + Math.floor(turn / items.length)) % items.length]
}

function ownersAt(gateway: string | null | undefined): string[] {
  return [...catalogue.brands, ...catalogue.isps]
    .filter(({ gateways }) => gateway != null && gateways.includes(gateway))
    .map(({ id }) => id)
}

type Route = ReturnType<typeof loginRouteOf>

describe('each property can be broken by an answer', () => {
  const asked = {
    routerBrand: 'asus',
    isp: undefined,
    gateway: '192.168.50.1',
    routerWan: parseAddress('100.64.0.7'),
    ...{ platform: null, variant: null, guess: null, state: 'unknown' as const },
  }
  const route = loginRouteOf(asked, catalogue, { seen: SEEN, locale: 'en', request: {}, misread: [] })
  const [target] = route.routeTargets
  if (!target) throw new Error('no target')
  const at = (url: string) => [{ ...target, url, handoff: { ...target.handoff, url } }]
  const readable = (more: object) => ({ targets: route.routeTargets, sentences: route.warnings, ...more })

  test('nothing is wrong with the answer as it is', () => {
    expect(faultsOf(readable({}), 'en', catalogue, false)).toEqual([])
    expect([...strangersAmong(route.routeTargets, '192.168.50.1'), ...unfairnessOf(route, undefined)]).toEqual([])
  })

  test.each([
    ['an empty sentence', { sentences: [''] }],
    ['a hole', { sentences: ['Open {url}.'] }],
    ['a password', { sentences: ['Log in with admin/admin.'] }],
    ['Korean in English', { sentences: ['공유기에 로그인하십시오.'] }],
    ['no target', { targets: [] }],
    ['a target twice', { targets: [target, { ...target, order: 2 }] }],
    ['a public address', { targets: at('http://8.8.8.8/') }],
    ['a page with a path', { targets: at('http://192.168.50.1/login') }],
    ['an order of its own', { targets: [{ ...target, order: 7 }] }],
  ])('%s', (_, more) => expect(faultsOf(readable(more), 'en', catalogue, false)).not.toEqual([]))

  test('a login at an address that is not named, or not at the one that is', () => {
    expect(strangersAmong(at('http://192.168.99.1/'), null)).not.toEqual([])
    expect(strangersAmong(at('http://192.168.0.1/'), '192.168.50.1')).not.toEqual([])
  })

  test("a login at equipment that is not the caller's, and rules that let no connection in", () => {
    const saying = (...codes: string[]) => ({ ...route, nextActions: codes.map((code) => ({ code, text: code })) })
    expect(unfairnessOf(saying('use-relay', 'see-plan'), undefined)).not.toEqual([])
    expect(unfairnessOf(saying(), undefined)).not.toEqual([])
    expect(unfairnessOf(saying('use-relay', 'log-in-isp'), 'kr-building-internet')).not.toEqual([])
    const ofBuilding = { ...route, routeTargets: [{ ...target, kind: 'isp-equipment' as const }] }
    expect(unfairnessOf(ofBuilding, 'kr-building-internet')).not.toEqual([])
  })
})

const NAMED = new Set([...catalogue.brands, ...catalogue.isps].flatMap(({ gateways }) => gateways))
const HOSTS = new Set(catalogue.brands.flatMap(({ hostnames }) => hostnames))

/** Returns the hosts to open that neither the catalogue nor the caller names; and the gateway of the caller, if no target leads there. */
function strangersAmong(targets: Route['routeTargets'], gateway: string | null): string[] {
  const opened = targets.flatMap(({ url, handoff }) => [url, handoff.url]).filter((url) => url !== null)
  const hosts = opened.map((url) => new URL(url).hostname)
  const led = targets.flatMap(({ url }) => (url === null ? [] : [new URL(url).hostname]))
  return [
    ...hosts.filter((host) => host !== gateway && !NAMED.has(host) && !HOSTS.has(host)),
    ...(gateway === null || led.includes(gateway) ? [] : [`${gateway} is missing`]),
  ]
}

/** Returns what is unfair: a login to equipment that is not the caller's, or a rule that lets no connection in. */
function unfairnessOf(
  { routeTargets, nextActions, nat, notUnderstood, router, isp }: Route,
  named: string | undefined,
): string[] {
  const codes = nextActions.map(({ code }) => code)
  const isBuilding = named === 'kr-building-internet'
  const isCarrier = nat === 'carrier-grade'
  return [
    ...routeTargets.filter(({ kind }) => isBuilding && kind === 'isp-equipment').map(({ label }) => `in a building: ${label}`),
    ...codes.filter((code) => isBuilding && ['log-in-isp', 'find-upstream'].includes(code)),
    ...(isCarrier && codes.includes('see-plan') ? ['rules behind a carrier'] : []),
    ...(isCarrier && !codes.includes('use-relay') ? ['no relay'] : []),
    ...(notUnderstood.includes('routerBrand') && router.known ? ['a brand that is known and is not understood'] : []),
    ...(isp?.guessed && named !== undefined ? ['a guess beside a name'] : []),
    ...nextActions
      .filter(({ tool, request }) => (tool === undefined) !== (request === undefined))
      .map(({ code }) => `half a request: ${code}`),
  ]
}
