// Answers in a second language, compared with those to a request in that language.
import { expect } from 'bun:test'

type Post = (headers: Record<string, string>) => Promise<Response>

/** Expects that an answer brings what one in the other language says, and returns both. */
export async function expectSameWords(post: Post, locale: 'en' | 'ko'): Promise<Record<string, unknown>> {
  const other = locale === 'en' ? 'ko' : 'en'
  const accept = 'text/event-stream'
  const both = await post({ accept, 'accept-language': locale, prefer: `words=${other}` })
  const { result: only } = await eventsOf(await post({ accept, 'accept-language': other }))
  expect(both.headers.get('preference-applied')).toBe(`words=${other}`)
  const events = await eventsOf(both)
  expect(lasting(events.words)).toEqual(lasting(only))
  expect(JSON.stringify(events.words)).not.toBe(JSON.stringify(events.result))
  return events
}

/** Returns the events of a stream by their names; of several with one name, the last. */
export async function eventsOf(reply: Response): Promise<Record<string, unknown>> {
  const frames = (await reply.text()).split('\n\n').map((frame) => /^event: (\w+)\ndata: (.*)$/s.exec(frame))
  return Object.fromEntries(frames.flatMap((frame) => (frame ? [[frame[1] ?? '', JSON.parse(frame[2] ?? '')]] : [])))
}

/** Times, and the name server that happened to be asked. */
const PASSING = /Ms$|^(checkedAt|stddev|min|avg|max|convergesBy|ttl|nameserver)$/

/** Returns whether a value is the header Date of a server. */
const isDated = (value: unknown) => typeof value === 'object' && value !== null && 'name' in value && value.name === 'Date'

/** Returns an answer without what no two runs share. */
function lasting(answer: unknown): unknown {
  const text = JSON.stringify(answer, (name, value) => (PASSING.test(name) ? null : isDated(value) ? null : value))
  return JSON.parse((text ?? 'null').replace(/\d+(\.\d+)? ?ms/g, 'some ms').replace(/doorstep-[0-9a-f]{32}/g, 'token'))
}
