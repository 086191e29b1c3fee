// A client that sends slowly, or does not read, keeps a connection for a bounded time; others are served in the meantime.
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { exchange } from '../support/door/raw.ts'
import { labTest } from '../support/lab.ts'
import type { Server } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

/** Bun gives a head ten seconds, doorstep a body as many; timers of the runtime tick every four. */
const WRITERS_CUT_MS = 20_000
/** The idle timeout of 30 seconds, with the same tick. */
const READERS_CUT_MS = 45_000
const READERS = 100

const server = await sharedServer({ args: ['--host', '127.0.0.1'] })
const other = await sharedServer({ args: ['--host', '127.0.0.1'] })

const POST = 'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
const WRITERS: Record<string, { begin: string; drip: string }> = {
  'nothing at all': { begin: '', drip: '' },
  'half a head': { begin: 'GET /api/ip HTTP/1.1\r\nHo', drip: '' },
  'a head, byte by byte': { begin: 'GET /api/ip HTTP/1.1\r\nX: ', drip: 'a' },
  'a head, field by field': { begin: 'GET /api/ip HTTP/1.1\r\n', drip: 'X: a\r\n' },
  'a body, byte by byte': { begin: `${POST}Content-Length: 1000\r\n\r\n`, drip: ' ' },
  'chunks, one by one': { begin: `${POST}Transfer-Encoding: chunked\r\n\r\n`, drip: '1\r\n \r\n' },
}

/** Resolves, when the server hangs up, to the time for which a writer kept its connection. */
async function timeOf({ begin, drip }: (typeof WRITERS)[string]): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const began = performance.now()
  const socket = connect({ host: '127.0.0.1', port: server.port })
  const dripping = setInterval(() => {
    if (drip !== '' && socket.writable) socket.write(drip)
  }, 500)
  socket.on('connect', () => socket.write(begin))
  socket.on('data', () => {})
  socket.on('end', () => socket.destroy())
  socket.on('error', () => {})
  socket.on('close', () => resolve(performance.now() - began))
  const tookMs = await promise
  clearInterval(dripping)
  return tookMs
}

labTest('who sends slowly is cut, whatever is sent', {}, async () => {
  const times = Object.entries(WRITERS).map(async ([what, writer]) => [what, (await timeOf(writer)) < WRITERS_CUT_MS])
  expect(await Promise.all(times)).toEqual(Object.keys(WRITERS).map((what) => [what, true]))
})

const descriptorsOf = ({ pid }: Server) => readdirSync(`/proc/${pid}/fd`).length

labTest(`${READERS} clients that do not read are cut, and the others are served meanwhile`, {}, async () => {
  const before = descriptorsOf(other)
  const began = performance.now()
  const sockets = await Promise.all(
    Array.from({ length: READERS }, async () => {
      const socket = connect({ host: '127.0.0.1', port: other.port })
      socket.pause()
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write('GET /api/tools HTTP/1.1\r\nHost: x\r\n\r\n')
      return socket
    }),
  )
  while (descriptorsOf(other) < before + READERS) await Bun.sleep(20)
  while (descriptorsOf(other) > before && performance.now() - began < READERS_CUT_MS) {
    const { text } = await exchange(other.port, ['GET /api/ip HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], { atLeast: 1 })
    expect(text).toEndWith('127.0.0.1')
    await Bun.sleep(500)
  }
  expect(descriptorsOf(other)).toBeLessThanOrEqual(before)
  for (const socket of sockets) socket.destroy()
})
