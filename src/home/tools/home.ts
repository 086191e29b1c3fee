import { Type } from '@sinclair/typebox'
import { goodOf, SITUATION } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { foreign, oneOf, PORT, pastedService, refusing } from '../../contract/schema.ts'
import { readAddress } from '../../policy/admit.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { HOME_EVENT, HOME_FIELDS } from '../fields.ts'
import { wanProven } from '../line.ts'
import { homeAdvice, portOf } from '../looking/advice.ts'
import { lookFromHome } from '../looking/look.ts'
import { homeTold, sayHome } from '../looking/told.ts'
import { homeText } from '../say.text.ts'
import { homeSubject } from '../subject.ts'

/** The first steps, which a terminal shows with the line that checks again. */
const SHOWN_STEPS = 2

const BODY = Type.Object({
  useCase: pastedService(Type.Optional(Type.String({ maxLength: 100, examples: ['minecraft-java'] }))),
  port: Type.Optional({ ...PORT, examples: [25_565] }),
  protocol: Type.Optional(oneOf('tcp', 'udp')),
  hostname: Type.Optional(Type.String({ maxLength: 253, examples: ['home.example.com'] })),
  routerWanIp: Type.Optional(refusing(Type.String({ maxLength: 100, examples: ['100.64.0.7'] }), 'invalid-target')),
})

/** Defines `doorstep home`: looks from inside, has `--server` look from outside, and names the box that is the cause. */
export function homeTool(world: HomeWorld): HomeTool {
  return defineHomeTool({
    name: 'home',
    server: 'optional',
    isReadOnly: true,
    text: homeText,
    body: BODY,
    result: Type.Object({
      situation: SITUATION,
      ...HOME_FIELDS,
      nextStep: foreign(NEXT_ACTIONS.items),
      nextActions: foreign(NEXT_ACTIONS),
    }),
    event: Type.Object(HOME_EVENT),
    good: { field: 'situation', values: ['open', 'not-needed', 'better-shut'] },
    judge: ({ situation, ...found }) => situation && goodOf(situation, portOf(found)),
    short: { field: 'verdict' },
    news: ['blockedAt', 'cause', 'ip'],
    details: ['also', 'arrived', 'outsideFailure'],
    headline: (found, { locale }) => sayHome(found, locale),
    blocks: (found, { locale }) => [homeTold(found, locale)],
    steps: ({ nextActions }) => nextActions.filter(({ code }, index) => index < SHOWN_STEPS || code === 'check-again'),
    printEvent: ({ summary }) => summary,
    async run({ body, catalogue, ipdata, locale, signal, report }) {
      const { routerWanIp: wan } = body
      const request = { ...body, ...(wan !== undefined && { routerWanIp: readAddress('routerWanIp', wan).text }) }
      const known = await catalogue()
      const subject = await homeSubject(request, known, { ipdata, locale })
      const found = await lookFromHome({ world, request, subject, known, locale, signal, report })
      const server = world.outside && asTyped(world.outside.server)
      const { wanIp = null, routerBrand = null } = found.gateway ?? {}
      const seen = { ...found, wanIp: wanIp ?? wanProven(found.line), routerBrand, platform: world.sources.platform }
      const facts = subject?.facts(seen, found.line.publicIp) ?? null
      const { situation, nextActions } = homeAdvice({ found, facts, server, locale })
      return { situation, ...found, nextStep: nextActions[0], nextActions }
    },
  })
}
