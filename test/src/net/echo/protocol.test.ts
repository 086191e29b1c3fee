// The datagrams of the echo port, and all that they prove, without a network.
import { describe, expect, test } from 'bun:test'
import { Flow } from '../../../../src/net/echo/home.ts'
import { ANSWER_HOPS, Cookies, probeFor, resultOf, type Sender, triedFor } from '../../../../src/net/echo/protocol.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const QUESTION = Buffer.from('0123456789abcdef')
const SEEN = { address: addressOf('203.0.113.7'), port: 40_000 }

const request = (cookies: Cookies, seen = SEEN) => {
  const flow = new Flow(QUESTION)
  flow.take({ bytes: cookies.answerTo(QUESTION, seen), hops: ANSWER_HOPS - 3 })
  return flow.request ?? Buffer.alloc(0)
}

describe('a cookie', () => {
  test('holds for the flow, the question and the time that it was made for', () => {
    let now = 1_000_000
    const cookies = new Cookies(() => now)
    const bytes = request(cookies)
    expect(cookies.distanceIn(bytes, SEEN)).toBe(4)
    now += 10_000
    expect(cookies.distanceIn(bytes, SEEN)).toBe(4)
    expect(cookies.distanceIn(bytes, { ...SEEN, port: SEEN.port + 1 })).toBeNull()
    expect(cookies.distanceIn(bytes, { ...SEEN, address: addressOf('203.0.113.8') })).toBeNull()
    expect(new Cookies(() => now).distanceIn(bytes, SEEN)).toBeNull()
    now += 20_000
    expect(cookies.distanceIn(bytes, SEEN)).toBeNull()
  })

  test.each(Array.from({ length: 24 }, (_, at) => at))('no other byte %i passes', (at) => {
    const cookies = new Cookies(() => 0)
    const bytes = Buffer.from(request(cookies))
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(cookies.distanceIn(bytes, SEEN)).toBeNull()
  })

  test('no distance outside of what a hop limit can be', () => {
    const cookies = new Cookies(() => 0)
    for (const hops of [0, 65, 255])
      expect(cookies.distanceIn(Buffer.from([...request(cookies).subarray(0, -1), hops]), SEEN)).toBeNull()
  })
})

/** Returns the boxes that a flow counts, `distance` hops away, from what came back for the last hop limits and the probes that came through. */
function boxes(distance: number, senders: readonly Sender[], arrived: readonly [sent: number, hops: number][] = [[distance, 1]]) {
  const flow = new Flow(QUESTION)
  flow.take({ bytes: new Cookies().answerTo(QUESTION, SEEN), hops: ANSWER_HOPS - distance + 1 })
  for (const [sent, hops] of arrived) flow.take({ bytes: probeFor(QUESTION, sent), hops })
  const tried = triedFor(distance)
  const heard = new Map(tried.map((hops, at) => [hops, senders[at] ?? null]))
  expect(flow.take({ bytes: resultOf(QUESTION, heard), hops: ANSWER_HOPS })).toBe(true)
  return flow.seen()?.boxes
}

test('boxes are counted from the public address to the probe that comes through', () => {
  expect(boxes(6, ['path', 'path', 'path', 'path', 'address'])).toBe(1)
  expect(boxes(6, ['path', 'path', 'path', 'address', 'address'])).toBe(2)
  expect(boxes(9, ['path', 'path', 'address', 'address', 'address'])).toBe(3)
  // Next door, nobody stands in front.
  expect([boxes(2, ['address']), boxes(4, [null, 'path', 'address'])]).toEqual([1, 1])
})

test('nothing is counted where somebody kept silent, or where hop limits are not what they were', () => {
  expect(boxes(6, ['path', 'path', 'path', 'path', null])).toBeNull()
  expect(boxes(6, ['path', 'path', 'path', 'address', null])).toBeNull()
  expect(boxes(6, ['path', 'path', 'path', null, 'address'])).toBeNull()
  expect(boxes(6, ['path', 'path', 'address', 'path', 'address'])).toBeNull()
  expect(boxes(6, ['path', 'path', 'path', 'path', 'path'])).toBeNull()
  expect(boxes(9, ['address', 'address', 'address', 'address', 'address'])).toBeNull()
  const one: Sender[] = ['path', 'path', 'path', 'path', 'address']
  expect([boxes(6, one, []), boxes(6, one, [[6, 64]]), boxes(6, one, [[5, 1]])]).toEqual([null, null, null])
  expect(
    boxes(6, one, [
      [6, 1],
      [5, 1],
    ]),
  ).toBeNull()
  // One that was not lost shows the distance as well.
  expect(
    boxes(6, one, [
      [6, 1],
      [6, 1],
    ]),
  ).toBe(1)
})

test('a flow takes nothing that does not begin as its question does', () => {
  const flow = new Flow(QUESTION)
  for (const length of [0, 1, 13, 15, 16, 32, 512]) expect(flow.take({ bytes: Buffer.alloc(length, 1), hops: 60 })).toBe(false)
  expect(flow.seen()).toBeNull()
  flow.take({ bytes: new Cookies().answerTo(QUESTION, SEEN), hops: 61 })
  for (const length of [5, 6, 7, 32]) expect(flow.take({ bytes: Buffer.alloc(length, 0x52), hops: 60 })).toBe(false)
  expect(flow.seen()).toEqual({ address: SEEN.address, boxes: null })
})
