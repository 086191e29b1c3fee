import type { Policy } from './policies.ts'

/** How much of a caller's allowance a tool takes that does all its policy lets it do; about the packets it sends, in tens. */
export const WEIGHTS: Readonly<Record<Policy['kind'], number>> = {
  // It sends nothing, but it is work.
  offline: 1,
  'public-ip': 1,
  requester: 1,
  'public-host': 2,
  'public-service': 2,
  'public-url': 2,
  'dns-name': 3,
  'requester-and-name': 3,
  'requester-service': 4,
  'public-path': 4,
}
