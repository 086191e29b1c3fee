import type { ToolAnswer } from './answers.ts'

/** The tool that says what to enter in a router, without sending anything. */
export const PLAN = 'port-forward-plan'

export type Request = Readonly<Record<string, unknown>>

/** Returns the request for the plan of the service that a check is about. */
export function planRequest({ port, protocol, hostname, scheme, ...rest }: Request): Request {
  return port === undefined ? rest : { ...rest, ports: [{ port, protocol: protocol ?? 'tcp' }] }
}

/** Returns the request for the plan of an answer, as the answer itself suggests it. */
export function planRequestOf({ tool, nextActions = [], port, protocol }: ToolAnswer, request: Request): Request {
  if (tool === PLAN) return request
  const suggested = nextActions.find((action) => action.tool === PLAN)?.request
  return suggested ?? planRequest(request.useCase === undefined ? { ...request, port, protocol } : request)
}
