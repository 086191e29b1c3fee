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
const DETAILS = ['routerBrand', 'isp', 'routerWanIp', 'internalIp', 'hostname'] as const
/** The longest value that is taken from a link. */
const VALUE_MAX = 253

/** Returns the body for `reachability`: a number is a port, anything else the name of a service. */
export function requestOf({ subject, ...details }: ReachFields): Record<string, unknown> {
  const [, before, digits, behind] = PORT.exec(subject.trim()) ?? []
  const protocol = (before ?? behind)?.toLowerCase()
  const what = digits === undefined ? { useCase: subject.trim() } : { port: Number(digits), ...(protocol ? { protocol } : {}) }
  const given = Object.entries(details).filter(([, value]) => value.trim() !== '')
  return { ...what, ...Object.fromEntries(given.map(([field, value]) => [field, value.trim()])) }
}

/** Returns the first fields of the question: those of a link, otherwise those of what is shown. */
export function firstFields(
  linked: URLSearchParams,
  run: { readonly request: Readonly<Record<string, unknown>> } | null,
): ReachFields {
  return fieldsIn(linked.size > 0 ? Object.fromEntries(linked) : (run?.request ?? {}))
}

/** Returns the fields that make such a body, or such values of a link. */
export function fieldsIn(request: Readonly<Record<string, unknown>>): ReachFields {
  const { useCase, port, protocol } = request
  const ofPort = typeof protocol === 'string' ? `${port}/${protocol}` : port
  const details = DETAILS.flatMap((field) => (field in request ? [[field, textOf(request[field])]] : []))
  return { subject: textOf(useCase ?? ofPort), ...Object.fromEntries(details) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, VALUE_MAX) : ''
}
