import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { answerOf } from '../../../../src/net/dns/answer.ts'
import { ask, type Endpoint, type ServerReply } from '../../../../src/net/dns/ask.ts'
import { CHAIN_LENGTH, FAULTS, GOOD_ADDRESS, LARGEST, LATE_MS, MANY } from '../../../support/dns/fault/faults.ts'
import { type FaultDns, startFaultDns } from '../../../support/dns/fault.ts'
import { boundsOf, queryName } from '../../../support/dns/query-names.ts'

const A = 1
const FLAGS = { recursion: true, checkingDisabled: false }
/** An expected answer comes sooner; if none is expected, this is how long the test waits. */
const SOON_MS = 900
const SLACK_MS = 1500
/** The time that we wait for one server before we ask once more, and for all of them together. */
const RETRY_MS = 1000
const ASK_MS = 4500

let server: FaultDns
let deaf: FaultDns
beforeAll(async () => {
  server = await startFaultDns(FAULTS)
  deaf = await startFaultDns(FAULTS, { tcp: false })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await deaf[Symbol.asyncDispose]()
})

async function askFor(label: string, { from = [server.endpoint], type = A, withinMs = ASK_MS * 2 } = {}): Promise<ServerReply> {
  const reply = await ask(from, { name: queryName(`${label}.test`), type }, FLAGS, boundsOf(AbortSignal.timeout(withinMs)))
  if (!reply) throw new Error('there were servers, and yet no reply')
  return reply
}

/** Returns the outcome of a query, in short: why there is no message, or the rcode and the values of its records. */
function gist({ outcome }: ServerReply): string {
  if (typeof outcome === 'string') return outcome
  return [outcome.rcode, ...outcome.answers.map(({ rdata }) => rdata.value)].join(' ')
}

const GOOD = `0 ${GOOD_ADDRESS}`

describe('a message that answers no question of ours is ignored', () => {
  const labels = Object.keys(FAULTS)
  const foreign = labels.slice(labels.indexOf('wrong-id'), labels.indexOf('pointer-loop'))

  test('and the wait ends with the signal', async () => {
    expect(foreign).toContain('spoofed-address')
    const seen = await Promise.all(
      ['silent', ...foreign].map(async (label) => {
        const reply = await askFor(label, { withinMs: SOON_MS })
        return [label, gist(reply), reply.elapsedMs >= SOON_MS - 20 && reply.elapsedMs < SOON_MS + SLACK_MS]
      }),
    )
    expect(seen).toEqual(['silent', ...foreign].map((label) => [label, 'no-answer', true]))
  })
})

describe('an answer comes at once', () => {
  test.each([
    ['good', GOOD],
    ['pointer-loop', 'malformed-answer'],
    ['pointer-forward', 'malformed-answer'],
    ['cut-answer', 'malformed-answer'],
    ['two-opts', 'malformed-answer'],
    ['odd-address', 'malformed-answer'],
    ['first-broken', GOOD],
    ['servfail', '2'],
    ['refused', '5'],
    ['notimp', '4'],
    ['formerr', '1'],
    ['formerr-with-edns', '1'],
    ['no-edns', GOOD],
    ['badvers', '16'],
    ['blocked', '2'],
    ['upper-case', GOOD],
    ['ttl-top-bit', GOOD],
    ['class-ch', GOOD],
    ['long-tail', GOOD],
    ['cname-self', '0 cname-self.test.'],
    ['tc-then-whole', GOOD],
    ['tc-in-pieces', GOOD],
    ['tc-closes-at-once', '0'],
    ['tc-closes-midway', '0'],
    ['tc-wrong-id', '0'],
    ['tc-empty', '0'],
    ['tc-garbage', '0'],
    ['tc-cut-again', '0'],
    ['tc-partly', GOOD],
  ])('%s gives %s', async (label, expected) => {
    const reply = await askFor(label)
    expect(gist(reply)).toBe(expected)
    expect(reply.elapsedMs).toBeLessThan(SOON_MS)
    expect(reply.endpoint).toEqual(server.endpoint)
  })

  test('nothing listens', async () => {
    const reply = await askFor('good', { from: [await deadEndpoint()] })
    expect(gist(reply)).toBe('connection-refused')
    expect(reply.elapsedMs).toBeLessThan(SOON_MS)
  })
})

describe('the contents of the message are kept', () => {
  const messageOf = async (label: string) => {
    const { outcome } = await askFor(label)
    if (typeof outcome === 'string') throw new Error(outcome)
    return outcome
  }

  test('a chain of five hundred CNAME records has an end', async () => {
    const answer = answerOf(await askFor('tc-chain'), queryName('tc-chain.test'), 'A', () => false)
    expect([answer.status, answer.cnameChain.length]).toEqual(['noerror', CHAIN_LENGTH])
    expect(answer.values).toEqual([GOOD_ADDRESS])
  })

  test('the largest message, and one of very many records', async () => {
    const largest = await messageOf('tc-largest')
    expect([largest.answers.map(({ type }) => type), LARGEST]).toEqual([['A', 'TXT', 'TXT'], 0xffff])
    // Records that would not be shown are counted.
    expect(largest.unread).toBe(8 - largest.answers.length)
    const many = await messageOf('tc-many')
    expect(new Set(many.answers.map(({ rdata }) => rdata.value)).size).toBe(512)
    expect(many.unread).toBe(MANY - 512)
  })
})

