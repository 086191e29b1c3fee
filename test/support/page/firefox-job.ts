// Runs inside a namespace, in which Firefox reaches only the server: looks at the page, uses it a little, and prints its observations as JSON.
// Arguments: the program, the URL of the page, the address that the visitor comes from.
import { openFirefox } from './firefox.ts'

/** Observations of Firefox. */
export interface Seen {
  readonly title: string
  readonly address: string
  readonly facts: string
  /** Width and height of the map, and how many marks are on it. */
  readonly map: readonly number[]
  readonly overflow: number
  /** Elements that had moved after they had been drawn. */
  readonly moved: readonly string[]
  /** Console messages and errors. */
  readonly said: readonly string[]
  /** Each request as "status URL". */
  readonly asked: readonly string[]
  /** PNG in Base64. */
  readonly screenshot: string
  /** Numbers of replies drawn while the answer was still to come. */
  readonly streamed: readonly number[]
  readonly language: string
}

/** Firefox does not report layout shifts: positions of elements are read at every frame from the first that is drawn. */
const WATCH = `() => {
  const places = new Map()
  globalThis.placesSeen = places
  const look = () => {
    requestAnimationFrame(look)
    if (performance.getEntriesByType('paint').length === 0) return
    for (const selector of ['.bar', '.language', '.address', '.facts', '.map', '.question', '#subject', '.tools', '.group', 'footer'])
      document.querySelectorAll(selector).forEach((element, index) => {
        if (!element.checkVisibility()) return
        const { x, y, width, height } = element.getBoundingClientRect()
        const key = selector + ' ' + index
        places.set(key, (places.get(key) ?? new Set()).add([x, y + scrollY, width, height].map(Math.round).join(' ')))
      })
  }
  requestAnimationFrame(look)
}`

const WATCH_BARS = `(() => {
  globalThis.drawn = new Set()
  new MutationObserver(() => {
    if (document.querySelector('.outcome[aria-busy=true]')) drawn.add(document.querySelectorAll('.length rect').length)
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
})()`

const SIZE = { width: 1280, height: 900 }

const [program = '', url = '', from = ''] = Bun.argv.slice(2)
await using firefox = await openFirefox(program)
const { send, context, evaluate, until, events } = firefox
await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted', 'network.fetchError'] })
await send('browsingContext.setViewport', { context, viewport: SIZE })
await send('network.setExtraHeaders', {
  contexts: [context],
  headers: [{ name: 'x-forwarded-for', value: { type: 'string', value: from } }],
})
await send('script.addPreloadScript', { functionDeclaration: WATCH })
await send('browsingContext.navigate', { context, url, wait: 'complete' })
await until(`placesSeen.has('footer 0') && performance.getEntriesByName('interactive').length > 0`)
// Later movements are not expected.
await Bun.sleep(1000)
const numbers = async (expression: string) => JSON.parse(await evaluate(`JSON.stringify(${expression})`))
const first = {
  title: await evaluate('document.title'),
  address: await evaluate(`document.querySelector('.address span').textContent`),
  facts: await evaluate(`document.querySelector('.facts').textContent`),
  map: await numbers(
    `(({ width, height }) => [Math.round(width), Math.round(height), document.querySelectorAll('.you .mark').length])(document.querySelector('.you .map').getBoundingClientRect())`,
  ),
  overflow: Number(await evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')),
  moved: await numbers(`[...placesSeen].filter(([, at]) => at.size > 1).map(([key, at]) => key + ': ' + [...at].join(', '))`),
}
// A seam: the shape is that of the standard.
const { data: screenshot } = (await send('browsingContext.captureScreenshot', { context, origin: 'viewport' })) as {
  data: string
}

await evaluate(`location.hash = '#ping?host=127.0.0.2&count=10'`)
await until(`document.querySelector('.form .main') !== null`)
await evaluate(WATCH_BARS)
await evaluate(`document.querySelector('.form .main').click()`)
await until(`document.querySelector('.below') !== null`)
const streamed = await numbers('[...drawn]')
await evaluate(`document.querySelector('.language').click()`)
await until(`document.querySelector('.lead').textContent.includes('확인합니다')`)
const language = await evaluate('document.documentElement.lang')

// Seams: the shapes are those of the standard.
const said = events.flatMap(({ method, params }) => (method === 'log.entryAdded' ? [`${params.level}: ${params.text}`] : []))
const asked = events.flatMap(({ method, params }) => {
  if (method === 'log.entryAdded') return []
  const { request, response, errorText } = params as {
    request: { url: string }
    response?: { status: number }
    errorText?: string
  }
  return [`${response?.status ?? errorText} ${request.url}`]
})
const seen: Seen = { ...first, said, asked, screenshot, streamed, language }
await Bun.write(Bun.stdout, JSON.stringify(seen))
