import { describe, expect, test } from 'bun:test'
import { POLLFD_BYTES } from '../../../../src/net/libc/layout.ts'
import { type Watch, Watcher } from '../../../../src/net/libc/watcher.ts'

const POLLERR = 8

/** A poll() of which the test says what is ready; it keeps what it was asked. */
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
  return { ready, asked, watcher: new Watcher(poll) }
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

describe('the watcher', () => {
  test('asks for all at once, tells who is ready, and stops when nobody is left', async () => {
    const { ready, asked, watcher } = fakePoll()
    const told: string[] = []
    const stops = Array.from({ length: 100 }, (_, descriptor) => watcher.watch(watchOf(descriptor, told)))
    await Bun.sleep(5)
    expect(told).toEqual([])
    expect(asked[0]).toHaveLength(100)
    ready.add(42)
    await Bun.sleep(5)
    expect(new Set(told)).toEqual(new Set(['ready 42']))
    for (const stop of stops) stop()
    const { length } = asked
    await Bun.sleep(20)
    expect(asked).toHaveLength(length)
  })

  test('a deadline expires, but not before an answer that came in time', async () => {
    const { ready, watcher } = fakePoll()
    const told: string[] = []
    const deadlineMs = performance.now() + 5
    ready.add(1)
    const stops = [1, 2].map((descriptor) => watcher.watch(watchOf(descriptor, told, { deadlineMs })))
    Bun.sleepSync(10)
    await Bun.sleep(2)
    for (const stop of stops) stop()
    expect(told.slice(0, 3)).toEqual(['ready 1', 'expired 1', 'expired 2'])
  })

  test('what breaks one breaks no other', async () => {
    const { ready, watcher } = fakePoll()
    const told: string[] = []
    const broken = () => {
      throw new Error('broken')
    }
    ready.add(1).add(2)
    const stops = [watcher.watch(watchOf(1, told, { ready: broken })), watcher.watch(watchOf(2, told))]
    await Bun.sleep(5)
    for (const stop of stops) stop()
    expect(told.slice(0, 2)).toEqual(['failed 1: Error: broken', 'ready 2'])
  })

  test('sees to some at a time, and soon to the rest, so that a burst keeps nobody waiting', async () => {
    const { ready, watcher } = fakePoll()
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
      stops.set(descriptor, watcher.watch(watchOf(descriptor, [], { ready: see })))
    }
    await Bun.sleep(30)
    expect(seen).toEqual([...stops.keys()])
    expect(new Set(turns).size).toBe(Math.ceil(300 / 64))
  })

  test('looks every millisecond at first, and seldom later; whoever is new is looked at soon', async () => {
    const { asked, watcher } = fakePoll()
    const stop = watcher.watch(watchOf(1, []))
    await Bun.sleep(20)
    const young = asked.length
    await Bun.sleep(180)
    asked.length = 0
    await Bun.sleep(100)
    const old = asked.length
    expect(young).toBeWithin(5, 25)
    expect(old).toBeWithin(5, 25)
    const stopNew = watcher.watch(watchOf(2, []))
    asked.length = 0
    await Bun.sleep(2.5)
    expect(asked.length).toBeGreaterThan(0)
    stop()
    stopNew()
  })

  test('is not put off by newcomers', async () => {
    const { asked, watcher } = fakePoll()
    const stops: (() => void)[] = []
    const started = performance.now()
    for (let descriptor = 0; performance.now() - started < 300; descriptor++) {
      stops.push(watcher.watch(watchOf(descriptor, [])))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(asked.length).toBeGreaterThan(5)
    for (const stop of stops) stop()
  })
})