describe('truncated, and no whole answer over TCP', () => {
  test('TCP is refused: the part that came is the answer', async () => {
    const reply = await askFor('tc-then-whole', { from: [deaf.endpoint] })
    expect(gist(reply)).toBe('0')
    expect(answerOf(reply, queryName('tc-then-whole.test'), 'A', () => false).reason).toBe('truncated-answer')
    expect(reply.elapsedMs).toBeLessThan(SOON_MS)
  })

  test.each(['tc-silent', 'tc-drips'])('%s: it is the answer when the time is over', async (label) => {
    const reply = await askFor(label, { withinMs: SOON_MS })
    expect(gist(reply)).toBe('0')
    expect(answerOf(reply, queryName(`${label}.test`), 'A', () => false).reason).toBe('truncated-answer')
    expect(reply.elapsedMs).toBeLessThan(SOON_MS + SLACK_MS)
  })
})

describe('several servers', () => {
  test('the first is dead: the next is asked at once', async () => {
    const reply = await askFor('good', { from: [await deadEndpoint(), server.endpoint] })
    expect([gist(reply), reply.endpoint]).toEqual([GOOD, server.endpoint])
    expect(reply.elapsedMs).toBeLessThan(SOON_MS)
  })

  test('the first fails: the next is asked at once, and the failure counts if no one has better', async () => {
    await using helpful = await startFaultDns({ servfail: FAULTS.good, refused: FAULTS.servfail })
    const from = [server.endpoint, helpful.endpoint]
    const better = await askFor('servfail', { from })
    expect([gist(better), better.endpoint]).toEqual([GOOD, helpful.endpoint])
    const first = await askFor('refused', { from })
    expect([gist(first), first.endpoint]).toEqual(['5', server.endpoint])
  })

  test('a failure counts for more than a server that is dead', async () => {
    const reply = await askFor('servfail', { from: [await deadEndpoint(), server.endpoint] })
    expect([gist(reply), reply.endpoint]).toEqual(['2', server.endpoint])
  })
})

describe('time', () => {
  test('after the signal there is no answer, but there are servers', async () => {
    const reply = await ask([server.endpoint], { name: queryName('good.test'), type: A }, FLAGS, boundsOf(AbortSignal.abort()))
    expect(reply).toMatchObject({ outcome: 'no-answer', endpoint: server.endpoint })
  })

  test.concurrent('the question is sent once more from another port when there is silence', async () => {
    await using own = await startFaultDns(FAULTS)
    const reply = await askFor('first-lost', { from: [own.endpoint] })
    expect(gist(reply)).toBe(GOOD)
    expect(reply.elapsedMs).toBeGreaterThan(RETRY_MS - 20)
    expect(reply.elapsedMs).toBeLessThan(RETRY_MS + SLACK_MS)
    expect(own.seen).toHaveLength(2)
    expect(own.seen[0]?.port).not.toBe(own.seen[1]?.port)
  })

  test.concurrent('the first question still counts after the second was sent', async () => {
    await using own = await startFaultDns(FAULTS)
    const reply = await askFor('late', { from: [own.endpoint] })
    expect(gist(reply)).toBe(GOOD)
    expect(reply.elapsedMs).toBeGreaterThan(LATE_MS - 20)
    expect(reply.elapsedMs).toBeLessThan(LATE_MS + SLACK_MS)
    expect(own.seen).toHaveLength(2)
  })

  test.concurrent('a silent server is left for the next, and the time limit is ours', async () => {
    await using own = await startFaultDns(FAULTS)
    await using mute = await startFaultDns({})
    const [moved, alone] = await Promise.all([
      askFor('good', { from: [mute.endpoint, own.endpoint] }),
      askFor('silent', { from: [own.endpoint] }),
    ])
    expect([gist(moved), moved.endpoint]).toEqual([GOOD, own.endpoint])
    expect(moved.elapsedMs).toBeLessThan(RETRY_MS + SLACK_MS)
    expect(gist(alone)).toBe('no-answer')
    expect(alone.elapsedMs).toBeGreaterThan(ASK_MS - 20)
    expect(alone.elapsedMs).toBeLessThan(ASK_MS + SLACK_MS)
    expect(own.seen.filter(({ name }) => name === 'silent.test')).toHaveLength(2)
  })

  test.concurrent('a server that fails while another is silent makes room for the third', async () => {
    await using mute = await startFaultDns({})
    await using failing = await startFaultDns({ good: FAULTS.servfail })
    await using own = await startFaultDns(FAULTS)
    const reply = await askFor('good', { from: [mute.endpoint, failing.endpoint, own.endpoint] })
    expect([gist(reply), reply.endpoint]).toEqual([GOOD, own.endpoint])
    expect(reply.elapsedMs).toBeLessThan(RETRY_MS + SLACK_MS)
  })
})

/** Returns a port of loopback where nothing listens any more. */
async function deadEndpoint(): Promise<Endpoint> {
  await using gone = await startFaultDns({})
  return gone.endpoint
}
