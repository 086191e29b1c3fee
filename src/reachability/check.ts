import type { NameSeen } from '../advice/index.ts'
import type { Locale, Slots } from '../contract/text.ts'
import type { ToolRequests } from '../contract/tool-requests.gen.ts'
import { checkPort } from '../diagnostics/port/index.ts'
import type { Where } from '../diagnostics/where/index.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { IdentityQuery } from '../net/identity/index.ts'
import type { Net } from '../net/index.ts'
import type { Address } from '../policy/address.ts'
import type { RequesterService } from '../policy/admit.ts'
import type { Disclosure } from '../policy/gate.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import {
  factsOf,
  type Hints,
  type Judgement,
  judge,
  type Plan,
  type PlanFacts,
  type Provider,
  planOf,
  type Service,
} from '../router/index.ts'
import type { Scheme, ShownStep, StepStatus } from './fields.ts'
import { stepsText } from './steps.text.ts'

/** The request of the caller, to be repeated unchanged. */
export type Request = ToolRequests['reachability']

/** The subject of a check: the request of the caller, parsed. */
export interface Subject extends Omit<Hints, 'isp'> {
  /** The service that was named, or the one that most likely uses the port. */
  readonly useCase: UseCase | null
  /** The way to ask who answers at the port; null if there is none. */
  readonly query: IdentityQuery | null
  /** Whether the service was named. */
  readonly isNamed: boolean
  /** Whether neither a service nor a port was named: then the line alone is looked at, and the port below stands for any. */
  readonly isLineOnly: boolean
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly scheme: Scheme | null
  readonly provider: Provider | null
  /** The service to plan for. */
  readonly service: Service
  /** The service to judge: one that is merely likely on a port is not a reason to advise for or against it. */
  readonly judged: Service
  /** The request without the hints that cannot be used, for other tools. */
  readonly usable: Request
  /** The reasons why they cannot. */
  readonly misread: readonly Misread[]
}

/** A hint that was left aside: its field, and a sentence that says why. */
export interface Misread {
  readonly field: 'internalIp' | 'routerWanIp'
  readonly text: (locale: Locale) => string
}

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

type Checked = Awaited<ReturnType<typeof checkPort>>
/** The finding of port-check on the port. */
export type PortFound = Checked['found']

/** One check: the subject, the world, and what several steps need. */
export interface Check extends Subject, World {
  readonly seen: Address
  /** The truth that every tool tells of this service on this line. */
  readonly judgement: Judgement
  /** Returns everything that is known of the service and the line before anything is sent, and the router's address as a record tells it. */
  readonly facts: (published: Address | null) => PlanFacts
  /** Returns the answer of port-forward-plan, made the first time it is called. */
  readonly plan: () => Plan
  /** Probes the port, the first time it is called. */
  readonly probed: () => ReturnType<typeof checkPort>
  /** Returns what a probe has found so far; null before there was one. */
  readonly checked: () => Checked | null
  readonly found: () => PortFound | null
  finding<C extends Code & keyof typeof stepsText.en>(
    status: StepStatus,
    code: C,
    slots: Record<Slots<(typeof stepsText.en)[C]>, string | number>,
    evidence?: Evidence,
  ): Finding
}

export function checkOf(subject: Subject, world: World): Check {
  const { target, net, known, locale, key } = world
  const seen = target.requester.address
  const asked = { ...subject, isp: subject.provider }
  let planned: Plan | undefined
  let probing: ReturnType<typeof checkPort> | undefined
  let done: Checked | null = null
  return {
    ...subject,
    ...world,
    seen,
    judgement: judge({ ...asked, service: subject.judged }, known, seen),
    facts: (published) =>
      factsOf({ ...asked, service: subject.judged, routerWan: asked.routerWan ?? published }, known, seen, locale),
    plan() {
      planned ??= planOf(asked, known, seen, locale)
      return planned
    },
    probed() {
      const asking = { protocol: subject.protocol, explains: true, query: subject.query, key }
      probing ??= checkPort(net, target.at(subject.port), asking, world).then((checked) => {
        done = checked
        return checked
      })
      return probing
    },
    checked: () => done,
    found: () => done?.found ?? null,
    finding: (status, code, slots, evidence) => ({
      status,
      code,
      summary: stepsText.say(locale, code, slots),
      tool: evidence?.tool ?? null,
      result: evidence?.result ?? null,
    }),
  }
}
