import { describe, expect, test } from 'bun:test'
import { LOCALES } from '../../../../src/contract/text.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/embedded.ts'
import { PLATFORM_IDS } from '../../../../src/router/catalogue/schema.ts'
import { LOGIN_STATES } from '../../../../src/router/login/connection-words.ts'
import { loginRouteOf } from '../../../../src/router/login/route.ts'
import { wanOf } from '../../../../src/router/nat.ts'
import { faultsOf } from './complete.ts'

const catalogue = embeddedCatalogue()
const SEEN = parseAddress('9.9.9.9') ?? expect.unreachable()
const KOREAN = new Set([
  'iptime',
  'kt',
  'sk-broadband',
  'lg-uplus',
  'lg-hellovision-cable',
  'kr-building-internet',
  'kt-giga-home-hub',
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
const PLATFORMS = [null, ...PLATFORM_IDS]
/** How often each brand meets each provider; the catalogue is large. */
const TURNS = 1

describe('every answer is complete', () => {
  for (const locale of LOCALES) {
    test(locale, () => {
      let seen = 0
      for (const routerBrand of BRANDS) {
        for (const isp of ISPS) {
          for (let turn = 0; turn < TURNS; turn++) {
            seen++
            const wan = turnOf(WANS, seen, 5)
            const gateway = turnOf(GATEWAYS, seen, 7)
            const asked = {
              routerBrand,
              isp,
              gateway: gateway ?? null,
              routerWan: wan == null ? null : parseAddress(wan),
              platform: turnOf(PLATFORMS, seen, 3) ?? null,
              state: turnOf(LOGIN_STATES, seen, 1) ?? 'unknown',
            }
            const reader = { seen: SEEN, locale, request: {} }
            const route = loginRouteOf(asked, catalogue, reader)
            const { routeTargets: targets, topologyReason, checklist, stickerHints, warnings, gatewaySteps } = route
            const read = gatewaySteps?.commands.map((command) => command.read) ?? []
            const sentences = [
              topologyReason,
              ...checklist,
              ...stickerHints,
              ...warnings,
              ...read,
              ...(gatewaySteps?.notes ?? []),
            ]
            const isKorean =
              wanOf(asked.routerWan) === 'private' || [routerBrand, isp, ...ownersAt(gateway)].some((id) => KOREAN.has(id ?? ''))
            expect({ asked, faults: faultsOf({ targets, sentences }, locale, catalogue, isKorean) }).toEqual({
              asked,
              faults: [],
            })
            for (const list of [checklist, stickerHints, warnings]) {
              expect({ asked, size: list.length }).not.toEqual({ asked, size: 0 })
              expect({ asked, twice: list.filter((line, index) => list.indexOf(line) !== index) }).toEqual({ asked, twice: [] })
            }
          }
        }
      }
      expect(seen).toBeGreaterThan(4000)
    }, 60_000)
  }
})

/** Lists of different lengths, walked with different strides, meet in ever new combinations. */
function turnOf<Item>(items: readonly Item[], turn: number, stride: number): Item | undefined {
  return items[(turn * stride + Math.floor(turn / items.length)) % items.length]
}

function ownersAt(gateway: string | null | undefined): string[] {
  return [...catalogue.brands, ...catalogue.isps]
    .filter(({ gateways }) => gateway != null && gateways.includes(gateway))
    .map(({ id }) => id)
}
