// The cost of an answer that comes in as many pieces as it has bytes.
import { expect, test } from 'bun:test'
import { Socket } from 'node:net'
import { Budget } from '../../../../src/net/budget.ts'
import { exchange } from '../../../../src/net/http/exchange.ts'

const PIECES = 3000
const CPU_MAX_MS = 400

/** A connection whose answer comes byte by byte, behind a head. */
class Dripping extends Socket {
  override write(): boolean {
    this.emit('data', Buffer.from(`HTTP/1.1 200 OK\r\n${':\n'.repeat(30_000)}\r\n`))
    for (let piece = 0; piece < PIECES; piece++) this.emit('data', Buffer.from('x'))
    this.emit('end')
    return true
  }
}

test('a head of thirty thousand lines is not looked through for each byte behind it', async () => {
  const bounds = { signal: new AbortController().signal, budget: new Budget() }
  const before = process.cpuUsage()
  const { body } = await exchange(new Dripping(), 'GET / HTTP/1.1\r\n\r\n', 4096, bounds)
  const { user } = process.cpuUsage(before)
  expect(body.bytes).toHaveLength(PIECES)
  expect(user / 1000).toBeLessThan(CPU_MAX_MS)
})
