import { withDeadline } from '../../../platform/deadline.ts'
import { builtIn } from '../../../platform/lazy-modules.ts'
import { parseAddress } from '../../../policy/address.ts'
import { Gateway } from '../../../policy/gateway.ts'
import { Budget } from '../../budget.ts'
import { exchange } from '../../http/exchange.ts'
import { headerOf } from '../../http/response.ts'
import { userAgentOf } from '../../user-agent.ts'

/** A place on the gateway. Its host is only for the header: connections go to the gateway, whatever an answer names. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly path: string
}

/** Something that a service is to do; null for a mere question. */
type Action = { readonly name: string; readonly body: string } | null

const ANSWER_TIMEOUT_MS = 2000
const PATH_CHARACTERS_MAX = 512
const HTTP_PORT = 80
export const OK = 200
/** The most bytes of an answer behind its head, which may have as many. */
const ANSWER_BYTES_MAX = 64 * 1024
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
 * follows redirects, unpacks, goes through the proxy of the environment, and reads without end. An answer is taken as far as it came: many
 * routers count their own bytes wrongly. "silent" if none came, "garbled" for one that cannot be read, is packed or too long.
 */
export function askGateway(gateway: Gateway, { place, action }: { place: Place; action: Action }, signal: AbortSignal) {
  Gateway.assert(gateway)
  const { host, ownHost } = gateway
  return withDeadline(ANSWER_TIMEOUT_MS, signal, async (cut) => {
    const socket = builtIn.net().connect({ host, port: place.port, localAddress: ownHost })
    try {
      const bounds = { signal: cut, budget: new Budget() }
      const { head, body, firstByteMs } = await exchange(socket, requestText(place, action), ANSWER_BYTES_MAX, bounds)
      if (cut.aborted || firstByteMs === null) return 'silent'
      const isTooLong = !body.isWhole && body.bytes.length === ANSWER_BYTES_MAX
      // A few bytes that are packed can be a million.
      if ('outcome' in head || isTooLong || !['identity', ''].includes(headerOf(head, 'content-encoding') ?? '')) return 'garbled'
      return { status: head.status, body: new TextDecoder().decode(body.bytes) }
    } finally {
      socket.destroy()
    }
  })
}

function requestText(place: Place, action: Action): string {
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
