import { goodOfPlan, planAdvice, SITUATION, sayRules } from '../src/advice/index.ts'
import { doubtsAbout } from '../src/ipdata/index.ts'
import {
  factsOf,
  neededOf,
  PLAN_FIELDS,
  planFrom,
  planTold,
  readPlanRequest,
  shortSteps,
  warningOf,
} from '../src/router/index.ts'
import { defineTool, NEXT_ACTIONS, offline, oneOf, PORT, pastedService, refusing, t } from '../src/tool.ts'
import { text } from './port-forward-plan.text.ts'

const NAME_MAX = 100
const ADDRESS_MAX = 64
const PORTS_MAX = 32

/** Plans what to enter in which router to make a service reachable from outside. Nothing is contacted. */
export default defineTool({
  path: '/api/tools/port-forward-plan',
  group: 'router',
  rank: 40,
  text,
  policy: offline,
  body: t.Object({
    useCase: t.Optional(
      pastedService(refusing(t.String({ maxLength: NAME_MAX, examples: ['minecraft-java'] }), 'unknown-value')),
    ),
    ports: t.Optional(
      t.Array(
        t.Object({
          port: { ...PORT, examples: [25_565] },
          externalPort: t.Optional(PORT),
          protocol: t.Optional(oneOf('tcp', 'udp', 'both')),
        }),
        { minItems: 1, maxItems: PORTS_MAX },
      ),
    ),
    routerBrand: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['iptime'] })),
    internalIp: t.Optional(refusing(t.String({ maxLength: ADDRESS_MAX, examples: ['192.168.0.10'] }), 'invalid-target')),
    routerWanIp: t.Optional(refusing(t.String({ maxLength: ADDRESS_MAX, examples: ['100.64.0.7'] }), 'invalid-target')),
    isp: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['kt'] })),
    platform: t.Optional(t.String({ maxLength: NAME_MAX, examples: ['windows'] })),
  }),
  result: t.Object({ situation: SITUATION, ...PLAN_FIELDS, nextActions: NEXT_ACTIONS }),
  good: { field: 'forwardingWorks', values: ['yes', 'unknown'] },
  judge: ({ situation }) => goodOfPlan(situation),
  short: { field: 'rules', parts: ['externalPort:internalPort', 'protocol'] },
  details: ['menuVariants', 'reservationPath', 'listening', 'upnp', 'verify'],
  blocks: (plan, { locale }) => planTold(plan, locale),
  steps: shortSteps,
  warning: warningOf,
  headline({ service: { name: service, category }, router: { name, known, app }, ...plan }, { say, body, locale }) {
    const { forwardingWorks, situation, nat, rules, nextActions } = plan
    if (situation === 'not-needed') return say('headline.not-needed', { service })
    const isShut = situation === 'better-shut' && plan.ports.length > 0
    if (isShut) return say(plan.ports.some(({ forward }) => forward) ? 'headline.safer' : 'headline.never', { service })
    if (situation === 'carrier-grade' && nat === 'carrier-grade') return say('headline.carrier', { service })
    if (rules.length === 0 && nextActions[0]?.code === 'use-own-router') return say('headline.own-router', { service })
    if (situation === 'building') return say('headline.building', { service })
    const isToAsk = nextActions.some(({ code }) => code === 'ask-public-address')
    if (forwardingWorks === 'no') return say(isToAsk ? 'headline.needs-address' : 'headline.cannot-work', { service })
    if (plan.ports.length === 0) return say('headline.which-port', { service })
    if (situation === 'carrier-grade') return say('headline.shared', { service })
    const ports = sayRules(neededOf(rules), locale)
    const isConsole = category === 'console'
    const isRelayed = plan.upnp.status === 'not-needed-with-relay'
    if (situation === 'shared-ports' && !isConsole) return say('headline.shared-ports', { service })
    if (situation === 'two-routers')
      return say(isConsole ? 'headline.console-behind-two' : 'headline.two-routers', { service, ports })
    if (nextActions[0]?.code === 'try-without-rule' || ports === '')
      return say(isConsole ? 'headline.console' : isRelayed ? 'headline.relay' : 'headline.try-first', { service, ports })
    if (situation === 'access-point') return say('headline.outer-alone', { service, ports })
    if (nextActions.some(({ code }) => code === 'use-the-same-line'))
      return say('headline.wan-differs', { service, ports, wan: body.routerWanIp ?? '' })
    if (nextActions.some(({ code }) => code === 'use-own-vpn')) return say('headline.own-vpn', { service, ports })
    if (nextActions.some(({ code }) => code === 'use-safer-way')) return say('headline.careful', { service, ports })
    const router = app?.only ? say('headline.in-app', { router: name, app: app.name }) : name
    const isNamed = known || (body.routerBrand ?? '').trim() !== ''
    return isNamed ? say('headline.rules', { service, router, ports }) : say('headline.rules-anywhere', { service, ports })
  },
  async run({ body, caller, catalogue, ipdata, locale }) {
    const known = await catalogue()
    const { requester } = caller
    const asked = readPlanRequest(body, known, requester && ipdata.network(requester).asn)
    const facts = factsOf(asked, known, requester, locale)
    const { situation, nextActions } = planAdvice(facts)
    // A guessed provider rests on nothing but the network of the requester.
    const doubts = asked.isp?.guessed ? doubtsAbout(ipdata, locale) : []
    return { situation, ...planFrom(facts), nextActions: [...nextActions, ...doubts] }
  },
})
