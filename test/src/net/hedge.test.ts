import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { hedge } from '../../../src/net/hedge.ts'
import { onAbort } from '../../../src/platform/deadline.ts'
import { outcomeOf, pass } from '../../support/net/fake-prober.ts'

const PAUSE_MS = 60
const isGood = (result: string) => result.startsWith('good')

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/**
 * Attempts ("bad 10, good 5") that return after the given milliseconds, or return `cut` when the signal fires; and when each was made.
 */
function race(plans: string, signal = new AbortController().signal) {
  const begun = performance.now()
  const made: number[] = []
  const attempts = plans.split(', ').map((plan) => () => {
    const [result = '', afterMs] = plan.split(' ')
    made.push(performance.now() - begun)
    const { promise, resolve } = Promise.withResolvers<string>()
    setTimeout(() => resolve(result), Number(afterMs))
    onAbort(signal, () => resolve('cut'))
    return promise
  })
  return { made, outcome: outcomeOf(hedge(attempts, PAUSE_MS, signal, isGood)) }
}

test('one good attempt is all that is made', async () => {
  const { made, outcome } = race('good 5, good-too 5')
  await pass(4)
  expect(outcome).toEqual({})
  await pass(1)
  expect(outcome.result).toEqual({ accepted: 'good', others: [] })
  await pass(2 * PAUSE_MS)
  expect(made).toEqual([0])
})

test.each([
  ['as soon as one fails', 'bad 10, worse 10, good 10', 'good', ['bad', 'worse'], [0, 10, 20]],
  ['after a pause, and the earlier one still counts', 'good 80, good-too 120', 'good', [], [0, PAUSE_MS]],
  ['though an earlier one is silent', 'never 10000, bad 5, good 5', 'good', ['bad'], [0, PAUSE_MS, PAUSE_MS + 5]],
  ['until all have failed, which are told of as they ended', 'slow 90, quick 5', null, ['quick', 'slow'], [0, PAUSE_MS]],
])('the next is made %s', async (_, plans, accepted, others, when) => {
  const { made, outcome } = race(plans)
  await pass(PAUSE_MS + 30)
  expect<unknown>([outcome.result, made]).toEqual([{ accepted, others }, when])
})

test('when the signal fires no more are made, and those that were are heard', async () => {
  const controller = new AbortController()
  const { made, outcome } = race('never 10000, never 10000, never 10000', controller.signal)
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
