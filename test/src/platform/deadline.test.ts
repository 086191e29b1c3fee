import { describe, expect, test } from 'bun:test'
import { offTheClock, onAbort, Pauses, withDeadline } from '../../../src/platform/deadline.ts'

const LONG_MS = 10_000
const never = () => new AbortController().signal

/** Settles when the signal fires. */
function fired(signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  onAbort(signal, () => resolve('cut'))
  return promise
}

describe('withDeadline', () => {
  test('fires when the time is up, and waits for the result of the run', async () => {
    const started = performance.now()
    expect(await withDeadline(30, never(), fired)).toBe('cut')
    expect(performance.now() - started).toBeGreaterThan(25)
  })

  test('stands still while it waits for this server itself, unless it is the outermost', async () => {
    const { promise: forever } = Promise.withResolvers<string>()
    const waiting = (signal: AbortSignal) => Promise.race([offTheClock(signal, forever), fired(signal)])
    const waited = withDeadline(LONG_MS, never(), (outer) =>
      withDeadline(1, outer, async (signal) => {
        const inTime = offTheClock(signal, withDeadline(20, never(), fired)).then(() => signal.aborted)
        return [await inTime, await fired(signal), outer.aborted]
      }),
    )
    expect([await waited, await withDeadline(30, never(), waiting)]).toEqual([[false, 'cut', false], 'cut'])
    expect(await withDeadline(30, never(), (outer) => withDeadline(10, outer, waiting))).toBe('cut')
  })

  test('has fired at once where the parent has', async () =>
    expect(await withDeadline(LONG_MS, AbortSignal.abort(), async (signal) => signal.aborted)).toBe(true))

  test.each<[string, () => Promise<void>]>([
    ['has ended', async () => {}],
    ['has thrown', () => Promise.reject(new Error('broken'))],
    [
      'has thrown at once',
      () => {
        throw new Error('broken')
      },
    ],
  ])('fires when the run %s, and lets go of the parent', async (_, end) => {
    const parent = new AbortController()
    let inner: AbortSignal | null = null
    const run = (signal: AbortSignal) => {
      inner = signal
      return end()
    }
    await withDeadline(LONG_MS, parent.signal, run).catch(() => {})
    expect(inner).toMatchObject({ aborted: true })
    expect(parent.signal.aborted).toBe(false)
  })
})

test('pauses grow up to a bound, also if each attempt holds for a moment, and are short again after a steady time', () => {
  const workers = new Pauses({ firstMs: 0, secondMs: 500, longestMs: 30_000 })
  expect(Array.from({ length: 9 }, () => workers.after(100))).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect([workers.after(10_000), workers.after(9999)]).toEqual([0, 500])
  const store = new Pauses({ firstMs: 100, secondMs: 200, longestMs: 2000 })
  expect([0, 0, 500, 0, 500, 0, 0].map((heldMs) => store.after(heldMs))).toEqual([100, 200, 400, 800, 1600, 2000, 2000])
})
