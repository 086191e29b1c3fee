// Faults and timings that no real network makes on demand. Real ones are in echo.test.ts and in test/lab.
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { BUDGET, type Budget } from '../../../../src/net/budget.ts'
import { type PingReply, runPing } from '../../../../src/net/path/ping.ts'
import type { ProbeReply } from '../../../../src/net/path/prober.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { budgetOf, CONTEXT, expectOver, fillTurn, pass, startRun, TARGET } from '../../../support/net/fake-prober.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const reply = (sequence: number, rttMs = 1): ProbeReply => {
  return { sequence, from: TARGET, reason: null, isLocal: false, rttMs, ttl: 64 }
}

/** Starts a ping whose requests nobody gets. */
function start({ count = 4, ...fake }: { count?: number; refuse?: (sequence: number) => string | null; budget?: Budget }) {
  const run = startRun<PingReply, Awaited<ReturnType<typeof runPing>>>(
    (open, wanted) => runPing(CONTEXT, open, { ...wanted, count }),
    fake,
  )
  return { ...run, reported: () => run.told.map(({ seq, answer }) => `${seq} ${answer === null ? 'silent' : answer.rttMs}`) }
}

const expectPingOver = (run: ReturnType<typeof start>) =>
  expectOver(run, () => {
    for (let sequence = 1; sequence <= 10; sequence++) run.onAnswer(reply(sequence))
  })

/** A test of a ping in progress, which has to be over at its end. */
const pingTest = (name: string, [wanted]: Parameters<typeof start>, check: (run: ReturnType<typeof start>) => Promise<void>) =>
  test(name, async () => {
    const run = start(wanted)
    await check(run)
    await expectPingOver(run)
  })

describe('a ping', () => {
  pingTest('sends five a second, and ends with the last reply', [{}], async (run) => {
    for (let sequence = 1; sequence <= 4; sequence++) {
      await pass(3)
      expect(run.outcome).toEqual({})
      run.onAnswer(reply(sequence, 3))
      await pass(sequence === 4 ? 0 : 197)
    }
    expect(run.sent).toEqual([0, 200, 400, 600].map((atMs, index) => ({ sequence: index + 1, hops: null, atMs })))
    const replies = [1, 2, 3, 4].map((sequence) => ({ seq: sequence, answer: reply(sequence, 3) }))
    expect([run.outcome.result, run.told]).toEqual([{ sent: 4, replies, failure: null }, replies])
  })

  pingTest(
    'tells replies as they come, and lists them as they were asked for; a second one changes nothing',
    [{ count: 3 }],
    async (run) => {
      await pass(450)
      for (const [sequence, rttMs] of [
        [3, 5],
        [1, 440],
        [1, 445],
        [3, 6],
      ] as const)
        run.onAnswer(reply(sequence, rttMs))
      await pass(0)
      expect(run.outcome).toEqual({})
      run.onAnswer(reply(2, 250))
      await pass(0)
      expect(run.reported()).toEqual(['3 5', '1 440', '2 250'])
      expect(run.outcome.result).toMatchObject({
        replies: [{ seq: 1, answer: { rttMs: 440 } }, { seq: 2 }, { seq: 3, answer: { rttMs: 5 } }],
      })
    },
  )

  pingTest('is not ended by replies to requests that were never sent', [{ count: 3 }], async (run) => {
    await pass(250)
    for (const sequence of [0, -1, 3, 4, 99]) run.onAnswer(reply(sequence))
    await pass(200)
    expect([run.sent.length, run.reported(), run.outcome]).toEqual([3, [], {}])
    for (const sequence of [1, 2, 3]) run.onAnswer(reply(sequence, 9))
    await pass(0)
    expect(run.outcome.result).toMatchObject({ sent: 3, failure: null })
    expect(run.reported()).toEqual(['1 9', '2 9', '3 9'])
  })

  pingTest('reports each as unanswered, once it is over', [{ count: 2 }], async (run) => {
    await pass(200 + 3999, 1)
    expect([run.outcome, run.reported()]).toEqual([{}, []])
    await pass(1)
    expect(run.outcome.result).toEqual({ sent: 2, replies: [1, 2].map((seq) => ({ seq, answer: null })), failure: null })
    expect(run.reported()).toEqual(['1 silent', '2 silent'])
  })

  test.each([
    { rttMs: 1, waitMs: 1000 },
    { rttMs: 500, waitMs: 1000 },
    { rttMs: 700, waitMs: 1400 },
  ])('waits $waitMs ms for the rest where the slowest reply took $rttMs ms', async ({ rttMs, waitMs }) => {
    const run = start({ count: 3 })
    await pass(400)
    run.onAnswer(reply(1, rttMs))
    run.onAnswer(reply(3, 1))
    await pass(waitMs - 1)
    expect(run.outcome).toEqual({})
    await pass(1)
    expect(run.outcome.result).toMatchObject({ sent: 3, replies: [{ answer: { rttMs } }, { answer: null }, { seq: 3 }] })
    expect(run.reported()).toEqual([`1 ${rttMs}`, '3 1', '2 silent'])
    await expectPingOver(run)
  })
})

