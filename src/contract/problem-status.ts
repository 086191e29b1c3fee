/** Every problem code, with its HTTP status. */
export const PROBLEM_STATUS = {
  'invalid-json': 400,
  'malformed-request': 400,
  'target-not-public': 403,
  'requester-not-public': 403,
  'port-not-allowed': 403,
  'foreign-origin': 403,
  'prefetch-refused': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'wrong-host': 421,
  'invalid-request': 422,
  'invalid-target': 422,
  'unknown-value': 422,
  'unresolvable-target': 422,
  'rate-limited': 429,
  internal: 500,
  overloaded: 503,
  'nothing-found': 503,
  'unsupported-on-host': 503,
} as const

export type ProblemCode = keyof typeof PROBLEM_STATUS
