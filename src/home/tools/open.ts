import { Type } from '@sinclair/typebox'
import { adviceText, advise, type Case, goodOf, type Here, SITUATION, type Situation, situationIn } from '../../advice/index.ts'
import { followUp, NEXT_ACTIONS, type NextAction, nextIn } from '../../contract/next-action.ts'
import { oneOf, PORT, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { parseAddress } from '../../policy/address.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { OPEN_FIELDS, type OpenFound } from '../fields.ts'
import { MEANS, type Means, type Protocol, protocolsOf, secondsIn, shutPort } from '../opening/doors.ts'
import { EVENT_KINDS, type HeldOpen, holdOpen, isMissed, missingIn, ruleOf } from '../opening/hold.ts'
import { openText } from '../opening/opening.text.ts'
import { protocolNames, sayChecked, sayRefusals, sayRule, timeOf } from '../opening/say.ts'
import { type HomeSubject, hereOf, linesFor, portInstead, portSubject, uniqueActions } from '../subject.ts'

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
    result: Type.Object({ situation: SITUATION, ...OPEN_FIELDS, nextActions: NEXT_ACTIONS }),
    event: Type.Object({ kind: oneOf(...EVENT_KINDS), summary: Type.String() }),
    good: { field: 'status', values: ['closed', 'was-open'] },
    // Without a server, its word is that of the router.
    judge: ({ situation }) => (situation === null ? undefined : goodOf(situation, 'shut')),
    headline({ status, port, rules }, { say, locale, body: { protocol = 'tcp' } }) {
      const slots = { port, protocol: protocolNames(protocolsOf(protocol), locale) }
      const time = timeOf(rules.find(({ isLeft }) => isLeft)?.endsAt ?? 0)
      if (status === 'left') return say('headline.left', { ...slots, time })
      return say(status === 'refused' && rules.length > 0 ? 'headline.partly' : `headline.${status}`, slots)
    },
    printEvent: ({ summary }) => summary,
    blocks: (found, { locale }) => [{ kind: 'list', items: endedLines(found, locale) }],
    async run({ body, signal, report, refuse, catalogue, ipdata, locale }) {
      const { port, protocol = 'tcp', externalPort = port, for: time, anyway = false } = body
      const protocols = protocolsOf(protocol)
      const forS = time === undefined ? null : secondsIn(time)
      if (time !== undefined && forS === null) return refuse('bad-time', {}, { field: 'for', code: 'invalid-request' })
      const known = await catalogue()
      const shut = anyway ? null : shutPort(known, [port, externalPort], protocols)
      if (shut) {
        const advice = sayShut(shut, locale)
        return refuse('shut', { advice }, { field: 'port', code: 'invalid-request' })
      }
      const found = await holdOpen({ port, externalPort, protocols, forS }, { world, means, locale, signal, report })
      const subject = await portSubject({ port, protocol: protocol === 'udp' ? 'udp' : 'tcp' }, known, { ipdata, locale })
      const { situation, nextActions } = openAdvice({ ...found, subject, world, locale })
      return { situation, ...openResult(found, signal), nextActions }
    },
  })
}

function sayShut({ port, service }: NonNullable<ReturnType<typeof shutPort>>, locale: Locale): string {
  const key = service ? 'use-safer-way.port-of-service' : 'use-safer-way.port-attacked'
  const [name = '', safer = ''] = [service?.name[locale], service?.saferAlternative?.[locale]]
  return adviceText.say(locale, key, { danger: port, service: name, safer })
}

function endedLines({ port, rules, refusals, checks }: OpenFound, locale: Locale): string[] {
  const ended = rules.map((rule) => sayRule(rule, { port, becomes: 'ended' }, locale))
  return [...ended, ...sayRefusals(refusals, locale), ...checks.map((one) => sayChecked(one, locale))]
}

function openResult(found: HeldOpen, { aborted }: AbortSignal): OpenFound {
  const { asked, doors, held, refused: refusals, checks } = found
  // The router may have answered over IPv6 first.
  const byFamily = (one: { readonly family: string }, other: { readonly family: string }) =>
    one.family.localeCompare(other.family)
  return {
    port: asked.port,
    gateway: doors[0]?.gateway.address.text ?? null,
    rules: held.map(ruleOf).toSorted(byFamily),
    refusals,
    checks: checks.toSorted(byFamily),
    status: openStatus(found, aborted),
  }
}

function openStatus(found: HeldOpen, isAborted: boolean): OpenFound['status'] {
  const { held, doors, checks } = found
  if (held.some(({ opener, isLeft }) => opener !== null && isLeft)) return 'left'
  if (held.length === 0) return doors.length === 0 || isAborted ? 'failed' : 'refused'
  if (missingIn(found).length > 0) return 'refused'
  if (isMissed(checks)) return 'unreachable'
  return held.every(({ opener }) => opener === null) ? 'was-open' : 'closed'
}

/** A run that is over, and its subject. */
type EndedRun = HeldOpen & { readonly subject: HomeSubject; readonly world: HomeWorld; readonly locale: Locale }

/** A situation that is in the way, and its steps where those of the situation say less. */
type Hindrance = readonly [situation: Situation, steps?: Here['steps']]

