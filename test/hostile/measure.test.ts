// The measuring instruments of the other tests: they see what they should, and only that.
import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerBroken, BOUNDS, packetsBroken, sentIn } from '../support/hostile/bounds.ts'
import type { Packet } from '../support/hostile/packets.ts'
import { type Cost, SOCKET_VARIABLE } from '../support/hostile/watch-cost.ts'
import { say } from '../support/hostile/world.ts'
import { labTest } from '../support/lab.ts'
import { openLoopback } from '../support/net/network.ts'
import { ROOT } from '../support/server.ts'

const READY_MS = 10_000
const BURNT_MS = 80
const HELD_MB = 60
/** A tolerance for a machine with other work. */
const SPARE = 3

const support = (file: string) => join(ROOT, 'test', 'support', 'hostile', file)
const folder = mkdtempSync(join(tmpdir(), 'doorstep-watch-'))
const watch = join(folder, 'watch')
const server = join(folder, 'server')
const close = openLoopback()
let child: Bun.Subprocess<'ignore', 'ignore', 'inherit'> | undefined

beforeAll(async () => {
  const env = { ...process.env, [SOCKET_VARIABLE]: watch }
  const command = [process.execPath, '--preload', support('watch.ts'), support('burn-job.ts'), server]
  child = Bun.spawn(command, { env, cwd: folder, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' })
  for (const started = performance.now(); !(await isReady()); await Bun.sleep(20))
    if (performance.now() - started > READY_MS) throw new Error('the server does not listen')
})

afterAll(async () => {
  child?.kill('SIGKILL')
  await child?.exited
  close()
  rmSync(folder, { recursive: true })
})

async function isReady(): Promise<boolean> {
  return (await spend('/drop').catch(() => null)) !== null
}

async function spend(path: string): Promise<Cost> {
  await say(watch, '/begin')
  await (await say(server, path)).text()
  return JSON.parse(await (await say(watch, '/end')).text())
}

describe('the cost of a request', () => {
  labTest('the time in which the loop was away', {}, async () => {
    const { absenceMs, cpuMs } = await spend(`/burn/${BURNT_MS}`)
    // By the processor: a machine with other work gives it less than the clock says.
    expect(absenceMs).toBeWithin(BURNT_MS / SPARE, BURNT_MS * SPARE)
    expect(cpuMs).toBeGreaterThanOrEqual(absenceMs)
    expect((await spend('/drop')).absenceMs).toBeLessThan(BOUNDS.absenceMs)
  })

  labTest('other processes do not count', {}, async () => {
    const burn = `for (const started = Date.now(); Date.now() - started < 1500;);`
    const others = Array.from({ length: 6 }, () => Bun.spawn([process.execPath, '-e', burn], { stdout: 'ignore' }))
    await Bun.sleep(300)
    expect((await spend('/drop')).absenceMs).toBeLessThan(BOUNDS.absenceMs)
    await Promise.all(others.map(({ exited }) => exited))
  })

  labTest('memory, at its peak, and after it is given back', {}, async () => {
    const held = await spend(`/hold/${HELD_MB}`)
    expect(held.peakMb - held.beforeMb).toBeWithin(HELD_MB - 5, HELD_MB * 2)
    expect((await spend('/drop')).beforeMb).toBeGreaterThan(held.beforeMb + HELD_MB - 5)
    expect((await spend('/drop')).beforeMb).toBeLessThan(held.beforeMb + HELD_MB / 2)
  })
})

describe('the packets that were sent', () => {
  const packet = (parts: Partial<Packet>): Packet => ({
    atMs: 0,
    kind: 'udp',
    from: '198.18.0.1',
    to: '198.18.55.1',
    port: 53,
    fromPort: 1,
    hops: 64,
    bytes: Buffer.alloc(0),
    ...parts,
  })
  const times = (count: number, make: (index: number) => Partial<Packet>) =>
    Array.from({ length: count }, (_, index) => packet(make(index)))

  labTest('questions: eight to a stranger, sixty to the resolvers', {}, () => {
    const request = { tool: 'dns-propagation', body: {} }
    expect(
      packetsBroken(
        times(8, () => ({})),
        request,
      ),
    ).toEqual([])
    expect(
      packetsBroken(
        times(9, () => ({})),
        request,
      ),
    ).toEqual(['9 packets to one name server, 8 are allowed'])
    expect(
      packetsBroken(
        times(60, () => ({ to: '198.18.53.1' })),
        request,
      ),
    ).toEqual([])
    expect(
      packetsBroken(
        times(61, () => ({ to: '198.18.53.1' })),
        request,
      ),
    ).toEqual(['61 packets to name servers, 60 are allowed'])
  })

  labTest('handshakes: repeated packets count, those on another way do not', {}, () => {
    const request = { tool: 'traceroute', body: {} }
    const syn = { kind: 'syn', port: 80, to: '198.18.212.1' } as const
    expect(sentIn(times(4, (index) => ({ ...syn, fromPort: index >> 1 })))).toMatchObject({ handshakes: 4, connections: 2 })
    expect(
      packetsBroken(
        times(60, (index) => ({ ...syn, fromPort: index, hops: index % 20, atMs: (index / 20) * 1000 })),
        request,
      ),
    ).toEqual([])
    expect(
      packetsBroken(
        times(3, (index) => ({ ...syn, hops: 1, atMs: index * 400 })),
        request,
      ),
    ).toEqual(['3 handshakes a second to one router, 2 are allowed'])
    expect(
      packetsBroken(
        times(61, (index) => ({ ...syn, hops: index, fromPort: index })),
        request,
      ),
    ).toEqual(['61 connections, 60 are allowed', '61 probes, 60 are allowed'])
    expect(
      packetsBroken(
        times(60, (index) => ({ ...syn, hops: index >> 1, fromPort: index % 53 })),
        request,
      ),
    ).toEqual(['7 handshakes sent again, 6 are allowed'])
  })

  labTest('an answer: its status, size and time, and its lists', {}, () => {
    const request = { tool: 'ping', body: {} }
    const answer = { status: 200, text: '{}', elapsedMs: 9000 }
    expect(answerBroken(answer, request)).toEqual([])
    expect(answerBroken({ ...answer, status: 422, text: '{"type":"urn:doorstep:problem:invalid-target"}' }, request)).toEqual([])
    expect(answerBroken({ ...answer, status: 500 }, request)).toEqual(['status 500'])
    expect(answerBroken({ ...answer, elapsedMs: 11_000 }, request)).toEqual(['answered after 11.0 s'])
    expect(answerBroken({ ...answer, text: JSON.stringify({ a: [Array(300).fill(0)] }) }, request)).toEqual(['a list of 300'])
    expect(answerBroken({ ...answer, text: `"${'x'.repeat(300_000)}"` }, request)).toEqual(['an answer of 293 KiB'])
  })
})
