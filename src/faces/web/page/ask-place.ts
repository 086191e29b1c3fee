import type { Locale } from '../../../contract/text.ts'
import { type NotAsked, PLACE_BYTES_MAX, PLACE_MS } from '../../text/places.ts'

/** The answer of another place, which may be anything, or why there is none. */
export type PlaceEnding = { readonly answer: unknown } | { readonly why: NotAsked; readonly status?: number }

interface Asking {
  readonly locale: Locale
  readonly signal: AbortSignal
  readonly withinMs?: number
}

/** Asks another place, which nobody vouches for: it gets neither cookies nor more time or memory than an answer needs. Never throws. */
export async function askPlace(
  { url, tool }: { readonly url: string; readonly tool: string },
  request: object,
  { locale, signal, withinMs = PLACE_MS }: Asking,
): Promise<PlaceEnding> {
  const ended = new AbortController()
  let [isLate, begun] = [false, false]
  const end = () => ended.abort()
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, withinMs)
  signal.addEventListener('abort', end)
  try {
    const reply = await fetch(`${url}/api/tools/${tool}`, {
      ...{ method: 'POST', body: JSON.stringify(request), signal: ended.signal },
      ...{ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', cache: 'no-store' },
      headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-language': locale },
    })
    if (!reply.ok) return { why: 'refused', status: reply.status }
    begun = true
    return { answer: JSON.parse(await shortText(reply)) }
  } catch {
    return { why: isLate ? 'late' : begun ? 'nonsense' : 'unreachable' }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}

/** Returns the text of a reply. Throws if it is longer than any answer. */
async function shortText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > PLACE_BYTES_MAX) throw new Error('too long')
    text += decoder.decode(value, { stream: true })
  }
  return text
}
