import { cleanText, isRecord } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS } from '../../contract/good.ts'
import { ForeignProblem, type ForeignProblemBody } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import {
  addressesOf,
  askRemote,
  type HostAddress,
  PART_MAX,
  type RemoteAnswer,
  RemoteFailure,
  type RemoteRequest,
  wholeText,
} from '../../net/remote.ts'
import { rootsWith } from '../../net/tls/trust.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import { openRoots } from '../../operations/opening/files.ts'
import { type NamedTool, PAIR_PATH, PLACES_PATH } from '../../operations/registry/tools.ts'
import type { Outcome } from '../../operations/run/call.ts'
import { patient } from '../../platform/testing.ts'
import { parseAddress } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { ConfigError, Misfit } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import { type NamedPlace, parsePlaces } from '../../settings/parse-urls.ts'
import { PLACE_MS } from '../text/places.ts'
import { cliText } from './cli.text.ts'

export interface RemoteCall {
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  /** Null if no progress is shown: then the answer comes whole. */
  readonly report: ((event: unknown) => void) | null
  /** Fires when the answer is no longer wanted; the other doorstep then stops as well. */
  readonly signal?: AbortSignal
  /** The time that another place has; otherwise as long as the check may take. */
  readonly withinMs?: number
  /** The address of the server to ask at, which decides whose address is checked; then the other family is left alone. */
  readonly address?: HostAddress
}

const ECHO_MS = patient(2000)
/** On top of what the check itself may take: to connect, and for the answer to come back. */
const WAY_MS = 5000

/** Has another doorstep run a tool. Throws a ForeignProblem, or a ConfigError if that server cannot be asked. */
export async function runRemotely(named: NamedTool, call: RemoteCall, config: Config & { server: URL }): Promise<Outcome> {
  const { body, locale, withinMs } = call
  const request = requestOf(named, call, config)
  const field = pairFieldOf(named)
  try {
    if (field === null || field in body || call.address || withinMs) return await ask(named, call, request)
    const both = await askBothFamilies({ ...request, url: new URL(PAIR_PATH.slice(1), config.server) })
    return await (both === null ? ask(named, call, request) : askPaired(named, call, request, { ...both, field }))
  } catch (error) {
    throw failureIn(error, { server: config.server.href, locale, timeoutMs: request.timeoutMs, isNamed: withinMs === undefined })
  }
}

/** Another place, and the address to ask it at: null for the system's choice, or why it is not asked. */
export interface LocatedPlace extends NamedPlace {
  readonly at: HostAddress | 'unreachable' | 'inside' | null
}

/** Returns the echo port of a doorstep; null if it has none, or does not say so in time. */
export async function echoPortOf(config: Config & { server: URL }): Promise<number | null> {
  const { list } = await placesNamedBy(config, ECHO_MS).catch(() => ({ list: [] }))
  const [own] = list
  const port = isRecord(own) ? own.echoPort : null
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
}

/** Returns what a doorstep lists as places, itself first, and the address that the list came from. Throws a RemoteFailure. */
async function placesNamedBy(
  { server, contact, ...config }: Config & { server: URL },
  withinMs: number,
): Promise<{ readonly list: readonly unknown[]; readonly peer: string | null }> {
  const { status, chunks, peer } = await askRemote({
    url: new URL(PLACES_PATH.slice(1), server),
    method: 'GET',
    body: null,
    timeoutMs: withinMs,
    headers: { accept: 'application/json', 'user-agent': userAgentOf(contact) },
    roots: rootsWith(openRoots(config).certificates),
  })
  const list = status === 200 ? parsed(await wholeText(chunks)) : null
  return { list: Array.isArray(list) ? list : [], peer }
}

/** Returns the other places that a doorstep names: over HTTPS, none without it. Throws a ConfigError if there are none. */
export async function otherPlacesOf(config: Config & { server: URL }, locale: Locale): Promise<readonly LocatedPlace[]> {
  const { href: server, protocol } = config.server
  try {
    const { list, peer } = await placesNamedBy(config, PLACE_MS)
    const written = list.slice(1).map((one) => (isRecord(one) ? `${one.name}=${one.url}` : ''))
    const places = parsePlaces(written.join(',')).filter(({ url }) => protocol === 'http:' || url.startsWith('https:'))
    if (places.length > 0) return await Promise.all(places.map((place) => located(place, peer)))
  } catch (error) {
    if (!(error instanceof Misfit)) throw failureIn(error, { server, locale, timeoutMs: PLACE_MS, isNamed: true })
  }
  throw new ConfigError(cliText.say(locale, 'no-places', { server }))
}

