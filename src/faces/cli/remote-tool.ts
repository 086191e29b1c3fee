/** Another doorstep as this one asks it: to run a tool, over both families if the tool needs them, and to name its other places. */

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
import { type NamedTool, PAIR_PATH, PLACES_PATH } from '../../operations/registry/tools.ts'
import type { Outcome } from '../../operations/run/call.ts'
import { patient } from '../../platform/testing.ts'
import { parseAddress } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { Misfit } from '../../settings/config-error.ts'
import { type NamedPlace, parsePlaces } from '../../settings/parse-urls.ts'
import { PLACE_MS } from '../text/places.ts'
import { cliText } from './cli.text.ts'
import { failureIn, jsonFrom, parsed, requestTo, type ServerConfig, Stranger } from './remote-request.ts'
import { usageError } from './usage-error.ts'

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

/** On top of what the check itself may take: to connect, and for the answer to come back. */
const WAY_MS = 5000

/** Has another doorstep run a tool. Throws a ForeignProblem, or a ConfigError if that server cannot be asked. */
export async function runRemotely(named: NamedTool, call: RemoteCall, config: ServerConfig): Promise<Outcome> {
  const { body, withinMs } = call
  const request = requestOf(named, call, config)
  const field = pairFieldOf(named)
  try {
    if (field === null || field in body || call.address || withinMs) return await ask(named, call, request)
    const pairing = await askBothFamilies(config, call.signal)
    return await (pairing === null ? ask(named, call, request) : askPaired(named, call, request, { ...pairing, field }))
  } catch (error) {
    throw failureIn(error, { server: config.server.href, timeoutMs: request.timeoutMs, isNamed: withinMs === undefined })
  }
}

/** Returns the field for what proves the requester's address of the other family; null for a tool that checks one. */
function pairFieldOf({ tool: { policy } }: NamedTool): string | null {
  return policy.kind === 'requester-service' ? policy.pairs : null
}

function requestOf({ tool }: NamedTool, call: RemoteCall, config: ServerConfig): RemoteRequest {
  const { body, locale, report, signal, address, withinMs } = call
  const accept = tool.result.type === 'string' ? 'text/plain' : report && tool.event ? 'text/event-stream' : 'application/json'
  const { headers, ...request } = requestTo(tool.path, config, withinMs ?? tool.deadlineMs + WAY_MS)
  return {
    ...request,
    method: tool.method,
    headers: {
      ...headers,
      accept: `${accept}, application/problem+json`,
      'accept-language': locale,
      ...(tool.body && { 'content-type': 'application/json' }),
    },
    body: tool.body ? JSON.stringify(body) : null,
    ...(signal && { signal }),
    ...(address && { address }),
  }
}

async function ask({ tool }: NamedTool, { report }: RemoteCall, request: RemoteRequest): Promise<Outcome> {
  const isText = tool.result.type === 'string'
  return asOutcome(await answerIn(await askRemote(request), isText, report), isText)
}

/** Asks with the token of the other family; where the server does not take it, without, as if there were one family. */
async function askPaired(
  named: NamedTool,
  call: RemoteCall,
  request: RemoteRequest,
  { address, token, field }: Pairing & { readonly field: string },
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

function isProblem(value: unknown): value is ForeignProblemBody {
  if (!isRecord(value) || ![value.title, value.detail, value.code].every((part) => typeof part === 'string')) return false
  const { errors = [] } = value
  return Array.isArray(errors) && errors.every((error) => isRecord(error) && typeof error.message === 'string')
}

/** Returns the answer as a run gives it: the result is the answer without the fields of every answer. */
function asOutcome(answer: unknown, isText: boolean): Outcome {
  if (isText || typeof answer !== 'object' || answer === null) return { answer, result: answer }
  const envelope = new Set<string>(ENVELOPE_FIELDS)
  return { answer, result: Object.fromEntries(Object.entries(answer).filter(([field]) => !envelope.has(field))) }
}

const PAIRING_MS = patient(3000)

/** The address to ask a server at, and a token which proves that whoever asks there has an address of the other family as well. */
interface Pairing {
  readonly address: HostAddress
  readonly token: string
}

/**
 * Asks a server over both families who is asking. Null where the server or this machine has only one, where it sees one and the same family of both
 * connections, or where it does not know the question: it is then asked as if there were one.
 */
async function askBothFamilies(config: ServerConfig, parent: AbortSignal | undefined): Promise<Pairing | null> {
  const ended = new AbortController()
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, PAIRING_MS, null)
  const signal = parent ? AbortSignal.any([parent, ended.signal]) : ended.signal
  try {
    return await Promise.race([late.promise, pairedAt({ ...requestTo(PAIR_PATH, config, PAIRING_MS), signal })])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** Returns the pairing whose address is the one at which the server would be asked without it. */
async function pairedAt(request: RemoteRequest): Promise<Pairing | null> {
  const [first, ...others] = await addressesOf(request.url.hostname)
  const second = others.find(({ family }) => family !== first?.family)
  if (!first || !second) return null
  // The first that fails ends both.
  const [own, other] = await Promise.all([first, second].map((address) => pairOver({ ...request, address })))
  return own && other && own.version !== other.version ? { address: first, token: other.token } : null
}

async function pairOver(request: RemoteRequest) {
  const { value } = await jsonFrom(request)
  const { ip, token } = isRecord(value) ? value : {}
  const address = typeof ip === 'string' ? parseAddress(ip) : null
  if (address && typeof token === 'string') return { version: address.version, token }
  throw new Error('no token')
}

const ECHO_MS = patient(2000)

/** Another place, and the address to ask it at: null for the system's choice, or why it is not asked. */
export interface LocatedPlace extends NamedPlace {
  readonly at: HostAddress | 'unreachable' | 'inside' | null
}

/** Returns the echo port of a doorstep; null if it has none, or does not say so in time. */
export async function echoPortOf(config: ServerConfig): Promise<number | null> {
  const { list } = await placesNamedBy(config, ECHO_MS).catch(() => ({ list: [] }))
  const [own] = list
  const port = isRecord(own) ? own.echoPort : null
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
}

/** Returns what a doorstep lists as places, itself first, and the address that the list came from. Throws a RemoteFailure. */
async function placesNamedBy(config: ServerConfig, withinMs: number) {
  const { value, peer } = await jsonFrom(requestTo(PLACES_PATH, config, withinMs))
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return { list, peer }
}

/** Returns the other places that a doorstep names: over HTTPS, none without it. Throws a ConfigError if there are none. */
export async function otherPlacesOf(config: ServerConfig): Promise<readonly LocatedPlace[]> {
  const { href: server, protocol } = config.server
  try {
    const { list, peer } = await placesNamedBy(config, PLACE_MS)
    const written = list.slice(1).map((one) => (isRecord(one) ? `${one.name}=${one.url}` : ''))
    const places = parsePlaces(written.join(',')).filter(({ url }) => protocol === 'http:' || url.startsWith('https:'))
    if (places.length > 0) return await Promise.all(places.map((place) => located(place, peer)))
  } catch (error) {
    if (!(error instanceof Misfit)) throw failureIn(error, { server, timeoutMs: PLACE_MS, isNamed: true })
  }
  throw usageError(cliText, 'no-places', { server })
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
