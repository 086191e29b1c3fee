import type { Locale, Slots } from '../contract/text.ts'
import type { ToolRequests } from '../contract/tool-requests.gen.ts'
import { checkPort } from '../diagnostics/port/index.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Net } from '../net/index.ts'
import type { Address } from '../policy/address.ts'
import type { RequesterService } from '../policy/admit.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import type { Hints, Provider } from '../router/index.ts'
import type { Scheme, ShownStep, StepStatus } from './fields.ts'
import { stepsText } from './steps.text.ts'

/** The request of the caller, to be repeated unchanged. */
export type Request = ToolRequests['reachability']

/** The subject of a check: the request of the caller, parsed. */
export interface Subject extends Omit<Hints, 'isp'> {
  /** The service that was named, or the one that most likely uses the port. */
  readonly useCase: UseCase | null
  /** Whether the service was named. */
  readonly isNamed: boolean
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly scheme: Scheme | null
  readonly provider: Provider | null
}

/** The means of the steps. */
export interface World {
  readonly target: RequesterService
  readonly net: Net
  readonly ipdata: IpData
  readonly known: Catalogue
  readonly locale: Locale
}

/** The evidence for a finding: the work of a tool. */
export interface Evidence {
  readonly tool: string | null
  readonly result: Record<string, unknown> | null
}

export type Code = Exclude<keyof typeof stepsText.en, `label.${string}` | 'network-unknown'>
export type Finding = Pick<ShownStep, 'status' | 'summary' | 'tool' | 'result'> & { readonly code: Code }

/** One check: the subject, the world, and what several steps need. */
export interface Check extends Subject, World {
  readonly seen: Address
  /** Probes the port, the first time it is called. */
  readonly probed: () => ReturnType<typeof checkPort>
  finding<C extends Code>(
    status: StepStatus,
    code: C,
    slots: Record<Slots<(typeof stepsText.en)[C]>, string | number>,
    evidence?: Evidence,
  ): Finding
}

export function checkOf(subject: Subject, world: World): Check {
  const { target, net, locale } = world
  let probing: ReturnType<typeof checkPort> | undefined
  return {
    ...subject,
    ...world,
    seen: target.requester.address,
    probed() {
      probing ??= checkPort(net, target.at(subject.port), subject.protocol)
      return probing
    },
    finding: (status, code, slots, evidence) => ({
      status,
      code,
      summary: stepsText.say(locale, code, slots),
      tool: evidence?.tool ?? null,
      result: evidence?.result ?? null,
    }),
  }
}
