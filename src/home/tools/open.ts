import { Type } from '@sinclair/typebox'
import { followUp, NEXT_ACTIONS, type Next, type NextAction } from '../../contract/next-action.ts'
import { oneOf, PORT, usually } from '../../contract/schema.ts'
import type { Say } from '../../contract/text.ts'
import { defineHomeTool, type HomeTool } from '../define.ts'
import { OPEN_FIELDS, type OPEN_STATUSES } from '../fields.ts'
import type { Protocol } from '../opening/doors.ts'
import { type Asked, EVENT_KINDS, type HeldOpen, holdOpen, isMissed, ruleOf } from '../opening/hold.ts'
import { MEANS, type Means } from '../opening/means.ts'
import { protocolNames, sayChecked, sayEnded, sayRefusals, timeOf } from '../opening/say.ts'
import { protocolsOf, secondsIn, shutPort } from '../opening/terms.ts'
import { portInstead } from '../typed-line.ts'
import { asTyped, type HomeWorld } from '../world.ts'
import { openText } from './open.text.ts'

const BODY = Type.Object({
  port: { ...PORT, examples: [25_565] },
  protocol: usually(oneOf('tcp', 'udp', 'both'), 'tcp'),
  externalPort: Type.Optional({ ...PORT, examples: [25_565] }),
  for: Type.Optional(Type.String({ maxLength: 10, examples: ['2h'] })),
  anyway: usually(Type.Boolean(), false),
})

/** `doorstep open`: has the router lead a port to this computer, for as long as it runs. */
export function openTool(world: HomeWorld, means: Means = MEANS): HomeTool {
  return defineHomeTool({
    name: 'open',
    programs: ['upnpc', 'upnp', 'natpmpc'],
    server: 'optional',
    takesBack: true,
    text: openText,
    body: BODY,
    result: Type.Object({ ...OPEN_FIELDS, nextActions: NEXT_ACTIONS }),
    event: Type.Object({ kind: oneOf(...EVENT_KINDS), summary: Type.String() }),
    good: { field: 'status', values: ['closed', 'was-open'] },
    headline({ status, port, rules }, { say, locale, body: { protocol = 'tcp' } }) {
      const slots = { port, protocol: protocolNames(protocolsOf(protocol), locale) }
      if (status === 'left') return say('headline.left', { ...slots, time: timeLeft(rules) })
      return say(status === 'refused' && rules.length > 0 ? 'headline.partly' : `headline.${status}`, slots)
    },
    printEvent: ({ summary }) => summary,
    print({ port, rules, refusals, checks }, locale) {
      return [
        ...rules.map((rule) => sayEnded(rule, port, locale)),
        ...sayRefusals(refusals, locale),
        ...checks.map((one) => sayChecked(one, locale)),
      ].join('\n')
    },
    async run({ body, signal, report, refuse, catalogue, locale, say, next }) {
      const { port, protocol = 'tcp', externalPort = port, for: time, anyway = false } = body
      const protocols = protocolsOf(protocol)
      const forS = time === undefined ? null : secondsIn(time)
      if (time !== undefined && forS === null) return refuse('bad-time', {}, { field: 'for', code: 'invalid-request' })
      const shut = anyway ? null : shutPort(await catalogue(), [port, externalPort], protocols)
      if (shut) {
        const why = shut.service ? say('often', { service: shut.service.name[locale] }) : say('attacked')
        return refuse('shut', { port: shut.port, why }, { field: 'port', code: 'invalid-request' })
      }
      const asked = { port, externalPort, protocols, forS }
      const found = await holdOpen(asked, { world, means, locale, signal, report })
      return { ...resultOf(found, asked, signal), nextActions: guidance({ next, say }, found, asked, world) }
    },
  })
}

function timeLeft(rules: readonly { readonly isLeft: boolean; readonly endsAt: string | null }[]): string {
  return timeOf(rules.find(({ isLeft }) => isLeft)?.endsAt ?? 0)
}

function resultOf(found: HeldOpen, asked: Asked, signal: AbortSignal) {
  return {
    port: asked.port,
    gateway: found.doors[0]?.gateway.address.text ?? null,
    rules: found.held.map(ruleOf),
    refusals: [...found.refused],
    checks: found.checks.map((one) => ({ ...one, outside: one.outside && { ...one.outside } })),
    status: statusOf(found, asked, signal),
  }
}

