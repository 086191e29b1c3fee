// Clients that never read, and the largest answers that strangers can bring about.
import { expect } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { BOUNDS } from '../support/hostile/bounds.ts'
import { nameOf } from '../support/hostile/dns-names.ts'
import { HOSTILE_NEEDS } from '../support/hostile/lab.ts'
import { hostileLabOfFile } from '../support/hostile/suite.ts'
import { labTest } from '../support/lab.ts'
import type { Server } from '../support/server.ts'

const CLIENTS = 300
/** An answer of 256 KiB as text and as bytes, and what four name servers sent for it, until the collector comes by. */
const MB_A_CLIENT = 1.5
/** Long enough for every answer to be there. */
const ABANDONED_MS = 6000

const theLab = hostileLabOfFile()

labTest(`${CLIENTS} clients that do not read`, HOSTILE_NEEDS, async () => {
  const lab = await theLab()
  await lab.begin()
  const body = { domain: nameOf({ shape: 'mx-long', divisor: 1, place: 'both' }), recordType: 'MX' }
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => abandoned(lab.server, 'dns-propagation', body)))
  await Bun.sleep(ABANDONED_MS)
  const { peakMb, beforeMb } = await lab.cost()
  for (const socket of sockets) socket.destroy()
  expect(peakMb - beforeMb).toBeLessThan(BOUNDS.memoryMb + CLIENTS * MB_A_CLIENT)
})

/** Sends a request whose answer is never read. */
async function abandoned({ url, port }: Server, tool: string, body: object): Promise<Socket> {
  const socket = connect({ host: new URL(url).hostname, port })
  socket.pause()
  socket.on('error', () => socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  const text = JSON.stringify(body)
  const fields = ['Host: x', 'Content-Type: application/json', `Content-Length: ${text.length}`]
  socket.write([`POST /api/tools/${tool} HTTP/1.1`, ...fields, '', text].join('\r\n'))
  return socket
}
