import type { Both } from '../platform/misfit.ts'
import { authorityOf } from '../policy/address.ts'

/** Enough for `HTTP/1.1 200 OK`: the rest is not read. */
const STATUS_LINE_MAX_BYTES = 64

interface ServerAddress {
  readonly host: string
  readonly port: number
  /** The socket file on which it listens instead; null without one. */
  readonly file: string | null
  readonly isSecure: boolean
}

/** The readiness of a server of this machine; the reason is for its operator. */
type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: Both }

/**
 * Asks the server at an address for `/readyz`. It speaks to the socket itself: the HTTP client of the runtime would go through the proxy
 * that `HTTP_PROXY` names. The certificate is not checked: it names the server's public name, and nothing secret is sent.
 */
export async function askReadiness({ host, port, file, isSecure }: ServerAddress, timeoutMs: number): Promise<Readiness> {
  const { promise, resolve } = Promise.withResolvers<Readiness>()
  const fail = (en: string, ko: string) => resolve({ ready: false, reason: { en, ko } })
  const timer = setTimeout(
    () => fail(`did not answer within ${timeoutMs} ms`, `${timeoutMs}밀리초 안에 응답이 없습니다`),
    timeoutMs,
  )
  const closed = ['closed the connection without an answer', '응답 없이 연결이 끊어졌습니다'] as const
  const refused = ['does not accept connections', '연결을 받지 않습니다'] as const
  let answer = ''
  const options = {
    ...(isSecure && { tls: { rejectUnauthorized: false } }),
    socket: {
      open: (socket: Bun.Socket<undefined>) =>
        void socket.write(requestTo(file === null ? authorityOf(host, port) : 'localhost')),
      data(_: Bun.Socket<undefined>, chunk: Buffer) {
        answer += chunk.toString('latin1', 0, STATUS_LINE_MAX_BYTES)
        if (answer.includes('\r\n') || answer.length >= STATUS_LINE_MAX_BYTES) resolve(readinessIn(answer))
      },
      close: () => fail(...closed),
      error: () => fail(...closed),
      connectError: () => fail(...refused),
    },
  }
  const connecting = file === null ? Bun.connect({ ...options, hostname: host, port }) : Bun.connect({ ...options, unix: file })
  connecting.catch(() => fail(...refused))
  const readiness = await promise
  clearTimeout(timer)
  connecting.then((socket) => socket.end()).catch(() => {})
  return readiness
}

function requestTo(authority: string): string {
  return `GET /readyz HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`
}

function readinessIn(answer: string): Readiness {
  const status = /^HTTP\/1\.[01] (\d{3})\b/.exec(answer)?.[1]
  if (status === '200') return { ready: true }
  const reason = status
    ? { en: `answered ${status}`, ko: `${status} 응답을 보냈습니다` }
    : { en: 'does not speak HTTP', ko: 'HTTP로 응답하지 않습니다' }
  return { ready: false, reason }
}
