// Runs inside a namespace, in which Firefox reaches only the server: looks at the page, uses it a little, and prints its observations as JSON.
// Arguments: the program, the URL of the page, the address that the visitor comes from.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
  /** The number of states, languages, looks and widths that were looked at, and what was wrong in them. */
  readonly looked: number
  readonly wrong: readonly string[]
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

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDTHS = [390, 768, 1366, 1920]
/** The width at which axe looks, by look: it takes most of the time. */
const LOOKS = { light: 390, dark: 1366 }
const press = `document.querySelector('.form .main').click()`
const filled = (field: string, value: string) => `document.querySelector('#${field}')?.value === '${value}'`
/** The states: their addresses, what is there first, what leads on from there, and what is there in the end. */
const STATES: Readonly<Record<string, readonly [hash: string, first: string, lead: string, end: string]>> = {
  first: ['#home', filled('subject', ''), '0', '.address'],
  closed: ['#check?port=1', filled('subject', '1'), `document.querySelector('.ask button').click()`, '.reach .below'],
  good: ['#ping?host=127.0.0.2&count=2', filled('field-host', '127.0.0.2'), press, '.tool .below'],
  problem: ['#ping?host=10.0.0.1', filled('field-host', '10.0.0.1'), press, '.error:not(:empty), .trouble'],
  login: ['#router-login-route?routerBrand=iptime', filled('field-routerBrand', 'iptime'), press, '.tool .below'],
}
/** Sentences that stand in sight more than once in a result. */
const TWICE = `(() => {
  const texts = [...document.querySelectorAll('.outcome :is(p, li, dd, h2, h3, td)')]
    .filter((one) => one.checkVisibility() && !one.closest('.hidden') && !one.querySelector('p, li, dd, td'))
    .map((one) => one.textContent.trim()).filter((text) => text.length > 25)
  return texts.filter((text, index) => texts.indexOf(text) < index)
})()`
const wrong: string[] = []
let looked = 0

async function lookAt(state: string) {
  for (const [look, axeWidth] of Object.entries(LOOKS)) {
    const choose = `select.value = '${look}'; select.dispatchEvent(new Event('change', { bubbles: true }))`
    await evaluate(`(() => { const select = document.querySelector('.look select'); ${choose} })()`)
    for (const width of WIDTHS) {
      looked++
      const where = `${state} ${look} ${width}`
      await send('browsingContext.setViewport', { context, viewport: { width, height: 900 } })
      const over = Number(await evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
      if (over > 0) wrong.push(`${where}: wider by ${over}`)
      if (width === axeWidth) wrong.push(...(await axe()).map((finding) => `${where}: ${finding}`))
    }
  }
  wrong.push(...(await numbers(TWICE)).map((text: string) => `${state}: twice: ${text}`))
}

async function axe(): Promise<string[]> {
  const expression = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)).join('\\n'))`
  const params = { expression, target: { context }, awaitPromise: true }
  // A seam: the shape is that of the standard.
  const { result } = (await send('script.evaluate', params)) as { result?: { value: string } }
  return (result?.value ?? 'axe failed').split('\n').filter((line) => line !== '')
}

for (const locale of ['en', 'ko']) {
  await send('browsingContext.navigate', { context, url: `${url}/?lang=${locale}`, wait: 'complete' })
  await until(`performance.getEntriesByName('interactive').length > 0`)
  await send('script.evaluate', { expression: AXE, target: { context }, awaitPromise: false })
  for (const [state, [hash, first, lead, end]] of Object.entries(STATES)) {
    await evaluate(`location.hash = '${hash}'`)
    await until(first)
    await evaluate(lead)
    await until(`document.querySelector('${end}') !== null`)
    await lookAt(`${state} ${locale}`)
  }
}

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
const seen: Seen = { ...first, said, asked, screenshot, streamed, language, looked, wrong }
await Bun.write(Bun.stdout, JSON.stringify(seen))
