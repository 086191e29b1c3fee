import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { hedge } from '../../../src/net/hedge.ts'
import { onAbort } from '../../../src/platform/deadline.ts'
import { outcomeOf, pass } from '../../support/net/fake-prober.ts'

const PAUSE_MS = 60
const isGood = (result: string) => result.startsWith('good')

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Attempts that return after the given milliseconds, or return `cut` when the signal fires; and when each was made. */
function race(plans: readonly (readonly [result: string, afterMs: number])[], signal = new AbortController().signal) {
  const begun = performance.now()
  const made: number[] = []
  const attempts = plans.map(([result, afterMs]) => () => {
    made.push(performance.now() - begun)
    const { promise, resolve } = Promise.withResolvers<string>()
    setTimeout(() => resolve(result), afterMs)
    onAbort(signal, () => resolve('cut'))
    return promise
  })
  return { made, outcome: outcomeOf(hedge(attempts, PAUSE_MS, signal, isGood)) }
}

describe('hedge', () => {
  test('one good attempt is all that is made', async () => {
    const { made, outcome } = race([
      ['good', 5],
      ['good too', 5],
    ])
    await pass(4)
    expect(outcome).toEqual({})
    await pass(1)
    expect(outcome.result).toEqual({ accepted: 'good', others: [] })
    await pass(2 * PAUSE_MS)
    expect(made).toEqual([0])
  })

  test('the next is made as soon as one fails', async () => {
    const { made, outcome } = race([
      ['bad', 10],
      ['worse', 10],
      ['good', 10],
    ])
    await pass(30)
    expect([outcome.result, made]).toEqual([{ accepted: 'good', others: ['bad', 'worse'] }, [0, 10, 20]])
  })

  test('the next is made after a pause, and the earlier one still counts', async () => {
    const { made, outcome } = race([
      ['good but late', PAUSE_MS + 20],
      ['good but later', PAUSE_MS * 2],
    ])
    await pass(PAUSE_MS + 20)
    expect([outcome.result?.accepted, made]).toEqual(['good but late', [0, PAUSE_MS]])
  })

  test('a failure makes room for the next though an earlier one is still silent', async () => {
    const { made, outcome } = race([
      ['never', 10_000],
      ['bad', 5],
      ['good', 5],
    ])
    await pass(PAUSE_MS + 10)
    expect([outcome.result?.accepted, made]).toEqual(['good', [0, PAUSE_MS, PAUSE_MS + 5]])
  })

  test('all fail: none is accepted, and all are told of, in the order in which they ended', async () => {
    const { outcome } = race([
      ['slow', PAUSE_MS + 30],
      ['quick', 5],
    ])
    await pass(PAUSE_MS + 30)
    expect(outcome.result).toEqual({ accepted: null, others: ['quick', 'slow'] })
  })

  test('when the signal fires no more are made, and those that were are heard', async () => {
    const controller = new AbortController()
    const { made, outcome } = race(
      [
        ['never', 10_000],
        ['never', 10_000],
        ['never', 10_000],
      ],
      controller.signal,
    )
    await pass(PAUSE_MS + 20)
    controller.abort()
    await pass(0)
    expect(outcome.result).toEqual({ accepted: null, others: ['cut', 'cut'] })
    await pass(2 * PAUSE_MS)
    expect(made).toEqual([0, PAUSE_MS])
  })

  test('an error of one attempt ends all of them', async () => {
    const attempts = [async () => Promise.reject(new Error('broken'))]
    const outcome = outcomeOf(hedge(attempts, PAUSE_MS, new AbortController().signal, isGood))
    await pass(0)
    expect([outcome, jest.getTimerCount()]).toEqual([{ error: new Error('broken') }, 0])
  })
})