describe('requests that cannot be sent', () => {
  test('later: those that were sent are waited for, the rest are not tried', async () => {
    const asked: number[] = []
    const run = start({ refuse: (sequence) => (asked.push(sequence) === 3 ? 'blocked-locally' : null) })
    await pass(400)
    expect(asked).toEqual([1, 2, 3])
    run.onAnswer(reply(2, 7))
    await pass(999)
    expect(run.outcome).toEqual({})
    await pass(1)
    const replies = [null, reply(2, 7)].map((answer, index) => ({ seq: index + 1, answer }))
    expect(run.outcome.result).toEqual({ sent: 2, replies, failure: 'blocked-locally' })
    expect(asked).toEqual([1, 2, 3])
    await expectPingOver(run)
  })

  test('for want of budget: those that were sent are waited for, the rest are not tried', async () => {
    const run = start({ budget: await budgetOf(2, BUDGET.probes) })
    await pass(201)
    run.onAnswer(reply(1))
    run.onAnswer(reply(2))
    await pass(200)
    expect(run.outcome.result).toMatchObject({ sent: 2, failure: 'budget-exceeded' })
    await expectPingOver(run)
  })

  test('a system that has no way to do it, and a socket that cannot be had', async () => {
    const wanted = { count: 4, bounds: freshBounds(), report: () => {} }
    expect(await runPing(CONTEXT, () => ({ reason: null }), wanted)).toBeNull()
    const none = { sent: 0, replies: [], failure: 'too-many-open-files' }
    expect(await runPing(CONTEXT, () => ({ reason: 'too-many-open-files' }), wanted)).toEqual(none)
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe('the signal', () => {
  test('ends a ping while it sends', async () => {
    const run = start({})
    await pass(210)
    run.onAnswer(reply(2, 9))
    run.abort()
    await pass(0)
    expect(run.outcome.result).toMatchObject({ sent: 2, replies: [{ answer: null }, { answer: { rttMs: 9 } }], failure: null })
    expect(run.reported()).toEqual(['2 9', '1 silent'])
    await expectPingOver(run)
    expect(run.sent).toHaveLength(2)
  })

  test('ends a ping that waits for its turn: nothing is sent', async () => {
    fillTurn()
    const run = start({})
    run.abort()
    await pass(10)
    expect([run.outcome.result, run.sent]).toEqual([{ sent: 0, replies: [], failure: null }, []])
    await expectPingOver(run)
  })
})

pingTest('a fault of ours is thrown', [{}], async (run) => {
  await pass(210)
  run.fail(new Error('broken'))
  await pass(0)
  expect(run.outcome).toEqual({ error: new Error('broken') })
})
