import { authorityOf } from '../policy/address.ts'

/** Enough for `HTTP/1.1 200 OK`: the rest is not read. */
const STATUS_LINE_MAX_BYTES = 64

/** A server of this machine, as its settings describe it. */
interface ServerAddress {
  readonly host: string
  readonly port: number
  /** Whether the port speaks HTTPS. */
  readonly isSecure: boolean
}

/** The readiness of a server of this machine; the reason is for its operator. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string }

/**
 * Asks the server at an address for `/readyz`. It speaks to the socket itself: the HTTP client of the runtime would go through the proxy
 * that `HTTP_PROXY` names. The certificate is not checked: it names the server's public name, and nothing secret is sent.
 */
export async function askReadiness({ host, port, isSecure }: ServerAddress, timeoutMs: number): Promise<Readiness> {
  const { promise, resolve } = Promise.withResolvers<Readiness>()
  const fail = (reason: string) => resolve({ ready: false, reason })
  const timer = setTimeout(() => fail(`did not answer within ${timeoutMs} ms`), timeoutMs)
  let answer = ''
  const connecting = Bun.connect({
    hostname: host,
    port,
    ...(isSecure && { tls: { rejectUnauthorized: false } }),
    socket: {
      open: (socket) => void socket.write(requestTo(host, port)),
      data(_, chunk) {
        answer += chunk.toString('latin1', 0, STATUS_LINE_MAX_BYTES)
        if (answer.includes('\r\n') || answer.length >= STATUS_LINE_MAX_BYTES) resolve(judge(answer))
      },
      close: () => fail('closed the connection without an answer'),
      error: () => fail('closed the connection without an answer'),
      connectError: () => fail('does not accept connections'),
    },
  })
  connecting.catch(() => fail('does not accept connections'))
  const readiness = await promise
  clearTimeout(timer)
  connecting.then((socket) => socket.end()).catch(() => {})
  return readiness
}

function requestTo(host: string, port: number): string {
  return `GET /readyz HTTP/1.1\r\nHost: ${authorityOf(host, port)}\r\nConnection: close\r\n\r\n`
}

function judge(answer: string): Readiness {
  const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(answer)?.[1]
  if (status === '200') return { ready: true }
  return { ready: false, reason: status ? `answered ${status}` : 'does not speak HTTP' }
}
