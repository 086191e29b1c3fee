import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { type NatVerdict, natOf } from '../../policy/nat.ts'
import type { Locale } from '../../text.ts'
import type { Catalogue } from '../catalogue.ts'
import { type Box, boxesOf } from './boxes.ts'
import { checklistOf, type GatewaySteps, gatewayStepsOf } from './checklist.ts'
import { isOfProvider, pageOf, type Target } from './pages.ts'
import { type Asked, type Situation, situationOf } from './situation.ts'
import { stickerHintsOf } from './stickers.ts'
import { targetsOf } from './targets.ts'
import { topologyText } from './topology.text.ts'
import { decide, type Topology } from './topology.ts'
import { warningsOf } from './warnings.ts'

/** One login; the URL is null where the address has to be found first. */
export interface Login {
  readonly kind: 'personal' | 'isp' | 'app'
  readonly app: string | null
  readonly url: string | null
}

/** The way into the caller's routers, in the language of the reader. */
export interface LoginRoute {
  readonly situation: Situation
  readonly topology: Topology
  /** One sentence: why the topology is what it is. */
  readonly topologyReason: string
  readonly nat: NatVerdict
  /** The closest box. */
  readonly nearest: Box | null
  /** Where to log in, the closest first. */
  readonly logins: readonly Login[]
  readonly targets: (Target & { order: number })[]
  readonly gatewaySteps: GatewaySteps | null
  readonly checklist: string[]
  readonly stickerHints: string[]
  readonly warnings: string[]
}

/** `seen` is the address that the requester is seen at. Nothing is contacted. */
export function loginRouteOf(asked: Asked, catalogue: Catalogue, seen: Address, locale: Locale): LoginRoute {
  const situation = situationOf(asked, catalogue)
  const row = decide(situation.facts)
  const boxes = boxesOf(row, situation)
  const targets = targetsOf(situation, row, boxes, locale)
  const advising = { situation, row, boxes, targets, seen: isComparable(seen) ? seen.text : null, locale }
  return {
    situation,
    topology: row.topology,
    topologyReason: topologyText.say(locale, row.because, {}),
    nat: natOf(asked.routerWan, seen),
    nearest: boxes[0] ?? null,
    logins: boxes.map(loginOf),
    targets,
    gatewaySteps: gatewayStepsOf(situation, locale),
    checklist: checklistOf(advising),
    stickerHints: stickerHintsOf(advising),
    warnings: warningsOf(advising),
  }
}

function loginOf(box: Box): Login {
  const { brand, address } = box
  if (brand?.app?.only) return { kind: 'app', app: brand.app.name, url: null }
  return { kind: isOfProvider(box) ? 'isp' : 'personal', app: null, url: address === null ? null : pageOf(address, brand) }
}

/** A home line and the requester can be compared by their public IPv4 addresses only. */
function isComparable(seen: Address): boolean {
  return seen.version === 4 && classify(seen).scope === 'public'
}
