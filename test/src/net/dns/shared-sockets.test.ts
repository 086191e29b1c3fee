// Questions that are asked of one server at the same time share sockets: what a server and a forger see of that, and what is left open.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import { ask } from '../../../../src/net/dns/ask.ts'
import { type DatagramListener, type Endpoint, openDatagramSocket } from '../../../../src/net/dns/exchange.ts'
import { SharedSockets } from '../../../../src/net/dns/shared-sockets.ts'
import { boundsOf } from '../../../support/dns/bounds.ts'
import { FAULTS, GOOD_ADDRESS } from '../../../support/dns/fault/faults.ts'
import { type Asked, type Fault, type FaultDns, startFaultDns } from '../../../support/dns/fault.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import { message, question } from '../../../support/dns/wire.ts'

const A = 1
const FLAGS = { recursion: true, checkingDisabled: false }
const LONG_MS = 9000
const SHARED_BY = 16
const FILLING_MS = 250

/** Sockets as they are opened, closed, and listened to. */
function watchedSockets() {
  const seen = { opened: 0, closed: 0, listeners: [] as DatagramListener[] }
  const sockets = new SharedSockets(async (server, listener) => {
    const socket = await openDatagramSocket(server, listener)
    seen.opened++
    seen.listeners.push(listener)
    const close = () => {
      seen.closed++
      socket.close()
    }
    return { send: (bytes) => void socket.send(bytes), close }
  })
  return { seen, sockets }
}

function asker(server: { endpoint: Endpoint }, sockets: SharedSockets) {
  return async (label: string, { withinMs = LONG_MS, type = A, budget = new Budget() } = {}) => {
    const bounds = { ...boundsOf(AbortSignal.timeout(withinMs), sockets), budget }
    const reply = await ask([server.endpoint], { name: queryName(`${label}.test`), type }, FLAGS, bounds)
    const outcome = reply?.outcome ?? 'no server'
    return typeof outcome === 'string' ? outcome : [outcome.rcode, ...outcome.answers.map(({ rdata }) => rdata.value)].join(' ')
  }
}

const GOOD = `0 ${GOOD_ADDRESS}`
const goodAfter =
  (milliseconds: number): Fault =>
  (asked, back) =>
    back.after(milliseconds, () => FAULTS.good(asked, back))
const labels = (count: number) => Array.from({ length: count }, (_, index) => `q${index}`)
const distinct = (values: readonly unknown[]) => new Set(values).size
const portsOf = (seen: readonly Asked[]) => Map.groupBy(seen, ({ port }) => port)

let slow: FaultDns
beforeAll(async () => {
  slow = await startFaultDns(goodAfter(50))
})
afterAll(() => slow[Symbol.asyncDispose]())