/**
 * Returns where a place is asked. A server on the internet may name any place, but never leads into the network of whoever asks: the address is
 * looked up once, judged, and connected to. One that is in such a network itself is asked because somebody there trusts it.
 */
export async function located(place: NamedPlace, namedBy: string | null): Promise<LocatedPlace> {
  if (namedBy !== null && !isPublicAddress(namedBy)) return { ...place, at: null }
  const addresses = await addressesOf(new URL(place.url).hostname)
  const isInside = addresses.some(({ address }) => !isPublicAddress(address))
  return { ...place, at: isInside ? 'inside' : (addresses[0] ?? 'unreachable') }
}

/** Returns the field for what proves the requester's address of the other family; null for a tool that checks one. */
function pairFieldOf({ tool: { policy } }: NamedTool): string | null {
  return policy.kind === 'requester-service' ? policy.pairs : null
}

function requestOf({ tool }: NamedTool, call: RemoteCall, config: Config & { server: URL }): RemoteRequest {
  const { body, locale, report, signal, address, withinMs } = call
  const accept = tool.result.type === 'string' ? 'text/plain' : report && tool.event ? 'text/event-stream' : 'application/json'
  return {
    url: new URL(tool.path.slice(1), config.server),
    method: tool.method,
    headers: {
      accept: `${accept}, application/problem+json`,
      'accept-language': locale,
      'user-agent': userAgentOf(config.contact),
      ...(tool.body && { 'content-type': 'application/json' }),
    },
    body: tool.body ? JSON.stringify(body) : null,
    roots: rootsWith(openRoots(config).certificates),
    timeoutMs: withinMs ?? tool.deadlineMs + WAY_MS,
    ...(signal && { signal }),
    ...(address && { address }),
  }
}

async function ask({ tool }: NamedTool, { report }: RemoteCall, request: RemoteRequest): Promise<Outcome> {
  const isText = tool.result.type === 'string'
  return outcomeOf(await answerIn(await askRemote(request), isText, report), isText)
}

/** Asks with the token of the other family; where the server does not take it, without, as if there were one family. */
async function askPaired(
  named: NamedTool,
  call: RemoteCall,
  request: RemoteRequest,
  { address, token, field }: { readonly address: HostAddress; readonly token: string; readonly field: string },
): Promise<Outcome> {
  const body = JSON.stringify({ ...call.body, [field]: [token] })
  try {
    return await ask(named, call, { ...request, body, address })
  } catch (error) {
    const isRefused = error instanceof ForeignProblem && error.problem.field?.startsWith(field)
    const isLost = error instanceof RemoteFailure && error.kind === 'failed'
    if (isRefused || isLost) return ask(named, call, request)
    throw error
  }
}

async function answerIn(answer: RemoteAnswer, isText: boolean, report: RemoteCall['report']): Promise<unknown> {
  const { status, type } = answer
  if (type === 'text/event-stream' && status === 200) return lastEvent(answer.chunks, report ?? (() => {}))
  const text = await wholeText(answer.chunks)
  if (isText && status === 200 && type === 'text/plain') return cleanText(text)
  const value = type === 'application/json' || type === 'application/problem+json' ? parsed(text) : null
  if (isProblem(value)) throw new ForeignProblem(value)
  if (status === 200 && type === 'application/json' && value !== null) return value
  throw new Stranger(answer)
}

/** A server that is not a doorstep. */
class Stranger extends Error {
  constructor(readonly answer: RemoteAnswer) {
    super('not a doorstep')
  }
}

async function lastEvent(chunks: AsyncIterable<string>, report: (event: unknown) => void): Promise<unknown> {
  let rest = ''
  for await (const chunk of chunks) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    if (rest.length > PART_MAX) throw new RemoteFailure('long', 'too-long')
    for (const frame of frames) {
      const [, kind, data = ''] = /^event: (\w+)\ndata: (.*)$/m.exec(frame) ?? []
      const value = parsed(data)
      if (kind === 'progress') report(value)
      if (kind === 'problem' && isProblem(value)) throw new ForeignProblem(value)
      if (kind === 'result') return value
    }
  }
  throw new RemoteFailure('cut', 'cut')
}

/** The most that values of an answer stand within each other, which is far more than in any answer: deeper ones exhaust the stack of whoever reads them. */
const DEPTH_MAX = 64

