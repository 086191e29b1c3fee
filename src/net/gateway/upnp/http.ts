import { onAbort, withDeadline } from '../../../platform/deadline.ts'
import { builtIn } from '../../../platform/lazy-modules.ts'
import { parseAddress } from '../../../policy/address.ts'
import { Gateway } from '../../../policy/gateway.ts'
import { userAgentOf } from '../../user-agent.ts'
import { AnswerReader, type GatewayAnswer } from './answer.ts'

/** A place on the gateway. Its host is only for the header: connections go to the gateway, whatever an answer names. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly path: string
}

/** A request with a body, or without one. */
export interface GatewayRequest {
  readonly place: Place
  readonly action: { readonly name: string; readonly body: string } | null
}

const ANSWER_TIMEOUT_MS = 2000
const PATH_CHARACTERS_MAX = 512
const HTTP_PORT = 80
/** The words of an IPv6 address that name its network, in a home. */
const NETWORK_WORDS = 2

/**
 * Returns the place that a text names, if that is on the gateway itself and over plain HTTP; null for every other. Names are not resolved. Over
 * IPv6 the gateway's route has its link-local address, and its texts name the other one, so that any of this network counts.
 */
export function placeOf(text: string, gateway: Gateway, base?: Place): Place | null {
  const url = URL.parse(text, base && `http://${base.host}${base.path}`)
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') return null
  const path = url.pathname + url.search
  const port = url.port === '' ? HTTP_PORT : Number(url.port)
  if (!isOn(gateway, url.hostname) || port === 0 || path.length > PATH_CHARACTERS_MAX) return null
  return { host: url.host, port, path }
}

function isOn({ address, own }: Gateway, hostname: string): boolean {
  const named = parseAddress(hostname)
  if (named?.version !== address.version) return false
  const isNear = named.words.slice(0, NETWORK_WORDS).every((word, index) => word === own.words[index])
  return named.text === address.text || (named.version === 6 && isNear)
}

/**
 * Asks the gateway, from this computer's own address, which the gateway takes for the one that asks. Not by the runtime's HTTP client: that
 * follows redirects, unpacks, goes through the proxy of the environment, and reads without end.
 */
export function askGateway(
  gateway: Gateway,
  request: GatewayRequest,
  signal: AbortSignal,
): Promise<GatewayAnswer | 'silent' | 'garbled'> {
  Gateway.assert(gateway)
  return withDeadline(ANSWER_TIMEOUT_MS, signal, (cut) => exchange(gateway, request, cut))
}

async function exchange(
  { host, ownHost }: Gateway,
  request: GatewayRequest,
  signal: AbortSignal,
): Promise<GatewayAnswer | 'silent' | 'garbled'> {
  if (signal.aborted) return 'silent'
  const { promise, resolve } = Promise.withResolvers<GatewayAnswer | 'silent' | 'garbled'>()
  const reader = new AnswerReader()
  const socket = builtIn.net().connect({ host, port: request.place.port, localAddress: ownHost })
  const release = onAbort(signal, () => resolve('silent'))
  const end = () => resolve(reader.end())
  let isDone = false
  socket.on('connect', () => socket.write(textOf(request)))
  socket.on('data', (chunk: Buffer) => {
    const read = isDone ? null : reader.push(chunk)
    if (read === null) return
    isDone = true
    resolve(read)
    socket.destroy()
  })
  socket.on('error', end)
  socket.on('end', end)
  socket.on('close', end)
  try {
    return await promise
  } finally {
    release()
    socket.destroy()
  }
}

function textOf({ place, action }: GatewayRequest): string {
  const body = action?.body ?? ''
  const lines = [
    `${action ? 'POST' : 'GET'} ${place.path} HTTP/1.1`,
    `Host: ${place.host}`,
    `User-Agent: ${userAgentOf(null)}`,
    'Accept-Encoding: identity',
    'Connection: close',
    ...(action ? ['Content-Type: text/xml; charset="utf-8"', `SOAPAction: "${action.name}"`] : []),
    ...(action ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
