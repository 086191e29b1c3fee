import type { ReachFields } from './reach-request.ts'
import type { Run } from './use-run.ts'
import type { PageSay } from './words.ts'

/** Labels of the fields of the home question. */
export const LABELS = {
  hostname: 'reach.name',
  isp: 'reach.isp',
  routerBrand: 'reach.router',
  routerWanIp: 'reach.wan',
  internalIp: 'reach.device',
} as const

/** A refusal that belongs to one field of the home question. */
export interface Complaint {
  readonly field: keyof ReachFields
  readonly code: string
  readonly text: string
  /** Ids of services that may have been meant. */
  readonly meant: readonly string[]
}

/** Returns what the server said against a field of the home question; null if it accepted all, or refused for another reason. */
export function complaintOf(run: Run | null, say: PageSay): Complaint | null {
  if (run?.ending?.kind !== 'refused') return null
  const { field, code, detail, didYouMean = [] } = run.ending.problem
  if (field === 'port') return { field: 'subject', code, text: say('reach.port'), meant: [] }
  if (field === 'useCase') {
    return { field: 'subject', code, text: detail.replaceAll('"useCase"', () => `"${say('reach.service')}"`), meant: didYouMean }
  }
  const [name, label] = Object.entries(LABELS).find(([name]) => name === field) ?? []
  if (!isDetail(name) || label === undefined) return null
  return { field: name, code, text: detail.replaceAll(`"${name}"`, () => `"${say(label)}"`), meant: [] }
}

/** Returns whether it is one of the fields that make the answer better. */
export function isDetail(name: string | undefined): name is keyof typeof LABELS {
  return name !== undefined && name in LABELS
}

const PORT_MAX = 65_535
const PORTS_MAX = 3

/** Returns the ports that a text mentions: what was typed for a service may be a range, or an address with a port. */
export function subjectsIn(text: string): string[] {
  const numbers = text.match(/(?<![\d.])\d{2,5}(?![\d.])/g) ?? []
  return [...new Set(numbers)].filter((number) => Number(number) <= PORT_MAX).slice(0, PORTS_MAX)
}
