import type { Socket } from 'node:net'
import { onAbort } from '../../platform/deadline.ts'
import type { Bounds } from '../budget.ts'
import { OVER_BUDGET } from '../tcp/failure.ts'
import { HeadReader, type ResponseHead } from './head.ts'
import { type HttpFailure, protocolError, timedOut } from './outcome.ts'
import { breakOf } from './secure.ts'

export type Method = 'GET' | 'HEAD'

export interface HeadAnswer {
  readonly head: ResponseHead | HttpFailure
  /** From the request to the first byte of the response; null if none came. */
  readonly firstByteMs: number | null
}

/** Returns a request without cookies, credentials or encodings, so that the response is what a stranger would get. */
export function requestText(url: URL, method: Method, userAgent: string): string {
  return [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    `User-Agent: ${userAgent}`,
    'Accept: */*',
    'Connection: close',
    '\r\n',
  ].join('\r\n')
}

/** Sends the request and reads until the head of the response is complete; the body is not read. */
export async function exchangeHead(socket: Socket, request: string, { signal, budget }: Bounds): Promise<HeadAnswer> {
  const { promise, resolve } = Promise.withResolvers<ResponseHead | HttpFailure>()
  const reader = new HeadReader()
  const sentAt = performance.now()
  let firstByteMs: number | null = null
  const release = onAbort(signal, () => resolve(timedOut('http', reader.hasBytes)))
  const end = () => resolve(protocolError(reader.end()))
  let isDone = false
  socket.on('data', (chunk: Buffer) => {
    if (isDone) return
    firstByteMs ??= performance.now() - sentAt
    const read = budget.takeBytes(chunk.length) ? reader.push(chunk) : OVER_BUDGET
    if (read === null) return
    isDone = true
    socket.pause()
    resolve(typeof read === 'string' ? protocolError(read) : read)
  })
  socket.on('error', (error) => resolve(breakOf(error) ?? protocolError('connection-reset')))
  socket.on('end', end)
  socket.on('close', end)
  if (socket.destroyed) end()
  else if (!signal.aborted) socket.write(request)
  const head = await promise
  release()
  return { head, firstByteMs }
}
