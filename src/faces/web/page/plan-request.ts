/** The tool that says what to enter in a router, without sending anything. */
export const PLAN = 'port-forward-plan'

type Request = Readonly<Record<string, unknown>>

/** Returns the request for the plan of the service that a check is about. */
export function planRequest({ port, protocol, hostname, scheme, ...rest }: Request): Request {
  return port === undefined ? rest : { ...rest, ports: [{ port, protocol: protocol ?? 'tcp' }] }
}
