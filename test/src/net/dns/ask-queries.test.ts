// Queries as a server sees them, and what they leave open afterwards: through ask(), which sends them.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { Budget } from '../../../../src/net/budget.ts'
import { ask, silenceOf } from '../../../../src/net/dns/ask.ts'
import { Questions } from '../../../../src/net/dns/index.ts'
import { FAULTS } from '../../../support/dns/fault/faults.ts'
import { type FaultDns, startFaultDns } from '../../../support/dns/fault.ts'
import { boundsOf, queryName } from '../../../support/dns/query-names.ts'

const A = 1
const FLAGS = { recursion: true, checkingDisabled: false }
const LONG_MS = 9000
/** A closed connection takes a moment to be gone. */
const LINGER_MS = 100

function askFor(server: FaultDns, label: string, { flags = FLAGS, withinMs = LONG_MS, type = A } = {}) {
  return ask([server.endpoint], { name: queryName(`${label}.test`), type }, flags, boundsOf(AbortSignal.timeout(withinMs)))
}

const distinct = (values: readonly number[]) => new Set(values).size

describe('a question', () => {
  test('a server without EDNS is asked once more without it, and at most once', async () => {
    await using server = await startFaultDns(FAULTS)
    await askFor(server, 'no-edns')
    expect(server.seen.map(({ hasEdns }) => hasEdns)).toEqual([true, false])
    await askFor(server, 'formerr')
    expect(server.seen.slice(2).map(({ hasEdns }) => hasEdns)).toEqual([true, false])
    await askFor(server, 'formerr-with-edns')
    expect(server.seen.slice(4).map(({ hasEdns }) => hasEdns)).toEqual([true])
  })

  test('has an id and a port of its own each time', async () => {
    await using server = await startFaultDns(FAULTS)
    for (let count = 0; count < 100; count++) await askFor(server, 'good')
    const [ids, ports] = [server.seen.map(({ id }) => id), server.seen.map(({ port }) => port)]
    expect(server.seen).toHaveLength(100)
    expect(distinct(ids)).toBeGreaterThan(90)
    expect(distinct(ports)).toBeGreaterThan(90)
    // Neither is counted up.
    for (const numbers of [ids, ports]) {
      const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
      expect(distinct(steps)).toBeGreaterThan(80)
      expect(steps.filter((step) => step < 0).length).toBeGreaterThan(20)
    }
  })

  test('has another id over TCP and without EDNS', async () => {
    await using server = await startFaultDns(FAULTS)
    for (const label of ['tc-then-whole', 'no-edns']) {
      for (let count = 0; count < 8; count++) await askFor(server, label)
    }
    expect(server.seen).toHaveLength(32)
    const pairs = Array.from({ length: 16 }, (_, index) => server.seen.slice(index * 2, index * 2 + 2).map(({ id }) => id))
    expect(pairs.filter(([first, second]) => first === second).length).toBeLessThan(2)
  })
})

describe('afterwards', () => {
  test('no socket is left open, whatever the outcome', async () => {
    await using server = await startFaultDns(FAULTS)
    const labels = Object.keys(FAULTS)
    const round = () => Promise.all(labels.map((label) => askFor(server, label, { withinMs: 200 })))
    await round()
    await Bun.sleep(LINGER_MS)
    const before = openFiles()
    for (let count = 0; count < 5; count++) await round()
    expect(await settled(before)).toBeLessThanOrEqual(before)
  })

  test('a hundred questions at once are all answered, from ports of their own', async () => {
    await using server = await startFaultDns((asked, back) => back.after(50, () => FAULTS.good(asked, back)))
    const before = openFiles()
    const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => askFor(server, `q${index}`)))
    expect(replies.filter((reply) => typeof reply?.outcome === 'object')).toHaveLength(100)
    expect(distinct(server.seen.slice(0, 100).map(({ port }) => port))).toBeGreaterThan(95)
    expect(await settled(before)).toBeLessThanOrEqual(before)
  })

  test('forty at once over TCP', async () => {
    await using server = await startFaultDns((asked, back) => FAULTS['tc-then-whole'](asked, back))
    const before = openFiles()
    const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => askFor(server, `q${index}`)))
    expect(replies.filter((reply) => typeof reply?.outcome === 'object' && !reply.outcome.truncated)).toHaveLength(40)
    expect(await settled(before)).toBeLessThanOrEqual(before)
  })
})

function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

/** Returns the number of open files once it is down to a limit, or does not come down to it. */
async function settled(limit: number): Promise<number> {
  let count = openFiles()
  for (let waited = 0; waited < 2000 && count > limit; waited += 20) {
    await Bun.sleep(20)
    count = openFiles()
  }
  return count
}

test('a server that the operator did not name gets eight questions of a request, however they differ', async () => {
  await using resolver = await startFaultDns(FAULTS)
  await using stranger = await startFaultDns(FAULTS, { address: '::1' })
  const own = { id: 'a', name: 'a', kind: 'local', endpoints: () => [resolver.endpoint] } as const
  const questions = new Questions(new Budget(), [own, own, own])
  const asking = { ...FLAGS, signal: AbortSignal.timeout(LONG_MS) }
  for (const [server, most] of [
    [stranger, 8],
    [resolver, 10],
  ] as const) {
    const ten = Array.from({ length: 10 }, (_, index) => ({ name: queryName(`good.q${index}.test`), type: A }))
    const replies = await Promise.all(ten.map((question) => questions.ask([server.endpoint], question, asking)))
    expect(replies.filter((reply) => typeof reply?.outcome === 'object')).toHaveLength(most)
    expect(server.seen).toHaveLength(most)
  }
})

test.each(['EMFILE', 'ENFILE'])('a socket that cannot be opened (%s) says nothing about the network', (code) =>
  expect(silenceOf(Object.assign(new Error(`bind ${code} 0.0.0.0`), { code }))).toBe('too-many-open-files'),
)
