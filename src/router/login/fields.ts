import { type Static, Type } from '@sinclair/typebox'
import type { Block } from '../../contract/blocks.ts'
import { oneOf, orNull } from '../../contract/schema.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { PLATFORM_IDS } from '../catalogue/schema.ts'
import { NAT_VERDICTS } from '../judgement/line.ts'
import { LOGIN_STATES } from './input.ts'
import { targetsText } from './targets.text.ts'
import { TOPOLOGIES } from './topology.ts'

const SENTENCES = Type.Array(Type.String())

/** The fields of a login route, except for the next actions. */
export const LOGIN_FIELDS = {
  topology: oneOf(...TOPOLOGIES),
  topologyReason: Type.String(),
  nat: oneOf(...NAT_VERDICTS),
  router: Type.Object({ id: orNull(Type.String()), name: Type.String(), known: Type.Boolean() }),
  isp: orNull(
    Type.Object({
      id: orNull(Type.String()),
      name: Type.String(),
      known: Type.Boolean(),
      guessed: Type.Boolean(),
      support: orNull(Type.String()),
    }),
  ),
  platform: orNull(oneOf(...PLATFORM_IDS)),
  connectionState: oneOf(...LOGIN_STATES),
  notUnderstood: Type.Array(oneOf('routerBrand', 'platform', 'connectionState', 'isp')),
  routeTargets: Type.Array(
    Type.Object({
      order: Type.Integer({ minimum: 1 }),
      kind: oneOf('personal-router', 'isp-equipment', 'vendor-hostname', 'app'),
      label: Type.String(),
      url: orNull(Type.String()),
      reason: Type.String(),
      handoff: Type.Object({
        open: oneOf('browser', 'app', 'settings'),
        url: orNull(Type.String()),
        app: orNull(Type.String()),
        expect: Type.String(),
        ifFails: Type.String(),
      }),
    }),
    { minItems: 1 },
  ),
  gatewaySteps: orNull(
    Type.Object({
      platform: Type.String(),
      commands: Type.Array(Type.Object({ shell: Type.String(), command: Type.String(), read: Type.String() })),
      menu: SENTENCES,
      notes: SENTENCES,
    }),
  ),
  checklist: SENTENCES,
  stickerHints: SENTENCES,
  warnings: SENTENCES,
  caution: orNull(Type.String()),
}

/** A route to the caller's routers, in the language of the reader. */
export type LoginRoute = { -readonly [Field in keyof typeof LOGIN_FIELDS]: Static<(typeof LOGIN_FIELDS)[Field]> }
/** A page, an app or a setting to log in with, what to expect there, and what to do if it fails. */
export type LoginTarget = Omit<LoginRoute['routeTargets'][number], 'order'>

type Shown = Pick<LoginRoute, 'topologyReason' | 'routeTargets' | 'checklist' | 'stickerHints' | 'warnings'>

/** Draws the pages in their order, and what helps where none opens. The steps say what everybody needs of that. */
export function loginTold({ topologyReason, routeTargets, ...lists }: Shown, locale: Locale): readonly Block[] {
  const say = sayIn(targetsText, locale)
  const links = routeTargets.map(({ label, url, reason, handoff: { app, expect, ifFails } }) => ({
    name: label,
    url,
    badges: url === null && app !== null ? [app] : [],
    notes: [reason, `${say('expect')} ${expect}`, `${say('if-not')} ${ifFails}`],
  }))
  const list = (title: 'checklist' | 'stickerHints' | 'warnings'): Block => ({
    kind: 'list',
    title: say(title),
    more: true,
    items: lists[title],
  })
  return [
    { kind: 'note', text: topologyReason, more: true },
    { kind: 'chain', title: say('pages'), more: true, links },
    list('checklist'),
    list('stickerHints'),
    list('warnings'),
  ]
}
