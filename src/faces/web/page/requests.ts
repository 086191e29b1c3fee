import type { Reachability, Request } from './answers.ts'
import type { Run } from './runs.ts'
import type { PageSay } from './words.ts'

/** Fields as typed; `subject` is the name of a service, or a port. */
export type ReachFields = { readonly subject: string } & { readonly [Field in DetailField]?: string }

/** `8080`, `:8080`, `8080/udp`, `udp 8080` */
const PORT = /^(?:(tcp|udp)\s*)?:?(\d{1,6})(?:\s*[/ ]\s*(tcp|udp))?$/i
/** The longest value that is taken from a link. */
const VALUE_MAX = 253

export function withoutEmpty(fields: Partial<ReachFields>): Partial<ReachFields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** Returns the body for `reachability`: a number is a port, anything else the name of a service. */
export function requestOf({ subject, ...details }: ReachFields): Request {
  const [, before, digits, behind] = PORT.exec(subject.trim()) ?? []
  const protocol = (before ?? behind)?.toLowerCase()
  const what = digits === undefined ? { useCase: subject.trim() } : { port: Number(digits), ...(protocol ? { protocol } : {}) }
  return { ...what, ...withoutEmpty(Object.fromEntries(Object.entries(details).map(([field, value]) => [field, value.trim()]))) }
}

/** Returns the first fields of the question: those of a link, otherwise those of what is shown. */
export function firstFields(linked: URLSearchParams, run: Pick<Run, 'request'> | null): ReachFields {
  return fieldsIn(linked.size > 0 ? Object.fromEntries(linked) : (run?.request ?? {}))
}

/** Returns the fields that make such a body, or such values of a link. */
export function fieldsIn(request: Request): ReachFields {
  const { useCase, port, protocol } = request
  const ofPort = typeof protocol === 'string' ? `${port}/${protocol}` : port
  const details = Object.keys(LABELS).flatMap((field) => (field in request ? [[field, linkedValue(request[field])]] : []))
  return { subject: linkedValue(useCase ?? ofPort), ...Object.fromEntries(details) }
}

function linkedValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, VALUE_MAX) : ''
}

/** The tool that says what to enter in a router, without sending anything. */
export const PLAN = 'port-forward-plan'

/** Returns the request for the plan of the service that a check is about. */
export function planRequest({ port, protocol, hostname, scheme, ...rest }: Request): Request {
  return port === undefined ? rest : { ...rest, ports: [{ port, protocol: protocol ?? 'tcp' }] }
}

/** Returns the request for the plan of a check, as its answer suggests it. */
export function planRequestOf({ nextActions = [], port, protocol }: Reachability, request: Request): Request {
  const suggested = nextActions.find((action) => action.tool === PLAN)?.request
  return suggested ?? planRequest(request.useCase === undefined ? { ...request, port, protocol } : request)
}

/** Labels of the fields of the home question. */
export const LABELS = {
  hostname: 'reach.name',
  isp: 'reach.isp',
  routerBrand: 'reach.router',
  routerWanIp: 'reach.wan',
  internalIp: 'reach.device',
} as const
export type DetailField = keyof typeof LABELS

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
  if (field === 'useCase') return { field: 'subject', code, text: detail, meant: didYouMean }
  return isDetail(field) ? { field, code, text: detail, meant: [] } : null
}

export function isDetail(name: string | undefined): name is DetailField {
  return name !== undefined && Object.hasOwn(LABELS, name)
}

const PORT_MAX = 65_535
const PORTS_MAX = 3

/** Returns the ports that a text mentions: what was typed for a service may be a range, or an address with a port. */
export function subjectsIn(text: string): string[] {
  const numbers = text.match(/(?<![\d.])\d{2,5}(?![\d.])/g) ?? []
  return [...new Set(numbers)].filter((number) => Number(number) <= PORT_MAX).slice(0, PORTS_MAX)
}