/** Returns the situation, and what to do; null where nobody was to look, and nothing was seen to be in the way. */
function openAdvice(run: EndedRun): { situation: Situation | null; nextActions: NextAction[] } {
  const { computer, doors, checks, world, asked, locale } = run
  const seen = hindrancesIn(run)
  const missing = missingIn(run)
  const protocols = missing.length > 0 ? missing : asked.protocols
  const [first = hindranceUnseen(run), ...others] = seen
  const isDone = seen.length === 0 && checks.some(({ reached }) => reached === 'yes')
  const hindrances = isDone ? [] : [first, ...others]
  const steps = hindrances.flatMap((hindrance) =>
    protocols.flatMap((protocol) => advise(openCase(run, hindrance, protocol)).steps),
  )
  const { inside } = computer
  // A gateway that makes rules is a router.
  const beside = inside !== null && doors.length === 0 ? [nextIn(adviceText, locale)(`run-outside-${inside}`, {})] : []
  const isUnasked = seen.length === 0 && world.outside === null
  return {
    situation: isUnasked ? null : situationIn(openCase(run, first, protocols[0])),
    nextActions: [...beside, ...uniqueActions(steps)],
  }
}

/** The reasons for which the port may be had by hand, in the router's own settings. */
const BY_HAND: readonly string[] = ['unsupported', 'forbidden', 'permanent', 'other', 'garbled', 'silent', 'no-room']

/** Returns everything that was seen to be in the way, the first thing to do first. */
function hindrancesIn(run: EndedRun): Hindrance[] {
  const { computer, doors, held, refused, checks } = run
  const missing = missingIn(run)
  const reasons = refused.filter(({ protocol }) => missing.includes(protocol))
  const taken = reasons.filter(({ reason }) => reason === 'taken')
  const isByHand = taken.length === 0 && reasons.some(({ reason }) => BY_HAND.includes(reason))
  const { listening, firewall } = computer
  const causes: [boolean, ...Hindrance][] = [
    [held.some(({ opener, isLeft }) => opener !== null && isLeft), 'exposed', ['close-later']],
    [doors.length === 0, 'no-rule-seen', ['forward-port', 'switch-on-upnp']],
    [taken.length > 0, taken.some(({ by }) => by !== null) ? 'device-elsewhere' : 'no-rule-seen', ['use-other-port.here']],
    [reasons.some(({ reason }) => reason === 'no-address'), 'two-routers', ['look-from-inside']],
    [isByHand, 'no-rule-seen', ['forward-port']],
    [listening?.onlyLoopback === true, 'program-off', ['start-service.all-addresses']],
    [firewall?.blocks === 'yes', 'firewall'],
  ]
  const wasMissed = checks.some(({ reached }) => reached === 'no')
  return [
    ...causes.flatMap(([isSo, ...cause]) => (isSo ? [cause] : [])),
    ...lineIn(run),
    ...(wasMissed ? [['firewall', ['look-from-inside']] as const] : []),
  ]
}

/** Returns the address that the router has, and that of the line as the server sees it where it came no further. */
function addressesIn({ held, checks }: EndedRun) {
  const router = held.find(({ door, externalIp }) => door.family === 'ipv4' && externalIp !== null)?.externalIp ?? null
  const missed = checks.find(({ family, reached }) => family === 'ipv4' && reached !== 'yes')
  const { ip } = missed?.outside ?? {}
  return { router, seen: typeof ip === 'string' ? (parseAddress(ip)?.text ?? null) : null }
}

/** Returns the line as a cause: the server sees another address than the router has. */
function lineIn(run: EndedRun): Hindrance[] {
  const { router, seen } = addressesIn(run)
  if (router === null || seen === null || router === seen) return []
  const { here: _, ...outside } = openCase(run, ['unknown'])
  const line = situationIn(outside)
  return [line === 'no-rule-seen' ? ['unknown', ['use-the-same-line']] : [line]]
}

/** Returns what is left where nothing was seen to be in the way: what the server says, and why it says nothing. */
function hindranceUnseen({ computer, checks, world, asked }: EndedRun): Hindrance {
  if (checks.some(({ reached }) => reached === 'yes')) return ['open']
  if (world.outside === null) return ['not-checked', ['look-from-outside']]
  if (checks.length === 0) return ['not-checked', ['look-from-inside']]
  if (checks.some(({ failure }) => failure !== null)) return ['not-checked', ['look-from-outside.failed']]
  if (computer.vpn) return ['unknown', ['connect-directly']]
  return ['unknown', [asked.protocols.includes('udp') ? 'try-the-program' : 'look-from-inside']]
}

function openCase(run: EndedRun, [situation, steps]: Hindrance, protocol: Protocol = run.asked.protocols[0] ?? 'tcp'): Case {
  const { computer, doors, held, checks, asked, subject, world } = run
  const { port, externalPort, protocols } = asked
  const { router, seen } = addressesIn(run)
  const { platform } = world.sources
  const facts = subject.facts({ computer, wanIp: router, routerBrand: null, platform }, seen)
  const server = world.outside && asTyped(world.outside.server)
  const { open } = linesFor({ port, protocol, server: null })
  const lines = {
    ...linesFor({ port, protocol, server }),
    look: `${open} --server URL`,
    open: `${open} --external-port ${portInstead(externalPort)}`,
  }
  const by = protocols.length === 2 ? 'both' : protocol
  const told = { situation, ...(steps && { steps }), isRuled: held.length > 0, opens: false, lines }
  const gateway = doors.find(({ family }) => family === 'ipv4')?.gateway.address.text ?? null
  return {
    facts,
    version: 4,
    ip: seen,
    asked: { port, protocol },
    port: held.some(({ isLeft }) => isLeft) ? 'open' : 'shut',
    reason: checks.find(({ failure }) => failure !== null)?.failure ?? null,
    requests: { plan: followUp('port-forward-plan', { ports: [{ port, externalPort, protocol: by }] }) },
    here: hereOf(computer, { ...told, router: gateway }, { port, protocol, server }),
  }
}
