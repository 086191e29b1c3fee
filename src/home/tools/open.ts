import { type Static, type TObject, Type } from '@sinclair/typebox'
import { adviceText, goodOf, SITUATION } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { defineHomeTool, type HomeTool } from '../define.ts'
import { OPEN_FIELDS, type OPEN_STATUSES } from '../fields.ts'
import { adviceFor } from '../opening/advice.ts'
import { MEANS, type Means, protocolsOf, secondsIn, shutPort } from '../opening/doors.ts'
import { type Asked, EVENT_KINDS, type HeldOpen, holdOpen, isMissed, isMissing, ruleOf } from '../opening/hold.ts'
import { protocolNames, sayChecked, sayEnded, sayRefusals, timeOf } from '../opening/say.ts'
import { portSubject } from '../subject.ts'
import type { HomeWorld } from '../world.ts'
import { openText } from './open.text.ts'

const BODY = Type.Object({
  port: { ...PORT, examples: [25_565] },
  protocol: usually(oneOf('tcp', 'udp', 'both'), 'tcp'),
  externalPort: Type.Optional({ ...PORT, examples: [25_565] }),
  for: Type.Optional(Type.String({ maxLength: 10, examples: ['2h'] })),
  anyway: usually(Type.Boolean(), false),
})

type Ended = Static<TObject<typeof OPEN_FIELDS>>

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
      if (status === 'left') return say('headline.left', { ...slots, time: timeLeft(rules) })
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
        const key = shut.service ? 'use-safer-way.port-of-service' : 'use-safer-way.port-attacked'
        const advice = adviceText.say(locale, key, { danger: shut.port, service: shut.service?.name[locale] ?? '' })
        return refuse('shut', { advice }, { field: 'port', code: 'invalid-request' })
      }
      const asked = { port, externalPort, protocols, forS }
      const found = await holdOpen(asked, { world, means, locale, signal, report })
      const subject = await portSubject({ port, protocol: protocol === 'udp' ? 'udp' : 'tcp' }, known, { ipdata, locale })
      const { situation, nextActions } = adviceFor({ ...found, asked, subject, world, locale })
      return { situation, ...resultOf(found, asked, signal), nextActions }
    },
  })
}

function endedLines({ port, rules, refusals, checks }: Ended, locale: Locale): string[] {
  const ended = rules.map((rule) => sayEnded(rule, port, locale))
  return [...ended, ...sayRefusals(refusals, locale), ...checks.map((one) => sayChecked(one, locale))]
}

function timeLeft(rules: readonly { readonly isLeft: boolean; readonly endsAt: string | null }[]): string {
  return timeOf(rules.find(({ isLeft }) => isLeft)?.endsAt ?? 0)
}

function resultOf(found: HeldOpen, asked: Asked, signal: AbortSignal) {
  return {
    port: asked.port,
    gateway: found.doors[0]?.gateway.address.text ?? null,
    // The router may have answered over IPv6 first.
    rules: found.held.map(ruleOf).toSorted((one, other) => one.family.localeCompare(other.family)),
    refusals: [...found.refused],
    checks: found.checks
      .map((one) => ({ ...one, outside: one.outside && { ...one.outside } }))
      .toSorted((one, other) => one.family.localeCompare(other.family)),
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
