import { describe, expect, test } from 'bun:test'
import { hedge } from '../../../src/net/hedge.ts'
import { onAbort } from '../../../src/net/within.ts'

const PAUSE_MS = 60
const SLACK_MS = 40
const isGood = (result: string) => result.startsWith('good')

/** Attempts that give their results after so many milliseconds, or `cut` when the signal fires; and when each was made. */
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
  return { made, begun, outcome: hedge(attempts, PAUSE_MS, signal, isGood) }
}

const near = (milliseconds: number | undefined, expected: number) =>
  milliseconds !== undefined && milliseconds > expected - 5 && milliseconds < expected + SLACK_MS

describe('hedge', () => {
  test('without attempts there is nothing', async () => {
    expect(await race([]).outcome).toEqual({ accepted: null, others: [] })
  })

  test('one good attempt is all that is made', async () => {
    const { made, outcome } = race([
      ['good', 5],
      ['good too', 5],
    ])
    expect(await outcome).toEqual({ accepted: 'good', others: [] })
    await Bun.sleep(PAUSE_MS + 10)
    expect(made).toHaveLength(1)
  })

  test('the next is made as soon as one fails', async () => {
    const { made, outcome } = race([
      ['bad', 10],
      ['worse', 10],
      ['good', 10],
    ])
    expect(await outcome).toEqual({ accepted: 'good', others: ['bad', 'worse'] })
    expect(made.map((at, index) => near(at, index * 10))).toEqual([true, true, true])
  })

  test('the next is made after a pause, and the earlier one still counts', async () => {
    const { made, outcome } = race([
      ['good but late', PAUSE_MS + 20],
      ['good but later', PAUSE_MS * 2],
    ])
    expect((await outcome).accepted).toBe('good but late')
    expect(near(made[1], PAUSE_MS)).toBe(true)
  })

  test('a failure makes room for the next though an earlier one is still silent', async () => {
    const { made, outcome } = race([
      ['never', 10_000],
      ['bad', 5],
      ['good', 5],
    ])
    expect((await outcome).accepted).toBe('good')
    expect(near(made[2], PAUSE_MS + 5)).toBe(true)
  })

  test('all fail: none is accepted, and all are told of, in the order in which they ended', async () => {
    expect(
      await race([
        ['slow', PAUSE_MS + 30],
        ['quick', 5],
      ]).outcome,
    ).toEqual({ accepted: null, others: ['quick', 'slow'] })
  })

  test('the last attempt is waited for, not only for the pause', async () => {
    expect((await race([['good', PAUSE_MS * 3]]).outcome).accepted).toBe('good')
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
    setTimeout(() => controller.abort(), PAUSE_MS + 20)
    expect(await outcome).toEqual({ accepted: null, others: ['cut', 'cut'] })
    await Bun.sleep(PAUSE_MS + 10)
    expect(made).toHaveLength(2)
  })

  test('what an attempt says when it is cut may be good', async () => {
    const controller = new AbortController()
    const attempt = () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      onAbort(controller.signal, () => resolve('good in part'))
      return promise
    }
    setTimeout(() => controller.abort(), 10)
    expect(await hedge([attempt, attempt], PAUSE_MS, controller.signal, isGood)).toEqual({ accepted: 'good in part', others: [] })
  })

  test('a signal that has fired lets none be made', async () => {
    const { made, outcome } = race([['good', 0]], AbortSignal.abort())
    expect(await outcome).toEqual({ accepted: null, others: [] })
    expect(made).toEqual([])
  })

  test('an attempt that throws ends everything with what it threw', async () => {
    const attempts = [async () => Promise.reject(new Error('broken'))]
    expect(hedge(attempts, PAUSE_MS, new AbortController().signal, isGood)).rejects.toThrow('broken')
  })
})
