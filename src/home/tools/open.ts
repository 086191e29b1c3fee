import { Type } from '@sinclair/typebox'
import { adviceText, goodOf, SITUATION } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { OPEN_FIELDS, type OpenFound } from '../fields.ts'
import { openAdvice } from '../opening/advice.ts'
import { MEANS, type Means, protocolsOf, secondsIn, shutPort } from '../opening/doors.ts'
import { EVENT_KINDS, type HeldOpen, holdOpen, isMissed, missingIn, ruleOf } from '../opening/hold.ts'
import { openText } from '../opening/opening.text.ts'
import { protocolNames, sayChecked, sayRefusals, sayRule, timeOf } from '../opening/say.ts'
import { portSubject } from '../subject.ts'

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