/** Returns the value of a text; null if it is not JSON, or nested as no answer is. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isFlat(value, DEPTH_MAX) ? value : null
  } catch {
    return null
  }
}

function isFlat(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isFlat(inner, depth - 1))
}

function isProblem(value: unknown): value is ForeignProblemBody {
  if (!isRecord(value) || ![value.title, value.detail, value.code].every((part) => typeof part === 'string')) return false
  const { errors = [] } = value
  return Array.isArray(errors) && errors.every((error) => isRecord(error) && typeof error.message === 'string')
}

/** Returns the answer as a run gives it: the result is the answer without the fields of every answer. */
function outcomeOf(answer: unknown, isText: boolean): Outcome {
  if (isText || typeof answer !== 'object' || answer === null) return { answer, result: answer }
  const envelope = new Set<string>(ENVELOPE_FIELDS)
  return { answer, result: Object.fromEntries(Object.entries(answer).filter(([field]) => !envelope.has(field))) }
}

const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** The errors of a name that no name server knew, or that none was asked about. */
const NAMELESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])

interface Attempt {
  readonly server: string
  readonly locale: Locale
  readonly timeoutMs: number
  /** Whether the user named this server, so that where it redirects to may be said. */
  readonly isNamed: boolean
}

/** Returns what an error of the system says in words; the runtime calls what has no route refused as well. */
function failedBy(code: string, server: string, locale: Locale): string {
  if (UNTRUSTED.has(code)) return cliText.say(locale, 'not-trusted', { code })
  if (code === 'ECONNREFUSED') {
    const { protocol, port } = new URL(server)
    return cliText.say(locale, 'nothing-answers', { port: port || (protocol === 'https:' ? 443 : 80) })
  }
  return NAMELESS.has(code) ? cliText.say(locale, 'name-not-found', {}) : cleanText(code)
}

/** Returns a sentence about why the server cannot be reached; any other error is returned unchanged. */
function failureIn(error: unknown, { server, locale, timeoutMs, isNamed }: Attempt): unknown {
  if (error instanceof Stranger) {
    const { status, location } = error.answer
    if (location === null || !isNamed) return new ConfigError(cliText.say(locale, 'not-a-doorstep', { server, status }))
    return new ConfigError(cliText.say(locale, 'server-redirects', { server, location: cleanText(location) }))
  }
  if (!(error instanceof RemoteFailure)) return error
  const reasons = {
    late: () => cliText.say(locale, 'no-answer-in-time', { seconds: timeoutMs / 1000 }),
    cut: () => cliText.say(locale, 'cut-answer', {}),
    long: () => cliText.say(locale, 'long-answer', {}),
    failed: () => failedBy(error.code, server, locale),
  }
  return new ConfigError(cliText.say(locale, 'server-failed', { server, reason: reasons[error.kind]() }))
}

const PAIRING_MS = 3000

/**
 * Asks a server over both families who is asking. Returns the address to ask it at, and a token which proves that whoever asks there has an address
 * of the other family as well. Null where the server or this machine has only one, where it sees one and the same family of both connections,
 * or where it does not know the question: it is then asked as if there were one.
 */
async function askBothFamilies(base: RemoteRequest): ReturnType<typeof pairedAt> {
  const ended = new AbortController()
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, patient(PAIRING_MS), null)
  const signal = base.signal ? AbortSignal.any([base.signal, ended.signal]) : ended.signal
  try {
    return await Promise.race([late.promise, pairedAt({ ...base, signal })])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** Returns the pairing whose address is the one at which the server would be asked without it. */
async function pairedAt(base: RemoteRequest): Promise<{ readonly address: HostAddress; readonly token: string } | null> {
  const [first, ...others] = await addressesOf(base.url.hostname)
  const second = others.find(({ family }) => family !== first?.family)
  if (!first || !second) return null
  // The first that fails ends both.
  const [own, other] = await Promise.all([first, second].map((address) => pairOver({ ...base, address })))
  return own && other && own.version !== other.version ? { address: first, token: other.token } : null
}

async function pairOver(request: RemoteRequest) {
  const { status, chunks } = await askRemote({ ...request, method: 'GET', body: null, timeoutMs: patient(PAIRING_MS) })
  const value = status === 200 ? parsed(await wholeText(chunks)) : null
  const { ip, token } = isRecord(value) ? value : {}
  const address = typeof ip === 'string' ? parseAddress(ip) : null
  if (address && typeof token === 'string') return { version: address.version, token }
  throw new Error('no token')
}
