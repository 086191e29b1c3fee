import { goodOfPlan, loginAdvice, SITUATION } from '../src/advice/index.ts'
import { doubtsAbout } from '../src/ipdata/index.ts'
import {
  LOGIN_FIELDS,
  loginFactsOf,
  loginRouteFrom,
  loginTold,
  providerOfNetwork,
  readGateway,
  readPlatform,
  readState,
} from '../src/router/index.ts'
import { defineTool, NEXT_ACTIONS, offline, readAddress, refusing, t } from '../src/tool.ts'
import { text } from './router-login-route.text.ts'

const name = (...examples: string[]) => t.Optional(t.String({ maxLength: 100, examples }))
const address = (example: string) => t.Optional(refusing(t.String({ maxLength: 64, examples: [example] }), 'invalid-target'))

/** Lists the pages to open, in order, to log in to the caller's routers. Nothing is contacted: the addresses are on the caller's network. */
export default defineTool({
  path: '/api/tools/router-login-route',
  group: 'router',
  rank: 50,
  text,
  policy: offline,
  body: t.Object({
    routerBrand: name('iptime'),
    gateway: address('192.168.0.1'),
    platform: name('windows'),
    connectionState: name('yes', 'no', 'unknown'),
    isp: name('kt'),
    routerWanIp: address('172.30.1.42'),
  }),
  result: t.Object({ situation: SITUATION, ...LOGIN_FIELDS, nextActions: NEXT_ACTIONS }),
  judge: ({ situation }) => goodOfPlan(situation),
  short: { field: 'routeTargets', parts: ['url'] },
  details: ['nat', 'platform', 'connectionState', 'gatewaySteps', 'caution'],
  blocks: (found, { locale }) => loginTold(found, locale),
  // The way on is a button, not something to do in the router.
  steps: ({ nextActions }) => nextActions.filter(({ code }) => !code.startsWith('see-')),
  warning: ({ caution }) => caution,
  headline({ situation, nat, nextActions: [first], routeTargets: [target, next], ...answer }, { say, body }) {
    const { router, isp, topology, topologyReason } = answer
    const { label = '', url = null, handoff } = target ?? {}
    if (first?.code === 'leave-hotspot') return say('headline.hotspot', { gateway: body.gateway ?? '' })
    if (situation === 'building' || nat === 'carrier-grade') return topologyReason
    const { kind: behind, url: other = null } = next ?? {}
    if (url !== null && other !== null && topology === 'isp-plus-router' && behind === 'isp-equipment')
      return say(nat === 'double-nat' ? 'headline.two' : 'headline.two-perhaps', { label, url, other })
    if (url !== null) return say('headline.open', { label, url })
    if (!handoff?.app) return say('headline.find')
    return say(isp?.guessed && !router.known ? 'headline.app-perhaps' : 'headline.app', { app: handoff.app })
  },
  async run({ body, caller, catalogue, ipdata, locale }) {
    const known = await catalogue()
    const { requester } = caller
    const { platform, variant, isUnderstood } = readPlatform(body.platform, known.platforms)
    const state = readState(body.connectionState)
    const asked = {
      routerBrand: body.routerBrand,
      isp: body.isp,
      gateway: readGateway(body.gateway),
      routerWan: body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp),
      platform,
      variant,
      state: state ?? 'unknown',
      guess: requester && providerOfNetwork(ipdata.network(requester).asn, known),
    }
    const misread = [...(isUnderstood ? [] : ['platform' as const]), ...(state === null ? ['connectionState' as const] : [])]
    const facts = loginFactsOf(asked, known, { seen: requester, locale, request: body, misread })
    const { situation, nextActions } = loginAdvice(facts)
    const doubts = asked.guess !== null && body.isp === undefined ? doubtsAbout(ipdata, locale) : []
    return { situation, ...loginRouteFrom(facts), nextActions: [...nextActions, ...doubts] }
  },
})
