import type { Static } from '@sinclair/typebox'
import { followUp, type NextAction } from '../../contract/next-action.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import type { ToolRequests } from '../../contract/tool-requests.gen.ts'
import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { shown } from '../catalogue/shown.ts'
import { natOf } from '../nat.ts'
import type { ActionFacts, Misread } from './action-facts.ts'
import { actionsText } from './actions.text.ts'
import { loginActions } from './actions.ts'
import { type Box, boxesOf, pageOf, plainName } from './boxes.ts'
import { checklistOf, gatewayStepsOf, labelHintsOf } from './checklist.ts'
import type { LOGIN_FIELDS } from './fields.ts'
import { namedBox } from './names.ts'
import { type LoginRequest, type Situation, situationOf } from './situation.ts'
import { targetsOf } from './targets.ts'
import { topologyText } from './topology.text.ts'
import { decide, type Row } from './topology.ts'
import { warningsOf } from './warnings.ts'

/** A route to the caller's routers, in the language of the reader. */
type LoginRoute = { -readonly [Field in keyof typeof LOGIN_FIELDS]: Static<(typeof LOGIN_FIELDS)[Field]> }

/** The reader: address, language and request. */
interface Reader {
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  readonly locale: Locale
  /** The request, to be sent again with a better value. */
  readonly request: ToolRequests['router-login-route']
  /** The fields that were read as `other` or `unknown`, because their text could not be read as anything else. */
  readonly misread: readonly Misread['field'][]
}

/** A service with one rule, as an example of a plan. */
const EXAMPLE = 'minecraft-java'

/** Returns how to log in to the caller's routers. Nothing is contacted. */
export function loginRouteOf(
  asked: LoginRequest,
  catalogue: Catalogue,
  { seen, locale, request, misread }: Reader,
): LoginRoute & { nextActions: NextAction[] } {
  const situation = situationOf(asked, catalogue, seen)
  const row = decide(situation.facts)
  const boxes = boxesOf(row, situation)
  const targets = targetsOf(situation, row, boxes, locale)
  const { reason, isEither } = reasonFor(row, situation, boxes, locale)
  const comparable = seen && isComparable(seen) ? seen.text : null
  const advising = { situation, row, boxes, targets, seen: comparable, locale }
  return {
    topology: row.topology,
    topologyReason: reason,
    nat: situation.facts.wan === 'carrier' ? 'carrier-grade' : natOf(asked.routerWan, seen),
    router: routerField(situation, boxes[0] ?? null, locale),
    isp: ispField(situation, locale),
    platform: asked.platform,
    connectionState: asked.state,
    notUnderstood: notUnderstoodIn(situation, misread),
    routeTargets: targets,
    gatewaySteps: gatewayStepsOf(situation, locale),
    checklist: checklistOf(advising),
    stickerHints: labelHintsOf(advising),
    ...warningsOf(advising),
    nextActions: loginActions({
      asked,
      situation,
      row,
      either: isEither ? reason : null,
      boxes,
      targets,
      seen,
      locale,
      misread: misread.map((field) => ({ field, value: shown(request[field] ?? '') })),
      ...followUpsOf(request),
    }),
  }
}

/** Returns why the boxes are taken for what they are. An address that no entry uses, on the network of a provider, may be its older box. */
function reasonFor({ because }: Row, situation: Situation, boxes: readonly Box[], locale: Locale) {
  const { gateway, provider, isGuessed, ispBox, catalogue } = situation
  const isStrange = gateway !== null && isGuessed && ownersOf(gateway, catalogue).length === 0
  const key = because === 'nothing-known' && isStrange ? 'guessed-box' : because
  const guessed = key === 'guessed-box' ? provider : null
  const box = guessed ? plainName(guessed.name, locale) : (ispBox?.name[locale] ?? topologyText.say(locale, 'provider-box', {}))
  const reason = topologyText.say(locale, key, { box, url: pageOf(gateway ?? '', boxes[0]?.brand ?? null) })
  return { reason, isEither: key === 'changed' || key === 'guessed-box' }
}

/** Returns the same question with better names, and the request that follows the login. */
function followUpsOf(request: Reader['request']): Pick<ActionFacts, 'again' | 'plan'> {
  const { routerWanIp, isp } = request
  return {
    again: (changed) => followUp('router-login-route', { ...request, ...changed }),
    plan: (routerBrand) =>
      followUp('port-forward-plan', {
        useCase: EXAMPLE,
        ...(routerBrand === undefined ? {} : { routerBrand }),
        ...(routerWanIp === undefined ? {} : { routerWanIp }),
        ...(isp === undefined ? {} : { isp }),
      }),
  }
}

/** Returns the router that was named; otherwise the closest box, as a guess. */
function routerField({ naming }: Situation, nearest: Box | null, locale: Locale): LoginRoute['router'] {
  if (naming.kind === 'unknown') return { id: null, name: naming.name, known: false }
  const named = namedBox(naming)
  const router = named ?? nearest?.brand
  const anyRouter = sayIn(actionsText, locale)('any-router')
  return { id: router?.id ?? null, name: router?.name[locale] ?? anyRouter, known: named !== null }
}

function ispField({ provider, isGuessed, unknownProvider }: Situation, locale: Locale): LoginRoute['isp'] {
  if (provider) {
    return { id: provider.id, name: provider.name[locale], known: true, guessed: isGuessed, support: provider.support }
  }
  return unknownProvider === null ? null : { id: null, name: unknownProvider.name, known: false, guessed: false, support: null }
}

function notUnderstoodIn({ naming, unknownProvider }: Situation, misread: Reader['misread']): LoginRoute['notUnderstood'] {
  return [
    ...(naming.kind === 'unknown' ? ['routerBrand' as const] : []),
    ...misread,
    ...(unknownProvider === null ? [] : ['isp' as const]),
  ]
}

/** Returns whether an address shows if the requester uses the line of the router: only public IPv4 addresses do. */
function isComparable(seen: Address): boolean {
  return seen.version === 4 && classify(seen).scope === 'public'
}
