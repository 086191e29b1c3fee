import type { NameSeen } from '../advice/index.ts'
import type { Locale, Slots } from '../contract/text.ts'
import { type WhoAnswers, whoAnswers } from '../diagnostics/identity/index.ts'
import { checkPort } from '../diagnostics/port/index.ts'
import { type About, sayMeaning, type Where } from '../diagnostics/where/index.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Net } from '../net/index.ts'
import type { Address } from '../policy/address.ts'
import type { RequesterService } from '../policy/admit.ts'
import type { Disclosure } from '../policy/gate.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { factsOf, firewallLine, judgementOf, type Plan, planOf } from '../router/index.ts'
import type { ShownStep, StepStatus } from './fields.ts'
import { stepsText } from './steps.text.ts'
import type { Subject } from './subject.ts'

/** The means of the steps. */
export interface World {
  readonly target: RequesterService
  readonly net: Net
  readonly ipdata: IpData
  readonly disclosure: Disclosure
  readonly known: Catalogue
  readonly locale: Locale
  /** The key of a proof that the port leads to the one who asks; null if none is asked for. */
  readonly key: Uint8Array | null
}

/** The evidence for a finding: the work of a tool. */
export interface Evidence {
  readonly tool: string | null
  readonly result: Record<string, unknown> | null
}

export type Code =
  | Exclude<keyof typeof stepsText.en, `${'label' | 'misread'}.${string}` | 'network-unknown' | 'family-slow'>
  | `port-${Exclude<Where['verdict'], 'cannot-tell'>}`
export type Finding = Pick<ShownStep, 'status' | 'summary' | 'tool' | 'result'> & {
  readonly code: Code
  /** The name that it is about, for advice. */
  readonly name?: NameSeen
}

/** The finding of port-check on the port. */
export type PortFound = Awaited<ReturnType<typeof checkPort>>['found']

/** One check: the subject, the world, and what several steps need. */
export type Check = ReturnType<typeof checkOf>

export function checkOf(subject: Subject, world: World) {
  const { target, net, known, locale, key } = world
  const seen = target.requester.address
  const asked = { ...subject, isp: subject.provider }
  const judged = { ...asked, service: subject.judged }
  let planned: Plan | undefined
  let probing: ReturnType<typeof checkPort> | undefined
  let done: Awaited<ReturnType<typeof checkPort>> | null = null
  return {
    ...subject,
    ...world,
    seen,
    /** The truth that every tool tells of this service on this line. */
    judgement: judgementOf(judged, known, seen),
    /** Returns everything that is known of the service and the line before anything is sent, and the router's address as a record tells it. */
    facts: (published: Address | null) => factsOf({ ...judged, routerWan: asked.routerWan ?? published }, known, seen, locale),
    /** Returns the answer of port-forward-plan, made the first time it is called. */
    plan() {
      planned ??= planOf(asked, known, seen, locale)
      return planned
    },
    /** Probes the port, the first time it is called. */
    probed() {
      const asking = { protocol: subject.protocol, explains: true, query: subject.query, key }
      probing ??= checkPort(net, target.at(subject.port), asking, world).then((checked) => {
        done = checked
        return checked
      })
      return probing
    },
    /** Returns what a probe has found so far; null before there was one. */
    checked: () => done,
    found: () => done?.found ?? null,
    finding: findingIn(locale),
  }
}

function findingIn(locale: Locale) {
  return <C extends Code & keyof typeof stepsText.en>(
    status: StepStatus,
    code: C,
    slots: Record<Slots<(typeof stepsText.en)[C]>, string | number>,
    { tool = null, result = null }: Partial<Evidence> = {},
  ): Finding => ({ status, code, summary: stepsText.say(locale, code, slots), tool, result })
}

/** Returns where packets to the port ended; null before it was probed, if it is open, and where nobody could look. */
export function seenEnd(check: Check): Where | null {
  return check.found()?.where ?? null
}

/** Returns whether the public address itself was heard forwarding the port. */
export function isRuleProven(check: Check): boolean {
  return seenEnd(check)?.forwardingRule === 'proven'
}

/** Returns whether a second box behind the public address passed the port on as well. */
export function isPassedOnTwice({ forwarders }: Where): boolean {
  return (forwarders ?? 0) > 1
}

/** Returns where packets ended with everything that the words about it need. */
export function aboutEnd(check: Check, where: Where): About {
  const { seen, port, protocol, useCase, query, service, platform, locale } = check
  return {
    where,
    port,
    protocol,
    locale,
    ip: seen.text,
    version: seen.version,
    service: useCase?.name[locale] ?? null,
    isAsked: query !== null && (query.port ?? port) === port,
    firewall: firewallLine({ service, platform, port, protocol }, locale),
  }
}

/** Returns who answers at the port; null before it was probed, and if nobody said. */
export function seenWho({ query, port, found }: Check): WhoAnswers | null {
  return whoAnswers(found()?.identity ?? null, query, port)
}

/** Returns whether the router that shows a private address is behind one that forwards the port, and was not seen to pass it on. */
export function isBehindForwarder(check: Check): boolean {
  const where = seenEnd(check)
  return check.judgement.line.nat === 'double-nat' && where?.forwardingRule === 'proven' && !isPassedOnTwice(where)
}

/** Returns the meaning of the end of the packets that is the cause; null if the cause is another, or a router behind the one that was seen. */
export function meaningOf(check: Check, cause: Finding | null): string | null {
  const where = seenEnd(check)
  const isBehindTwo = where !== null && check.judgement.line.nat === 'double-nat' && !isPassedOnTwice(where)
  if (where === null || isBehindTwo || check.judgement.advice === 'keep-shut') return null
  return cause?.code === `port-${where.verdict}` ? sayMeaning(aboutEnd(check, where)) : null
}
