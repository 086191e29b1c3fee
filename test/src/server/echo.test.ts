// `--echo-port`: where it listens, and that it never shares its port with a stranger.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createSocket, type Socket } from 'node:dgram'
import { freePort, openHosts } from '../../support/net/network.ts'
import { spawnLine } from '../../support/process/command-line.ts'
import { type Server, startServer } from '../../support/server.ts'

const ELSEWHERE = '127.0.0.2'
let close: () => void
beforeAll(() => {
  close = openHosts(['127.0.0.1', ELSEWHERE])
})
afterAll(() => close())

const argsFor = (port: number, ...more: string[]) => ['--echo-port', `${port}`, '--allow-targets', '127.0.0.0/8', ...more]
const startAt = (port: number, ...more: string[]): Promise<Server> => startServer({ args: argsFor(port, ...more) })
const refusedAt = (port: number, ...more: string[]) => spawnLine(['--port', '0', ...argsFor(port, ...more)])

/** Returns a socket that looks no address up. */
function socketThat(reusePort = false): Socket {
  return createSocket({ type: 'udp4', reusePort, lookup: (text, _, found) => found(null, text, 4) })
}

/** Returns the length of what an echo port answers. */
async function ask(port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = socketThat()
  socket.on('message', ({ length }) => resolve(length))
  socket.bind(0, '127.0.0.1', () => socket.send(Buffer.alloc(16, 7), port, '127.0.0.1'))
  return promise.finally(() => socket.close())
}

/** Returns whether nobody listens at a port of an address. */
async function isFree(port: number, host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = socketThat()
  socket.on('error', () => resolve(false))
  socket.bind(port, host, () => resolve(true))
  return promise.finally(() => socket.close())
}

describe.skipIf(process.platform !== 'linux')('the echo port', () => {
  test.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
  ])('listens where --host %s does', async (host, isFreeElsewhere) => {
    const port = freePort()
    await using _ = await startAt(port, '--host', host)
    expect([await ask(port), await isFree(port, ELSEWHERE)]).toEqual([14, isFreeElsewhere])
  })

  test('is refused with an address at which nobody is translated', async () => {
    const { code, err } = await refusedAt(freePort(), '--host', '::1')
    expect([code, err]).toEqual([
      2,
      'doorstep: --echo-port: counts who translates IPv4 addresses, and --host ::1 listens on none: choose an IPv4 address, or ::\n',
    ])
  })

  test('that is taken is refused at the start, also where its owner would share it', async () => {
    const port = freePort()
    const said = `doorstep: --echo-port: UDP port ${port} on 0.0.0.0 is in use: stop what listens there, or choose another\n`
    {
      await using _ = await startAt(port)
      expect(await refusedAt(port)).toEqual({ code: 2, out: '', err: said })
      const korean = await refusedAt(port, '--lang', 'ko', '--host', '127.0.0.1')
      expect([korean.code, korean.err]).toEqual([
        2,
        `doorstep: --echo-port: 127.0.0.1 주소의 UDP ${port}번 포트를 이미 쓰고 있습니다. 포트를 쓰는 프로그램을 끝내거나 다른 포트를 지정하십시오\n`,
      ])
      expect(await ask(port)).toBe(14)
    }
    const stranger = socketThat(true)
    await new Promise<void>((resolve) => stranger.bind(port, '127.0.0.1', resolve))
    expect((await refusedAt(port)).err).toBe(said)
    stranger.close()
  })

  test('goes over to a server that replaces this one', async () => {
    const [port, echo] = [freePort(), freePort()]
    const args = ['--port', `${port}`, '--replace', ...argsFor(echo)]
    await using first = await startServer({ args })
    await using _ = await startServer({ args })
    expect([await first.exited, await ask(echo)]).toEqual([0, 14])
  })
})