describe('at once', () => {
  test('two hundred questions share sockets, each with an unpredictable id', async () => {
    await using server = await startFaultDns(goodAfter(50))
    const { seen, sockets } = watchedSockets()
    const answers = await Promise.all(labels(200).map((label) => asker(server, sockets)(label)))
    expect(answers).toEqual(labels(200).map(() => GOOD))
    const byPort = [...portsOf(server.seen).values()]
    expect(Math.max(...byPort.map(({ length }) => length))).toBe(SHARED_BY)
    expect(byPort.length).toBe(Math.ceil(200 / SHARED_BY))
    for (const asked of byPort) expect(distinct(asked.map(({ id }) => id))).toBe(asked.length)
    const ids = server.seen.map(({ id }) => id)
    const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0))
    expect(distinct(steps)).toBeGreaterThan(180)
    expect(steps.filter((step) => step < 0).length).toBeGreaterThan(50)
    expect([seen.opened, seen.closed]).toEqual([byPort.length, byPort.length])
  })

  test('the same question is never asked twice from one port, so that a forger who knows the port gains nothing', async () => {
    await using server = await startFaultDns(goodAfter(50))
    const { sockets } = watchedSockets()
    const answers = await Promise.all(labels(40).map((_, index) => asker(server, sockets)(index % 2 === 0 ? 'same' : 'SAME')))
    expect([answers, portsOf(server.seen).size]).toEqual([labels(40).map(() => GOOD), 40])
  })

  test('even if it is spelled differently: the bytes that are sent count', async () => {
    await using server = await startFaultDns(goodAfter(50))
    const { sockets } = watchedSockets()
    await Promise.all(['same', 's\\097me'].map((label) => asker(server, sockets)(label)))
    expect([distinct(server.seen.map(({ name }) => name)), portsOf(server.seen).size]).toEqual([1, 2])
  })

  test('but two types of one name may be', async () => {
    await using server = await startFaultDns(goodAfter(50))
    const { sockets } = watchedSockets()
    await Promise.all([A, 28].map((type) => asker(server, sockets)('same', { type })))
    expect(portsOf(server.seen).size).toBe(1)
  })

  test('every server has sockets of its own', async () => {
    await using other = await startFaultDns(goodAfter(50))
    const { seen, sockets } = watchedSockets()
    const answers = await Promise.all([slow, other].map((server) => asker(server, sockets)('good')))
    expect([answers, seen.opened]).toEqual([[GOOD, GOOD], 2])
  })
})

describe('a port is soon left', () => {
  test('as soon as nothing waits there', async () => {
    const { seen, sockets } = watchedSockets()
    for (const label of labels(3)) await asker(slow, sockets)(label)
    expect([seen.opened, seen.closed]).toEqual([3, 3])
  })

  test('after a quarter of a second, although a question still waits there', async () => {
    await using server = await startFaultDns({ late: goodAfter(FILLING_MS * 3), soon: FAULTS.good, after: FAULTS.good })
    const { seen, sockets } = watchedSockets()
    const askFor = asker(server, sockets)
    const late = askFor('late')
    expect([await askFor('soon'), seen.opened]).toEqual([GOOD, 1])
    await Bun.sleep(FILLING_MS + 20)
    expect([
      [await askFor('after'), seen.opened],
      [await late, seen.closed],
    ]).toEqual([
      [GOOD, 2],
      [GOOD, 2],
    ])
  })

  test('once a datagram came that answers nothing: a forger may be guessing', async () => {
    const wrongId: Fault = (asked, back) => back.send(message({ id: asked.id ^ 1, question: question(asked.name, A) }))
    const wrongName: Fault = (asked, back) => back.send(message({ id: asked.id, question: question('other.test', A) }))
    for (const fault of [wrongId, wrongName]) {
      await using server = await startFaultDns({ guessed: fault, good: FAULTS.good })
      const { seen, sockets } = watchedSockets()
      const askFor = asker(server, sockets)
      const guessed = askFor('guessed', { withinMs: 200 })
      await Bun.sleep(50)
      expect([await askFor('good'), seen.opened]).toEqual([GOOD, 2])
      expect([await guessed, seen.closed]).toEqual(['no-answer', 2])
    }
  })
})

