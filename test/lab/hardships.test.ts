// Hardships that a machine may impose on the server: no descriptors, a clock that is set, no /proc. Against the compiled file.
import { expect } from 'bun:test'
import { once } from 'node:events'
import { connect } from 'node:net'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const DESCRIPTORS = 128
const CROWD = 300
const PER_CLIENT = 20

/** Returns a connection that stays open, so that it can ask when no other is accepted. */
async function connected(port: number, localAddress = '127.0.0.1') {
  let received = ''
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  // A client that takes more than its share is hung up on.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return {
    socket,
    async ask(tool: string, body: object) {
      received = ''
      const text = JSON.stringify(body)
      const head = `POST /api/tools/${tool} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`
      socket.write(`${head}\r\n\r\n${text}`)
      await until(() => /\r\n\r\n.*\}$/s.test(received))
      return { status: Number(received.split(' ')[1]), answer: JSON.parse(received.split('\r\n\r\n')[1] ?? '') }
    },
  }
}

labTest('without descriptors it says so, and serves again once there are some', { programs: ['prlimit'] }, async () => {
  const command = ['prlimit', `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`, EXECUTABLE]
  await using server = await startServer({ command })
  const early = await connected(server.port)
  expect((await early.ask('ip-lookup', { ip: '168.126.63.1' })).status).toBe(200)
  // Many clients, none of which takes more than its share.
  const clients = Array.from({ length: CROWD / PER_CLIENT }, (_, index) => `127.0.1.${index + 1}`)
  const crowd = await Promise.all(
    clients.flatMap((from) => Array.from({ length: PER_CLIENT }, () => connected(server.port, from))),
  )
  // The kernel accepts them all; the server has descriptors for a part of them.
  await until(async () => (await early.ask('dns-lookup', { domain: 'a.test' })).answer.reason === 'too-many-open-files')
  expect((await early.ask('dns-lookup', { domain: 'a.test' })).answer).toMatchObject({ status: 'error', failedLayer: 'local' })
  expect(await early.ask('ip-lookup', { ip: '168.126.63.1' })).toMatchObject({ status: 200, answer: { countryCode: 'KR' } })
  for (const { socket } of crowd) socket.destroy()
  const isServed = () =>
    fetch(`${server.url}/api/ip`, { signal: AbortSignal.timeout(1000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until(isServed)
  expect(server.output.filter((line) => line.includes('"level":"error"'))).toEqual([])
  early.socket.destroy()
})

labTest('one client cannot keep all others out, however few descriptors there are', { programs: ['prlimit'] }, async () => {
  const command = ['prlimit', `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`, EXECUTABLE]
  await using server = await startServer({ command })
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => connected(server.port, '127.0.1.1')))
  await until(() => server.output.join('').includes('"most":32'))
  const other = await connected(server.port, '127.0.1.2')
  expect((await other.ask('ip-lookup', { ip: '168.126.63.1' })).status).toBe(200)
  for (const { socket } of [...crowd, other]) socket.destroy()
})

labTest('a clock that is a year ahead changes no wait', { programs: ['faketime', 'env'] }, async () => {
  // The wrapper would outlive its server: the variables that it sets are enough.
  const { stdout } = Bun.spawnSync(['faketime', '-f', '+1y', 'env'])
  const env = Object.fromEntries(
    [...stdout.toString().matchAll(/^(LD_PRELOAD|FAKETIME\w*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  await using server = await startServer({ args: ['--rate-limit', '2/min'], env })
  const ask = () =>
    fetch(`${server.url}/api/tools/ip-lookup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ip":"168.126.63.1"}',
    })
  const [first] = [await ask(), await ask()]
  expect(new Date(first.headers.get('date') ?? '').getFullYear()).toBe(new Date().getFullYear() + 1)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(28, 31)
})
