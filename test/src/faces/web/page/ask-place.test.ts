// Other places as the page asks them, over HTTP on loopback: whatever they send, an answer or a reason comes back.
import { describe, expect, test } from 'bun:test'
import { comparisonOf, seenIn } from '../../../../../src/faces/text/places.ts'
import { askPlace } from '../../../../../src/faces/web/page/elsewhere.tsx'
import { loaders } from '../../../../../src/operations/registry/loaders.gen.ts'
import { toolsOf } from '../../../../../src/operations/registry/tools.ts'
import { busy, HOSTILE, silence, startPlace } from '../../../../support/hostile/places.ts'

const TOOL = 'port-check'
const [named] = toolsOf(
  await Promise.all(loaders.filter(({ file }) => file === TOOL).map(async ({ file, load }) => ({ file, module: await load() }))),
)
const ask = (
  url: string,
  { withinMs, signal = new AbortController().signal }: { withinMs?: number; signal?: AbortSignal } = {},
) => askPlace({ url, tool: TOOL }, { port: 1 }, { locale: 'en', signal, ...(withinMs !== undefined && { withinMs }) })
const seen = (ending: Awaited<ReturnType<typeof ask>>) =>
  named && 'answer' in ending ? seenIn(comparisonOf(named), ending.answer) : ending

describe('a hostile place', () => {
  test.each(Object.entries(HOSTILE))('%s is not an answer', async (name, answer) => {
    await using place = startPlace(answer)
    const ending = seen(await ask(place.url))
    // A browser does not say why a redirect is not followed.
    expect(ending).toEqual(name === 'a redirect' ? { why: 'unreachable' } : ending === null ? null : { why: 'nonsense' })
  })

  test('refuses by its status alone', async () => {
    await using place = startPlace(busy)
    expect(await ask(place.url)).toEqual({ why: 'refused', status: 429 })
  })

  test('that never answers, or never ends its answer, is late; one that is not there cannot be reached', async () => {
    await using quiet = startPlace(silence)
    await using trickle = startPlace(
      () => new Response(new ReadableStream({ start: (sink) => sink.enqueue(new TextEncoder().encode('{')) })),
    )
    for (const { url } of [quiet, trickle]) expect(await ask(url, { withinMs: 200 })).toEqual({ why: 'late' })
    expect(await ask('http://127.0.0.1:1')).toEqual({ why: 'unreachable' })
  })

  test('is left when its answer is no longer wanted', async () => {
    await using quiet = startPlace(silence)
    const gone = new AbortController()
    const ending = ask(quiet.url, { signal: gone.signal })
    gone.abort()
    expect(await ending).toEqual({ why: 'unreachable' })
  })
})
