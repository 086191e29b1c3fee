import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { Poller, type Watch } from '../../../../src/net/libc/engine.ts'
import { POLLFD_BYTES } from '../../../../src/net/libc/layout.ts'
import { pass } from '../../../support/net/fake-prober.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const POLLERR = 8

/** Returns a poll() that reports what the test says is ready, and records its calls. */
function fakePoll() {
  const ready = new Set<number>()
  const asked: number[][] = []
  const poll = (entries: Buffer, count: number) => {
    const descriptors = Array.from({ length: count }, (_, index) => entries.readInt32LE(index * POLLFD_BYTES))
    asked.push(descriptors)
    descriptors.forEach((descriptor, index) => {
      entries.writeUInt16LE(ready.has(descriptor) ? POLLERR : 0, index * POLLFD_BYTES + 6)
    })
    return descriptors.filter((descriptor) => ready.has(descriptor)).length
  }
  return { ready, asked, poller: new Poller(poll) }
}

function watchOf(descriptor: number, told: string[], more: Partial<Watch> = {}): Watch {
  return {
    descriptor,
    events: 1,
    deadlineMs: performance.now() + 10_000,
    ready: () => void told.push(`ready ${descriptor}`),
    expire: () => void told.push(`expired ${descriptor}`),
    fail: (error) => void told.push(`failed ${descriptor}: ${error}`),
    ...more,
  }
}

describe('the poller', () => {
  test('polls all at once, reports those that are ready, and stops when none is left', async () => {
    const { ready, asked, poller } = fakePoll()
    const told: string[] = []
    const stops = Array.from({ length: 100 }, (_, descriptor) => poller.watch(watchOf(descriptor, told)))
    await pass(1)
    expect([told, asked.map(({ length }) => length)]).toEqual([[], [100]])
    ready.add(42)
    await pass(2)
    expect(told).toEqual(['ready 42', 'ready 42'])
    for (const stop of stops) stop()
    await pass(20)
    expect([asked.length, jest.getTimerCount()]).toEqual([3, 0])
  })

  test('a deadline expires, but not before an answer that came in time', async () => {
    const { ready, poller } = fakePoll()
    const told: string[] = []
    // It passes before anybody looks.
    const deadlineMs = performance.now() + 0.5
    ready.add(1)
    const stops = [1, 2].map((descriptor) => poller.watch(watchOf(descriptor, told, { deadlineMs })))
    await pass(1)
    for (const stop of stops) stop()
    expect(told).toEqual(['ready 1', 'expired 1', 'expired 2'])
  })

  test('an error of one watch does not affect others', async () => {
    const { ready, poller } = fakePoll()
    const told: string[] = []
    const broken = () => {
      throw new Error('broken')
    }
    ready.add(1).add(2)
    const stops = [poller.watch(watchOf(1, told, { ready: broken })), poller.watch(watchOf(2, told))]
    await pass(1)
    for (const stop of stops) stop()
    expect(told).toEqual(['failed 1: Error: broken', 'ready 2'])
  })

  test('handles some at a time, and soon the rest, so that a burst does not block', async () => {
    const { ready, poller } = fakePoll()
    const seen: number[] = []
    const turns: number[] = []
    const stops = new Map<number, () => void>()
    for (let descriptor = 0; descriptor < 300; descriptor++) {
      ready.add(descriptor)
      const see = (nowMs: number) => {
        seen.push(descriptor)
        turns.push(nowMs)
        queueMicrotask(() => stops.get(descriptor)?.())
      }
      stops.set(descriptor, poller.watch(watchOf(descriptor, [], { ready: see })))
    }
    await pass(Math.ceil(300 / 64))
    expect(seen).toEqual([...stops.keys()])
    expect(new Set(turns).size).toBe(Math.ceil(300 / 64))
  })
})
