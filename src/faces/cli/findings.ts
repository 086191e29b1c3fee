/** The field of an answer that says what was found, and the values that it has when all is well. */
export interface GoodFinding {
  readonly field: string
  readonly good: readonly (string | boolean)[]
}

/**
 * What each tool calls good: any other finding makes the command line exit with 1, so that a script can say `if doorstep ssl-check ...`.
 * A tool that is not here has no finding that is bad.
 */
export const GOOD_FINDINGS: Readonly<Record<string, GoodFinding>> = {
  'ddns-match': { field: 'verdict', good: ['match'] },
  'dns-lookup': { field: 'status', good: ['noerror'] },
  'dns-propagation': { field: 'verdict', good: ['consistent'] },
  'http-headers': { field: 'outcome', good: ['response'] },
  ping: { field: 'status', good: ['reachable', 'partial'] },
  'port-check': { field: 'status', good: ['open'] },
  'port-forward-plan': { field: 'forwardingWorks', good: ['yes', 'unknown'] },
  'public-service-check': { field: 'verdict', good: ['reachable'] },
  reachability: { field: 'verdict', good: ['reachable'] },
  'reverse-dns': { field: 'status', good: ['noerror'] },
  'ssl-check': { field: 'valid', good: [true] },
  traceroute: { field: 'reached', good: [true] },
}

/** Whether an answer of a tool says that something is not as it should be. */
export function isNegative(name: string, answer: unknown): boolean {
  const finding = GOOD_FINDINGS[name]
  if (!finding || typeof answer !== 'object' || answer === null) return false
  const found = Object.entries(answer).find(([field]) => field === finding.field)?.[1]
  return !finding.good.some((good) => good === found)
}
