import type { ProblemCode } from '../contract/problem.ts'
import { refusalsIn } from '../contract/schema.ts'
import { reachesOut } from '../policy/policies.ts'
import type { Tool } from '../tool.ts'

const ADDRESS = ['invalid-target', 'target-not-public'] as const
const HOST = [...ADDRESS, 'unresolvable-target'] as const
/** A check of a host without a port needs sockets that not every kernel gives. */
const PATH = [...HOST, 'unsupported-on-host'] as const
const SERVICE = [...ADDRESS, 'port-not-allowed'] as const
const REQUESTER = ['requester-not-public'] as const

/** The reasons for which each kind of policy refuses a target. */
const BY_POLICY: Readonly<Record<Tool['policy']['kind'], readonly ProblemCode[]>> = {
  offline: [],
  'at-home': [],
  'public-ip': ADDRESS,
  'dns-name': ADDRESS,
  requester: REQUESTER,
  'requester-and-name': [...REQUESTER, ...ADDRESS],
  'requester-service': [...REQUESTER, ...ADDRESS],
  'public-host': PATH,
  'public-path': [...PATH, 'port-not-allowed'],
  'public-service': SERVICE,
  'public-url': [...SERVICE, 'unresolvable-target'],
  // A finding of the tool is what other policies refuse.
  'public-name': ['invalid-target'],
}

/**
 * Returns every code with which a run of a tool refuses a body that it has read: by its schema, its policy, the fields that declare
 * refusals, or a limit.
 */
export function refusalCodesOf({ body, policy, weight }: Tool): ReadonlySet<ProblemCode> {
  // A query tells who asks, which is not known over a socket file unless a proxy says so.
  if (!body) return new Set(REQUESTER)
  const isUnresolvedRefused = policy.kind === 'public-service' && policy.unresolved === 'refused'
  return new Set<ProblemCode>([
    'invalid-request',
    ...BY_POLICY[policy.kind],
    ...(isUnresolvedRefused ? (['unresolvable-target'] as const) : []),
    ...refusalsIn(body).map(({ code }) => code),
    ...(weight > 0 ? (['rate-limited'] as const) : []),
    // A tool that sends nothing does not take a slot.
    ...(weight > 0 && reachesOut(policy) ? (['overloaded'] as const) : []),
  ])
}
