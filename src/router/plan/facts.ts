import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Judgement } from '../judgement/index.ts'
import type { Line } from '../judgement/line.ts'
import type { PlanRequest } from './request.ts'
import type { PortCheck, Rule } from './rules.ts'

/** The facts behind the advice on a port forward. */
export interface PlanFacts extends PlanRequest, Line, Pick<Judgement, 'advice' | 'need' | 'dangers'> {
  readonly known: Catalogue
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  /** The rules that the request would need, even if none can work. */
  readonly wanted: readonly Rule[]
  /** The rules to add: none if none can work. */
  readonly rules: readonly Rule[]
  readonly checks: readonly PortCheck[]
  readonly locale: Locale
}

/** Devices with a system of their own, on which no commands are typed. */
const CLOSED_DEVICES: ReadonlySet<string> = new Set(['console', 'camera', 'nas'])

export function takesCommands({ service, platform }: Pick<PlanFacts, 'service' | 'platform'>): boolean {
  if (CLOSED_DEVICES.has(service.category)) return false
  return platform === null || platform === 'windows' || platform === 'macos' || platform === 'linux'
}
