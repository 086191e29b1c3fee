import type { Policy } from './policies.ts'

/** The part of a caller's allowance that a tool takes if it does all its policy lets it do; about the packets it sends, in tens. */
const WEIGHTS: Readonly<Record<Policy['kind'], number>> = {
  // It sends nothing, but it is work.
  offline: 1,
  // No server runs it.
  'at-home': 0,
  'public-ip': 1,
  requester: 1,
  'public-host': 2,
  'public-service': 2,
  'public-url': 2,
  'dns-name': 3,
  'requester-and-name': 3,
  'requester-service': 4,
  'public-path': 4,
  'public-name': 5,
}

/** Returns the weight of a tool, at least 1 if it sends something, whatever its file says. */
export function weightOf({ policy, weight = WEIGHTS[policy.kind] }: { policy: Policy; weight?: number }): number {
  const least = policy.kind === 'offline' || policy.kind === 'at-home' ? 0 : 1
  if (Number.isInteger(weight) && weight >= least) return weight
  throw new Error(`a tool with the policy "${policy.kind}" weighs an integer from ${least} on, not ${weight}`)
}
