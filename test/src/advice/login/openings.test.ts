// The steps that people read, over all brands and platforms: what to open comes first, and they are short.
import { describe, expect, test } from 'bun:test'
import { LOCALES, type Locale } from '../../../../src/contract/text.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { PLATFORM_IDS } from '../../../../src/router/catalogue/schema.ts'
import { sampled, sampleTest } from '../../../support/lab.ts'
import { loginRouteOf } from '../../../support/router/login-route.ts'

const catalogue = embeddedCatalogue()
const OPENING = ['log-in-personal', 'log-in-isp', 'use-app']
const KNOWN = new Set([...catalogue.brands, ...catalogue.isps].flatMap(({ gateways }) => gateways))

function routeTo(routerBrand: string | undefined, gateway: string | null, locale: Locale, more: object = {}, known = catalogue) {
  const asked = {
    routerBrand,
    gateway,
    isp: undefined,
    routerWan: null,
    platform: null,
    variant: null,
    guess: null,
    state: 'unknown' as const,
    ...more,
  }
  return loginRouteOf(asked, known, { seen: null, locale, request: {}, misread: [] })
}

/** Returns a route, and its steps from the first that opens something: what the situation of the line needs comes before. */
function routed(routerBrand: string, gateway: string | null, locale: Locale, platform: string | null) {
  const route = routeTo(routerBrand, gateway, locale, { platform })
  const { nextActions: all } = route
  const first = all.findIndex(({ code }) => [...OPENING, 'find-gateway'].includes(code))
  return { route, before: all.slice(0, first), steps: all.slice(first) }
}

const combinations = LOCALES.flatMap((locale) =>
  catalogue.brands.flatMap((brand) =>
    [null, ...PLATFORM_IDS].flatMap((platform) =>
      [null, brand.gateways[0] ?? '10.20.30.1'].map((gateway) => ({ brand, gateway, locale, platform })),
    ),
  ),
)
/** Every brand several times, with platforms and gateway in turn. */
const every = sampled(1100, combinations).map((one) => ({
  ...one,
  ...routed(one.brand.id, one.gateway, one.locale, one.platform),
}))
type One = (typeof every)[number]

function faulty(isFine: (one: One) => boolean) {
  const bad = every.filter((one) => !isFine(one))
  return bad.map(({ brand, gateway, locale, platform, route }) => [
    brand.id,
    gateway,
    locale,
    platform,
    route.nextActions.map(({ text }) => text),
  ])
}

describe('over all brands and platforms, with the gateway and without', () => {
  sampleTest('what the situation of the line needs comes first, and nothing where it is not known', () => {
    const isFirst = ({ before, route: { situation } }: One) =>
      before.length > 0 === (situation !== null && situation !== 'unknown') &&
      before.every(({ code }) => /^(?:shared-ports|ask-public-address|use-relay|compare-router-address)$/.test(code))
    expect(faulty(isFirst)).toEqual([])
  })

  sampleTest('the first action is what to open, unless nobody knows an address', () => {
    const isOpening = ({ brand, gateway, steps: [first] }: One) => {
      const isKnown = gateway !== null || brand.app?.only || (brand.kind !== 'generic' && brand.gateways.length > 0)
      if (!isKnown) return first?.code === 'find-gateway'
      return OPENING.includes(first?.code ?? '') && (first?.code === 'use-app' || first?.url !== undefined)
    }
    expect(faulty(isOpening)).toEqual([])
  })

  sampleTest('then what it asks for, then what to do if nothing opens', () => {
    const isOrdered = ({ steps }: One) => {
      const codes = steps.map(({ code }) => code)
      const [start = ''] = codes
      if (start === 'use-app') return codes[1] === 'nothing-opens'
      if (start === 'find-gateway') return OPENING.includes(codes[1] ?? '') && codes[2] === 'read-label'
      return codes[1] === 'read-label' && codes[2] === 'nothing-opens'
    }
    expect(faulty(isOrdered)).toEqual([])
  })

  sampleTest('no address that neither the catalogue nor the caller names', () => {
    const isNamed = ({ gateway, route: { nextActions } }: One) => {
      const shown = nextActions.flatMap(({ text }) => text.match(/\b\d+\.\d+\.\d+\.\d+\b/g) ?? [])
      return shown.every((address) => address === gateway || KNOWN.has(address))
    }
    expect(faulty(isNamed)).toEqual([])
  })
})

describe('a label is said to hold the password only if something says so', () => {
  const [sticker] = catalogue.brands.filter(({ login, sticker }) => login.style === 'sticker' && !login.specific && sticker)
  if (!sticker?.sticker) throw new Error('no brand with a label')
  const claiming = (basis: 'source' | undefined, lines: string[]) => {
    const { basis: _, ...label } = sticker.sticker ?? expect.unreachable()
    const labelled = { ...sticker, sticker: { ...label, ...(basis ? { basis } : {}), lines: { en: lines, ko: lines } } }
    const known = { ...catalogue, brands: catalogue.brands.map((one) => (one.id === sticker.id ? labelled : one)) }
    return routeTo(sticker.id, null, 'en', {}, known).nextActions.find(({ code }) => code === 'read-label')?.text ?? ''
  }
  test.each([
    ['source', ['Network name', 'Admin password'], 'look on the label for "Admin password".'],
    ['source', ['Network name'], sticker.login.note.en],
    [undefined, ['Admin password'], 'look on the label of the box: it is often there.'],
  ] as const)('%s %j', (basis, lines, end) => expect(claiming(basis, [...lines])).toEndWith(end))
})

test('a way that needs no open port, not a plan, where the line is known to be shared or the box cannot forward', () => {
  const codes = (isp: string) => routeTo('asus', null, 'en', { isp }).nextActions.map(({ code }) => code)
  expect(codes('starlink')).toContain('use-relay')
  expect(codes('starlink')).not.toContain('see-plan')
  expect(codes('kt')).toContain('see-plan')
})
