// The page as a slow network brings it, piece by piece: nothing that was drawn moves when the rest comes.
import { expect } from 'bun:test'
import { openLoopback } from '../support/net/network.ts'
import { BEHIND_PROXY, browserAndServer, browserTest, layoutShift, takenOver } from '../support/page/page.ts'

const world = browserAndServer({ args: BEHIND_PROXY })
const PIECE_LENGTH = 90
/** Enough for the first view, without the lists behind it. */
const PIECES = 100
const VISITOR_OVER_IPV6 = '2001:200:0:8002:203:47ff:fea5:3085'

/** Serves the site at a URL, but its document as the returned stream is written to. */
function slowly(url: string) {
  const stream = new TransformStream<string, string>()
  const close = openLoopback()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const reply = await fetch(new URL(pathname, url), { headers: request.headers })
      const headers = new Headers(reply.headers)
      for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
      const body = pathname === '/' ? stream.readable.pipeThrough(new TextEncoderStream()) : reply.body
      return new Response(body, { headers })
    },
  })
  return {
    url: server.url.href,
    writer: stream.writable.getWriter(),
    async [Symbol.asyncDispose]() {
      await server.stop(true)
      close()
    },
  }
}

for (const width of [320, 390, 1280]) {
  browserTest(`nothing moves at ${width} px while the document comes in ${PIECES} pieces`, async () => {
    const { browser, server } = await world()
    const extraHTTPHeaders = { 'x-forwarded-for': VISITOR_OVER_IPV6, 'accept-language': width === 390 ? 'ko' : 'en' }
    const html = await (await fetch(server.url, { headers: { ...extraHTTPHeaders, accept: 'text/html' } })).text()
    await using site = slowly(server.url)
    const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: 'reduce', extraHTTPHeaders })
    const body = html.indexOf('<body>')
    await Promise.all([page.goto(site.url, { waitUntil: 'commit' }), site.writer.write(html.slice(0, body))])
    for (let piece = 0; piece < PIECES; piece += 1) {
      const from = body + piece * PIECE_LENGTH
      await site.writer.write(html.slice(from, from + PIECE_LENGTH))
      await drawn()
    }
    await site.writer.write(html.slice(body + PIECES * PIECE_LENGTH))
    await site.writer.close()
    await takenOver(page)
    expect(await page.innerText('main')).toContain(VISITOR_OVER_IPV6)
    expect(await layoutShift(page)).toBe(0)

    function drawn() {
      return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    }
  })
}
