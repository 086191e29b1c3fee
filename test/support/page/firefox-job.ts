// Runs inside a namespace, in which Firefox reaches only the server: looks at the page, uses it a little, and prints its observations as JSON.
// Arguments: the program, the URL of the page, the address that the visitor comes from.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Observations of Firefox. */
export interface Seen {
  readonly title: string
  readonly address: string
  readonly facts: string
  readonly map: { readonly height: number; readonly marks: number }
  readonly overflow: number
  /** Console messages and errors. */
  readonly said: readonly string[]
  /** Each request as "status URL". */
  readonly asked: readonly string[]
  readonly language: string
}

/** Reads the first view. */
const FIRST_VIEW = `JSON.stringify({
  title: document.title,
  address: document.querySelector('.address span').textContent,
  facts: document.querySelector('.facts').textContent,
  map: {
    height: document.querySelector('.you .map').getBoundingClientRect().height,
    marks: document.querySelectorAll('.you .mark').length,
  },
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`

const SIZE = { width: 1280, height: 900 }

// WebDriver BiDi, as far as it is needed here.
const START_TIMEOUT_MS = 40_000
const POLL_MS = 50
const WAIT_TIMEOUT_MS = 30_000

/** Preferences against everything that a new profile fetches, asks or shows by itself: tests should not wait for that. */
const QUIET = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
}

type Reply = Readonly<Record<string, unknown>>

const [program = '', url = '', from = ''] = Bun.argv.slice(2)
await using firefox = await openFirefox(program)
const { send, context, evaluate, until, events } = firefox
await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted', 'network.fetchError'] })
await send('browsingContext.setViewport', { context, viewport: SIZE })
await send('network.setExtraHeaders', {
  contexts: [context],
  headers: [{ name: 'x-forwarded-for', value: { type: 'string', value: from } }],
})
await send('browsingContext.navigate', { context, url, wait: 'complete' })
await until(`performance.getEntriesByName('interactive').length > 0`)
const first: Pick<Seen, 'title' | 'address' | 'facts' | 'map' | 'overflow'> = JSON.parse(await evaluate(FIRST_VIEW))
await evaluate(`location.hash = '#ping?host=127.0.0.2&count=2'`)
await until(`document.querySelector('.form .main') !== null`)
await evaluate(`document.querySelector('.form .main').click()`)
await until(`document.querySelector('.below') !== null`)
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
const seen: Seen = { ...first, said, asked, language }
await Bun.write(Bun.stdout, JSON.stringify(seen))

async function openFirefox(program: string) {
  await using undo = new AsyncDisposableStack()
  const profile = mkdtempSync(join(tmpdir(), 'doorstep-firefox-'))
  undo.defer(() => rmSync(profile, { recursive: true, force: true }))
  const preferences = Object.entries(QUIET).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
  writeFileSync(join(profile, 'user.js'), preferences.join(''))
  const child = Bun.spawn([program, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: profile },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  undo.defer(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const socket = new WebSocket(`${await addressIn(child.stderr)}/session`)
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }))
  undo.defer(() => socket.close())
  const { send, events } = talk(socket)
  await send('session.new', { capabilities: {} })
  // A seam: the shape is that of the standard.
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context ?? ''
  // The value is a text, so that it needs no unpacking.
  const evaluate = async (expression: string) => {
    const params = { expression: `String(${expression})`, target: { context }, awaitPromise: true }
    const { result } = (await send('script.evaluate', params)) as { result?: { value: string } }
    return result?.value ?? ''
  }
  const owned = undo.move()
  return {
    send,
    events,
    context,
    evaluate,
    /** Waits until an expression is true. */
    async until(expression: string) {
      for (const started = performance.now(); performance.now() - started < WAIT_TIMEOUT_MS; await Bun.sleep(POLL_MS))
        if ((await evaluate(expression)) === 'true') return
      throw new Error(`never true: ${expression}\n${await evaluate(`document.querySelector('main')?.innerText`)}`)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Returns the address at which it listens, from standard error; the rest of that is read as well, so that it never waits for its reader. */
function addressIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  setTimeout(() => reject(new Error('Firefox did not listen in time')), START_TIMEOUT_MS).unref()
  const read = async () => {
    let text = ''
    for await (const chunk of stream) {
      if (text.length < 10_000) text += new TextDecoder().decode(chunk)
      const address = /BiDi listening on (ws:\/\/\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    }
    reject(new Error(`Firefox ended: ${text}`))
  }
  void read()
  return promise
}

/** Commands and their results, by number; everything else is an event. */
function talk(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>()
  /** Events of the subscriptions so far. */
  const events: { method: string; params: Reply }[] = []
  let sent = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    const asked = waiting.get(message.id)
    if (!asked) events.push(message)
    else if (message.type === 'success') asked.resolve(message.result)
    else asked.reject(new Error(`${message.error}: ${message.message}`))
    waiting.delete(message.id)
  }
  return {
    events,
    /** Sends a command of WebDriver BiDi, and resolves with its result. */
    send(method: string, params: object) {
      const asked = Promise.withResolvers<Reply>()
      waiting.set(++sent, asked)
      socket.send(JSON.stringify({ id: sent, method, params }))
      return asked.promise
    },
  }
}
