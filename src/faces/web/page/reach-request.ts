/** Fields as typed; `subject` is the name of a service, or a port. */
export interface ReachFields {
  readonly subject: string
  readonly routerBrand?: string
  readonly isp?: string
  readonly routerWanIp?: string
  readonly internalIp?: string
  readonly hostname?: string
}

/** `8080`, `:8080`, `8080/udp`, `udp 8080` */
const PORT = /^(?:(tcp|udp)\s*)?:?(\d{1,6})(?:\s*[/ ]\s*(tcp|udp))?$/i

/** Returns the body for `reachability`: a number is a port, anything else the name of a service. */
export function requestOf({ subject, ...details }: ReachFields): Record<string, unknown> {
  const [, before, digits, behind] = PORT.exec(subject.trim()) ?? []
  const protocol = (before ?? behind)?.toLowerCase()
  const what = digits === undefined ? { useCase: subject.trim() } : { port: Number(digits), ...(protocol ? { protocol } : {}) }
  const given = Object.entries(details).filter(([, value]) => value.trim() !== '')
  return { ...what, ...Object.fromEntries(given.map(([field, value]) => [field, value.trim()])) }
}
