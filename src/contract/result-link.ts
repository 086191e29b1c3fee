import { isRecord } from './clean.ts'

/** The part of the page's address before the data. It is behind `#`, so browsers never send it. */
export const RESULT_PREFIX = 'result='
/** The form of the data: a page of another form says that it cannot read it. */
const FORM = '2'
/** The longest data: with the address of a page, it is a link of at most 700 characters. */
const DATA_MAX = 600

/** Returns whether a text is one that a reader's page has a sentence for, and not itself one. */
export function isCode(text: string): boolean {
  return /^(?=.{1,60}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** The form of a value. Anybody can write a link, so nothing is written into one or read out of it that could be a sentence. */
type Form = (text: string) => boolean

function like(form: RegExp): Form {
  return (text) => form.test(text)
}

function listOf(form: Form, max: number): Form {
  return (text) => text.split(',').length <= max && text.split(',').every(form)
}

/** The longest id of the catalogue has 22 letters, and four words. */
const ID = like(/^(?=.{1,30}$)[a-z\d]+(?:-[a-z\d]+){0,3}$/)
const NAME = like(/^(?=.{1,255}$)(?:[\w*-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})\.?$/i)
/** An address, or the part of one that is told; none that is used inside a home. */
const ADDRESS = like(
  /^(?!10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|f[cd]|fe[89ab])(?:(?:\d{1,3}\.){3}(?:\d{1,3}|x)|(?=.{3,41}$)[\da-f]{0,4}(?::[\da-f]{0,4})+x?)$/,
)
const isHost: Form = (text) => NAME(text) || ADDRESS(text)
const NUMBER = like(/^\d{1,9}(?:\.\d{1,3})?$/)
const PORTS = listOf(like(/^(?:tcp|udp)-\d{1,5}(?:-\d{1,5})?$/), 12)
/** Names in the answers of name servers: with more of them, they could be a sentence, and only their number is told. */
const NAMES_MAX = 3

/** Returns whether it has numbers, names and addresses alone: texts of strangers are counted, but not told. */
function isAnswers(text: string): boolean {
  const words = text.split(/[ ,]/).filter((word) => !/^\d+$/.test(word))
  const names = words.filter((word) => !ADDRESS(word))
  return names.length <= NAMES_MAX && names.every(NAME)
}

/** Returns whether it is a URL without a path, which could be a sentence. */
function isServer(text: string): boolean {
  const { origin, hostname } = URL.canParse(text) ? new URL(text) : { origin: null, hostname: '' }
  return origin === text && /^https?:/.test(text) && isHost(hostname.replace(/^\[|\]$/g, ''))
}

type Answer = Readonly<Record<string, unknown>>
type Source = string | ((answer: Answer) => unknown)
const field = (form: Form, ...sources: readonly Source[]) => ({ form, sources })
/** The port as a step of reachability. */
const PORT = 'steps.3.result'

/** The fields of every link, each with its form and the places of an answer where it may stand. */
const TOLD = {
  tool: field(like(/^[a-z][a-z0-9-]{0,39}$/), 'tool'),
  checkedAt: field(like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/), 'checkedAt'),
  good: field(like(/^(?:true|false)$/), 'good'),
  situation: field(isCode, 'situation'),
  step: field(isCode, ({ good, nextActions }) => (good === true ? '' : recordsIn(nextActions)[0]?.code)),
  found: field(isCode, `${PORT}.status`, 'outcome', 'status', 'verdict'),
  useCase: field(ID, 'service.id'),
  routerBrand: field(ID, 'router.id', 'steps.5.result.router.id', 'gateway.routerBrand'),
  port: field(like(/^\d{1,5}$/), 'port'),
  protocol: field(like(/^(?:tcp|udp)$/), 'protocol'),
  ports: field(PORTS, ({ ports }) =>
    recordsIn(ports)
      .filter(({ forward }) => forward !== false)
      .map(({ protocol, external }) => `${protocol}-${external}`),
  ),
  blockedAt: field(isCode, 'blockedAt'),
  end: field(isCode, 'where.verdict', `${PORT}.where.verdict`),
  rule: field(isCode, 'where.forwardingRule', `${PORT}.where.forwardingRule`),
  identity: field(isCode, 'identity.kind'),
  proof: field(isCode, 'proof'),
} as const

/** The fields that tell a place or a name: no link about an own connection holds them, but for what its sender chooses. */
const NAMED = {
  ip: field(ADDRESS, 'ip', 'publicIp'),
  hostname: field(NAME, 'hostname'),
  domain: field(NAME, 'domain'),
  host: field(isHost, 'host'),
  target: field(isHost, 'target'),
  url: field(isServer, ({ finalUrl, url }) => originOf(finalUrl ?? url)),
  address: field(ADDRESS, 'address', 'resolved.address'),
  recordType: field(like(/^[A-Z][A-Z\d]{0,9}$/), 'recordType'),
  values: field(isAnswers, 'values', 'hostnames', 'values.length', 'hostnames.length'),
  httpStatus: field(NUMBER, 'http.status', 'status'),
  sent: field(NUMBER, 'packets.sent'),
  received: field(NUMBER, 'packets.received'),
  average: field(NUMBER, 'rttMs.avg'),
  hops: field(NUMBER, 'hops.length'),
  days: field(NUMBER, 'certificate.daysRemaining'),
  problems: field(listOf(isCode, 8), 'problems', ({ methods }) => recordsIn(methods).flatMap(problemsOf)),
  countryCode: field(like(/^[A-Z]{2}$/), 'countryCode'),
  asn: field(NUMBER, 'asn', 'asns.0.asn'),
  prefix: field(like(/^[\da-f.:]{3,45}\/\d{1,3}$/), 'prefix'),
  place: field(like(/^-?\d{1,2}(?:\.\d{1,6})?,-?\d{1,3}(?:\.\d{1,6})?$/), ({ coordinates }) => Object.values(coordinates ?? {})),
} as const
const FIELDS = { ...TOLD, ...NAMED }

/** A result out of a link: codes, numbers and addresses, never a text in a language. Anybody can write a link, so it proves nothing. */
export type LinkedResult = Readonly<Partial<Record<keyof typeof FIELDS, string>> & { tool: string; checkedAt: string }>

interface Holding {
  /** Set for a result about the connection of whoever asks: names are left out, and what follows unless it is chosen. */
  readonly isOwn: boolean
  readonly wholeAddress?: boolean
  readonly hostName?: boolean
}

/** Returns an answer as the data of a link, with what there is room for; null for what is not the answer of a tool. */
export function writeResult(answer: object, holding: Holding): string | null {
  const params = new URLSearchParams({ form: FORM })
  for (const [name, { form, sources }] of Object.entries(FIELDS)) {
    const hasRoom = (text: string) => sealed(new URLSearchParams([...params, [name, text]])).length <= DATA_MAX
    const texts = sources.map((source) => heldOf(name, textAt({ ...answer }, source), holding))
    const held = texts.find((text) => form(text) && hasRoom(text))
    if (held !== undefined) params.append(name, held)
  }
  return params.has('tool') && params.has('checkedAt') ? sealed(params) : null
}

/** Reads the data of a link; null if it was cut or changed, or is of another form. */
export function readResult(data: string): LinkedResult | null {
  if (data.length > DATA_MAX) return null
  const params = new URLSearchParams(data)
  const sum = params.get('sum')
  params.delete('sum')
  if (params.get('form') !== FORM || sum !== sumOf(params)) return null
  const known = Object.entries(FIELDS).flatMap(([name, { form }]) => {
    const text = params.get(name)
    return text !== null && form(text) ? [[name, text] as const] : []
  })
  const { tool, checkedAt, ...rest } = Object.fromEntries(known)
  return tool && checkedAt ? { ...rest, tool, checkedAt } : null
}

function sealed(params: URLSearchParams): string {
  return `${params}&sum=${sumOf(params)}`
}

/** Returns a sum that shows whether a link was cut or changed on its way; anybody can make one. */
function sumOf(params: URLSearchParams): string {
  const prime = 2 ** 31 - 1
  return [...`${params}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % prime, 0).toString(36)
}

function heldOf(name: string, text: string, { isOwn, wholeAddress, hostName }: Holding): string {
  if (!isOwn || name in TOLD) return text
  if (name === 'ip') return wholeAddress ? text : shortened(text)
  return name === 'hostname' && hostName ? text : ''
}

/** Returns an address without what distinguishes one home from its neighbours: the last part of IPv4, all after the /48 of IPv6. */
function shortened(address: string): string {
  if (!ADDRESS(address)) return ''
  if (!address.includes(':')) return address.replace(/\d+$/, 'x')
  const groups = address.split('::', 1).flatMap((head) => head.split(':'))
  return groups[0] ? `${[...groups, '0', '0'].slice(0, 3).join(':')}:x` : ''
}

function textAt(answer: Answer, source: Source): string {
  const within = (value: unknown, name: string) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : '')
  const value = typeof source === 'string' ? source.split('.').reduce(within, answer) : source(answer)
  if (Array.isArray(value)) return [...new Set(value)].join(',')
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

function recordsIn(value: unknown): Answer[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function problemsOf({ problems }: Answer): unknown[] {
  return recordsIn(problems).map(({ code }) => code)
}

function originOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : ''
}