describe('one question does not hurt the others', () => {
  test('whatever the server answers to it', async () => {
    const faults = Object.keys(FAULTS).filter((label) => label !== 'good' && !label.startsWith('tc-'))
    const busy = Object.fromEntries(labels(SHARED_BY).map((label) => [label, goodAfter(150)]))
    await using server = await startFaultDns({ ...FAULTS, ...busy })
    for (const fault of faults) {
      const { seen, sockets } = watchedSockets()
      const askFor = asker(server, sockets)
      const [, ...answers] = await Promise.all([
        askFor(fault, { withinMs: 100 }),
        ...labels(SHARED_BY - 1).map((label) => askFor(label)),
      ])
      expect([fault, ...answers]).toEqual([fault, ...labels(SHARED_BY - 1).map(() => GOOD)])
      expect(seen.closed).toBe(seen.opened)
    }
  })

  test('when its request ends', async () => {
    const { seen, sockets } = watchedSockets()
    const askFor = asker(slow, sockets)
    const answers = await Promise.all([askFor('first', { withinMs: 10 }), askFor('second')])
    expect([answers, seen.opened, seen.closed]).toEqual([['no-answer', GOOD], 1, 1])
  })

  test('a flood under its id is its own', async () => {
    const budgets = [new Budget(), new Budget()] as const
    const { sockets, seen } = watchedSockets()
    await using server = await startFaultDns({ flooded: () => {}, calm: goodAfter(200) })
    const askFor = asker(server, sockets)
    const answers = Promise.all([
      askFor('flooded', { budget: budgets[0], withinMs: 500 }),
      askFor('calm', { budget: budgets[1] }),
    ])
    while (server.seen.length < 2) await Bun.sleep(5)
    const asked = server.seen.find(({ name }) => name === 'flooded.test')
    const flood = Buffer.alloc(60_000)
    flood.writeUInt16BE(asked?.id ?? 0)
    for (let count = 0; count < 80; count++) seen.listeners[0]?.onDatagram(flood)
    expect(await answers).toEqual(['budget-exceeded', GOOD])
    expect(budgets.map(({ shortage }) => shortage)).toEqual(['budget-exceeded', null])
  })

  test('the cost of stray datagrams is shared among all questions that wait', async () => {
    const { sockets, seen } = watchedSockets()
    await using server = await startFaultDns({ a: goodAfter(200), b: goodAfter(200) })
    const askFor = asker(server, sockets)
    const answers = Promise.all([askFor('a'), askFor('b')])
    while (server.seen.length < 2) await Bun.sleep(5)
    // 80 are more than one may read, and less than two may.
    for (let count = 0; count < 80; count++) seen.listeners[0]?.onDatagram(strayTo(server.seen))
    expect(await answers).toEqual([GOOD, GOOD])
    const more = Promise.all([askFor('a'), askFor('b')])
    while (server.seen.length < 4) await Bun.sleep(5)
    for (let count = 0; count < 160; count++) seen.listeners[1]?.onDatagram(strayTo(server.seen))
    expect(await more).toEqual(['budget-exceeded', 'budget-exceeded'])
  })
})

/** Bytes under an id that no question has. */
function strayTo(seen: readonly Asked[]): Buffer {
  const bytes = Buffer.alloc(60_000)
  const ids = seen.map(({ id }) => id)
  bytes.writeUInt16BE([0, 1, 2, 3, 4].find((id) => !ids.includes(id)) ?? 0)
  return bytes
}

describe('a failure of the server fails all questions to it', () => {
  test('nothing listens', async () => {
    const gone = await startFaultDns({})
    await gone[Symbol.asyncDispose]()
    const { seen, sockets } = watchedSockets()
    const started = performance.now()
    const answers = await Promise.all(labels(40).map((label) => asker(gone, sockets)(label)))
    expect(answers).toEqual(labels(40).map(() => 'connection-refused'))
    expect(performance.now() - started).toBeLessThan(900)
    expect(seen.closed).toBe(seen.opened)
  })

  test('no socket can be opened, or nothing be sent', async () => {
    const fails = (code: string) => Object.assign(new Error(code), { code })
    const send = () => {
      throw fails('ENETUNREACH')
    }
    const unopened = new SharedSockets(() => Promise.reject(fails('EMFILE')))
    const unsent = new SharedSockets(async () => ({ send, close: () => {} }))
    const ask3 = (sockets: SharedSockets) => Promise.all(labels(3).map((label) => asker(slow, sockets)(label)))
    expect(await ask3(unopened)).toEqual(['too-many-open-files', 'too-many-open-files', 'too-many-open-files'])
    expect(await ask3(unsent)).toEqual(['network-unreachable', 'network-unreachable', 'network-unreachable'])
  })
})
