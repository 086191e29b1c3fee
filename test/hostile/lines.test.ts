// Bodies of many lines by the thousand, from many clients that do not read what they asked for.
import { expect } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { labTest } from '../support/lab.ts'
import { memory } from '../support/process/vitals.ts'
import { type Server, startServer } from '../support/server.ts'

/** The unit of systemd allows 512 MB. */
const MEMORY_MB = 200
const NETWORKS = 26
const CLIENTS_A_NETWORK = 4
const KIB_64 = 65_532
const LINE_OF_64_KIB = `{"${'k'.repeat(KIB_64 - 6)}":1}`
const THOUSAND_LINES = Array.from({ length: 1000 }, (_, index) => `{"ip":"8.8.${index >> 8}.${index & 255}"}`).join('\n')
const NESTED = `${'['.repeat(KIB_64 / 2)}${']'.repeat(KIB_64 / 2)}`

const ATTACKS = {
  'a line of 64 KiB': [LINE_OF_64_KIB, 15],
  'a thousand lines': [THOUSAND_LINES, 15],
  'nested arrays': [NESTED, 15],
} as const
/** More than such a client may ask, so that nothing but the bound on what waits holds the memory down. */
const ARGS = ['--trusted-proxies', '127.0.0.1', '--rate-limit', '1000000/s']

for (const [name, [body, times]] of Object.entries(ATTACKS))
  labTest(
    `the memory holds while ${NETWORKS * CLIENTS_A_NETWORK} clients each send ${times} bodies of ${name}, and do not read`,
    {},
    async () => {
      // As it is packaged, without the checks of answers.
      await using server = await startServer({ args: ARGS, env: { DOORSTEP_TESTING: '' } })
      const clients = Array.from(
        { length: NETWORKS * CLIENTS_A_NETWORK },
        (_, index) => `2001:4861:${index % NETWORKS}:${index}::1`,
      )
      const statuses: string[] = []
      const sockets = await Promise.all(
        clients.flatMap((client) =>
          Array.from({ length: times }, () => deaf(server, client, body, (status) => statuses.push(status))),
        ),
      )
      const peakMb = memory(server.pid, 'VmHWM') / 2 ** 20
      const answered = statuses.filter((status) => status === '200').length
      console.info(`${sockets.length} bodies of ${name}, ${answered} answered: ${peakMb.toFixed(0)} MB`)
      for (const socket of sockets) socket.destroy()
      expect(new Set(statuses)).toEqual(new Set(['200', '503']))
      expect(peakMb).toBeLessThan(MEMORY_MB)
    },
  )

/** Sends a body, and reads nothing but the beginning of its answer. */
async function deaf({ port }: Server, client: string, body: string, told: (status: string) => void): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port })
  const head = [
    'POST /api/tools/ip-lookup HTTP/1.1',
    'Host: x',
    `X-Forwarded-For: ${client}`,
    'Content-Type: application/x-ndjson',
  ]
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  socket.once('data', (bytes: Buffer) => {
    socket.pause()
    told(bytes.toString('latin1', 9, 12))
    resolve()
  })
  socket.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'))
  await promise
  return socket
}
