// Slow servers: a download ends at its time limit, even if bytes still trickle in.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DownloadFailure, download } from '../../../src/net/download.ts'
import { openLoopback } from '../../support/net/network.ts'
import { sharedFolder } from '../../support/shared.ts'

const folder = sharedFolder('download')
let closeLoopback = () => {}
beforeAll(() => {
  closeLoopback = openLoopback()
})
afterAll(() => closeLoopback())

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'
const DRIP_MS = 50

function drip(socket: Socket, start: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

/** Returns the failure of a download from a server that does this; null if there is none. */
async function failureFrom(act: (socket: Socket) => void, limits: { timeoutMs: number; silenceMs?: number }): Promise<unknown> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).once('data', () => act(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A seam: a server that listens on a port has an address.
  const { port } = server.address() as { port: number }
  const wanted = { headers: {}, roots: null, path: join(folder, `${port}`), maxBytes: 1_000_000, ...limits }
  try {
    return await download({ url: new URL(`http://127.0.0.1:${port}/data`), ...wanted }).catch((error) => error)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const SLOW: readonly [what: string, act: (socket: Socket) => void][] = [
  ['a byte now and then', (socket) => drip(socket, HEAD)],
  ['a header that never ends', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-more: ')],
  [
    'one redirect after another',
    (socket) => void setTimeout(() => socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'), 200),
  ],
]

test.each(SLOW.slice(0, 2))('%s is too slow, long before that time', async (_, act) => {
  const failure = await failureFrom(act, { timeoutMs: 600_000, silenceMs: 400 })
  expect(failure).toBeInstanceOf(DownloadFailure)
  expect(failure).toHaveProperty('message', 'sends too slowly')
})

test.each(SLOW)(
  '%s ends with the time that was given',
  async (_, act) => {
    const failure = await failureFrom(act, { timeoutMs: 500 })
    expect(failure).toBeInstanceOf(DownloadFailure)
    expect(failure).toHaveProperty('message', 'did not come in time')
  },
  5000,
)

test.each([
  ['no answer', () => {}],
  ['half an answer', (socket: Socket) => void socket.write(`${HEAD}xxx`)],
])(
  '%s, and then nothing, ends sooner',
  async (_, act) => {
    const failure = await failureFrom(act, { timeoutMs: 60_000, silenceMs: 300 })
    expect(failure).toBeInstanceOf(DownloadFailure)
    expect(failure).toHaveProperty('message', 'has sent nothing for 0.3 seconds')
  },
  5000,
)
