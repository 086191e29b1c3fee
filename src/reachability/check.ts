import type { NameSeen } from '../advice/index.ts'
import type { Locale, Slots } from '../contract/text.ts'
import { checkPort } from '../diagnostics/port/index.ts'
import type { Where } from '../diagnostics/where/index.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Net } from '../net/index.ts'
import type { Address } from '../policy/address.ts'
import type { RequesterService } from '../policy/admit.ts'
import type { Disclosure } from '../policy/gate.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { factsOf, judge, type Plan, planOf } from '../router/index.ts'
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
  | Exclude<keyof typeof stepsText.en, `${'label' | 'misread'}.${string}` | 'network-unknown'>
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
    judgement: judge(judged, known, seen),
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