function statusOf(
  { held, checks, doors }: HeldOpen,
  { protocols }: Asked,
  { aborted }: AbortSignal,
): (typeof OPEN_STATUSES)[number] {
  if (held.some(({ opener, isLeft }) => opener !== null && isLeft)) return 'left'
  if (held.length === 0) return doors.length === 0 || aborted ? 'failed' : 'refused'
  if (protocols.some((protocol) => isMissing(protocol, held, doors))) return 'refused'
  if (isMissed(checks)) return 'unreachable'
  return held.every(({ opener }) => opener === null) ? 'was-open' : 'closed'
}

/** Returns whether a protocol was not opened over IPv4, which most people come by; over IPv6 if there is no other gateway. */
function isMissing(protocol: Protocol, held: HeldOpen['held'], doors: HeldOpen['doors']): boolean {
  const family = doors.some((door) => door.family === 'ipv4') ? 'ipv4' : 'ipv6'
  return !held.some(({ wanted, door }) => wanted.protocol === protocol && door.family === family)
}

/** The reasons for which the port may be had by hand, in the router's own settings. */
const BY_HAND: readonly string[] = ['unsupported', 'forbidden', 'permanent', 'other', 'garbled', 'silent', 'no-room']

interface Speaking {
  readonly next: Next<typeof openText.en>
  readonly say: Say<typeof openText.en>
}

function guidance(speaking: Speaking, found: HeldOpen, asked: Asked, { outside }: HomeWorld): NextAction[] {
  const { next } = speaking
  const { computer, held, refused, doors, checks } = found
  const { port, externalPort, protocols } = asked
  const by = protocols.length === 2 ? 'both' : (protocols[0] ?? 'tcp')
  const plan = followUp('port-forward-plan', { ports: [{ port, externalPort, protocol: by }] })
  const left = held.find(({ opener, isLeft }) => opener !== null && isLeft)
  const missing = protocols.filter((protocol) => isMissing(protocol, held, doors))
  const reasons = new Set<string>(refused.flatMap(({ protocol, reason }) => (missing.includes(protocol) ? [reason] : [])))
  const wasMissed = checks.some(({ reached }) => reached === 'no')
  const { inside } = computer
  const server = outside === null ? 'URL' : asTyped(outside.server)
  const steps = [
    // A gateway that makes rules is a router.
    ...(inside !== null && doors.length === 0 ? [next(`run-outside-${inside}`, {})] : []),
    ...(left ? [next('close-later', { port })] : []),
    ...(doors.length === 0 ? [next('switch-on-upnp', {}), next('make-rule', { port }, plan)] : []),
    ...(reasons.has('taken') ? [next('choose-external-port', { port, externalPort: portInstead(externalPort) })] : []),
    ...(reasons.has('no-address') ? [next('look-at-line', { port, server })] : []),
    ...(BY_HAND.some((reason) => reasons.has(reason)) && !reasons.has('taken') ? [next('make-rule', { port }, plan)] : []),
    ...inTheWay(speaking, found, port),
    ...(wasMissed ? [next('look-from-inside', { port, server })] : []),
  ]
  return steps.length === 0 && outside === null ? [next('name-server', { port })] : steps
}

/** Returns what to do about everything that was seen to keep others out although there is a rule. */
function inTheWay({ next, say }: Speaking, { computer, checks, held }: HeldOpen, port: number): NextAction[] {
  const { listening, firewall } = computer
  const allow = (line: string | null) =>
    line === null ? next('allow-on-device', { port }) : next('allow-on-device-by', { port, line })
  const router = held.find(({ door, externalIp }) => door.family === 'ipv4' && externalIp !== null)?.externalIp
  const missed = checks.find(({ family, reached }) => family === 'ipv4' && reached !== 'yes')
  const seen = typeof missed?.outside?.ip === 'string' ? missed.outside.ip : null
  const differs = router && seen !== null && router !== seen
  return [
    ...(listening?.onlyLoopback ? [next('listen-everywhere', { program: listening.program ?? say('a-program') })] : []),
    ...(firewall?.blocks === 'yes' ? [{ ...allow(firewall.line), code: 'allow-on-device' }] : []),
    ...(differs ? [next('look-at-second-router', { router, seen })] : []),
  ]
}
