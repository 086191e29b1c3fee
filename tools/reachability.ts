import { goodOf, portState } from '../src/advice/index.ts'
import { keyIn, PROOF_KEY, type ShownPort } from '../src/diagnostics/port/index.ts'
import { doubtsAbout } from '../src/ipdata/index.ts'
import {
  endIn,
  FAMILY_FIELDS,
  printStep,
  REACHABILITY_FIELDS,
  reachFamilies,
  reachOf,
  reachTold,
  SCHEMES,
  STEP_FIELDS,
  subjectOf,
} from '../src/reachability/index.ts'
import { defineTool, NEXT_ACTIONS, oneOf, PORT, pastedService, refusing, requesterAndName, t } from '../src/tool.ts'
import { text } from './reachability.text.ts'

const hint = (...examples: string[]) => t.Optional(t.String({ maxLength: 100, examples }))

/** The actions that a terminal shows without details. */
const SHOWN_STEPS = 4

/**
 * Checks whether the internet reaches the requester's service, and if not, names the one thing to do: six steps, up to the first that
 * explains the rest.
 */
export default defineTool({
  path: '/api/tools/reachability',
  group: 'port',
  rank: 10,
  text,
  policy: requesterAndName('hostname', { connects: true, pairs: 'alsoMe' }),
  body: t.Object({
    useCase: pastedService(refusing(hint('minecraft-java', '마인크래프트'), 'unknown-value')),
    port: t.Optional({ ...PORT, examples: [25_565] }),
    protocol: t.Optional(oneOf('tcp', 'udp')),
    hostname: t.Optional(t.String({ examples: ['home.example.com'] })),
    scheme: t.Optional(oneOf(...SCHEMES)),
    routerBrand: hint('iptime'),
    internalIp: hint('192.168.0.10'),
    routerWanIp: hint('100.64.0.7'),
    isp: hint('kt'),
    platform: hint('windows'),
    proof: t.Optional(PROOF_KEY),
    alsoMe: t.Optional(t.Array(t.String({ maxLength: 100 }), { maxItems: 2 })),
  }),
  event: t.Object(STEP_FIELDS),
  result: t.Object({ ...REACHABILITY_FIELDS, ...FAMILY_FIELDS, nextStep: NEXT_ACTIONS.items, nextActions: NEXT_ACTIONS }),
  deadlineMs: 25_000,
  good: { field: 'verdict', values: ['reachable', 'not-needed'] },
  judge({ situation, steps }) {
    // A seam: the result of this step is that of port-check.
    const port = steps.find(({ step }) => step === 'port')?.result
    return situation && goodOf(situation, port ? portState(port as ShownPort) : 'nobody')
  },
  news: ['blockedAt'],
  reach: { field: 'verdict', reached: ['reachable'], missed: ['blocked'], address: ['ip'] },
  details: ['cause'],
  blocks: (answer, { locale }) => reachTold(answer, locale),
  steps: ({ nextActions }) => nextActions.slice(0, SHOWN_STEPS),
  headline({ ip, service, protocol: used, port, hostname, verdict, blockedAt, steps, situation }, { say, body, target, net }) {
    const codes = new Set(steps.map(({ code }) => code))
    if (port === null) return say(`headline.line-${lineOf(blockedAt, codes)}`, { ip, hostname: hostname ?? '' })
    const protocol = used.toUpperCase()
    const what = service
      ? say('headline.of-service', { service: service.name, protocol, port })
      : say('headline.of-port', { protocol, port })
    const { seen } = reachOf({ target: target.requester.address, source: net.tcp.sourceTo(target.at(port)) })
    const from = say(seen === 'internet' ? 'headline.from-internet' : 'headline.from-here')
    const isBetterShut = situation === 'better-shut' || situation === 'exposed'
    // The port is all that speaks for this service.
    const usual =
      service && body.useCase === undefined ? say('headline.of-usual', { service: service.name, protocol, port }) : what
    if (verdict === 'not-needed') return say('headline.not-needed', { service: service?.name ?? what })
    if (codes.has('console-only') && verdict === 'cannot-tell') return say('headline.console', { service: service?.name ?? what })
    if (codes.has('port-proven') && verdict === 'reachable' && !isBetterShut) return say('headline.proven', { what, ip, from })
    if (verdict === 'reachable' && situation === 'untrusted') return say('headline.untrusted', { what, ip })
    if (verdict === 'reachable' && situation === 'other-answers') return say('headline.service', { what, ip })
    if (codes.has('service-unidentified') && verdict === 'reachable' && !isBetterShut)
      return say('headline.unidentified', { what, ip })
    if (verdict === 'reachable') return say(isBetterShut ? 'headline.exposed' : 'headline.reachable', { what, ip, from })
    if (blockedAt === 'address') return say('headline.not-own-line', { what, ip })
    if (blockedAt === 'name') return say('headline.name', { hostname: hostname ?? '', what, ip })
    if (blockedAt === 'port' && codes.has('port-someone-else')) return say('headline.someone-else', { what, ip })
    if (codes.has('router-page-open')) return say('headline.router-page', { what, ip })
    if (codes.has('service-other')) return say('headline.other-service', { what, ip })
    if (blockedAt === 'service') return say('headline.service', { what, ip })
    if (blockedAt === 'nat' && codes.has('router-cannot-help')) return say('headline.line', { what })
    if (isBetterShut && verdict === 'blocked') return say('headline.rightly-closed', { what: usual, ip, from })
    if (blockedAt === 'nat' && situation === 'carrier-grade') return say('headline.shared-line', { what, ip, from })
    const end = situation === 'two-routers' ? null : endIn(steps)
    if (end !== null && blockedAt !== 'nat') return say(`headline.${end}`, { what, ip })
    return verdict === 'cannot-tell' ? say('headline.cannot-tell', { what, ip }) : say('headline.blocked', { what, ip, from })
  },
  printEvent: printStep,
  async run({ body, target, net, ipdata, disclosure, catalogue, locale, report }) {
    const known = await catalogue()
    // A next step is taken later, when the tokens may have expired and nobody listens with the key.
    const { alsoMe, proof, ...request } = body
    const subject = await subjectOf(request, { known, ipdata, seen: target.requester.address })
    const world = { target, net, ipdata, disclosure, known, locale, key: keyIn(proof) }
    const { nextStep, nextActions, ...answer } = await reachFamilies(subject, world, { request: subject.usable, report })
    return {
      ...answer,
      notUnderstood: [...subject.notUnderstood],
      nextStep,
      nextActions: [...nextActions, ...doubtsAbout(ipdata, locale)],
    }
  },
})

/** Returns what is known of the line, and of the name, where no port was named. */
function lineOf(blockedAt: string | null, codes: ReadonlySet<string>) {
  if (blockedAt === 'address') return 'proxy'
  if (blockedAt === 'nat') return 'no'
  if (blockedAt === 'name') return 'name'
  if (codes.has('ipv6-direct')) return '6'
  if (codes.has('two-routers-unproved')) return 'two'
  return codes.has('no-translation') ? 'own' : 'unknown'
}
