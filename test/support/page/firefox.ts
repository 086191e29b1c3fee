// Firefox over WebDriver BiDi, as far as the tests of the page need it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

export interface Firefox extends AsyncDisposable {
  /** Sends a command of WebDriver BiDi, and resolves with its result. */
  send(method: string, params: object): Promise<Reply>
  /** Events of the subscriptions so far, as "method" and its parameters. */
  readonly events: { readonly method: string; readonly params: Reply }[]
  /** The tab that it began with. */
  readonly context: string
  /** Evaluates an expression in the tab; the value is a text, so that it needs no unpacking. */
  evaluate(expression: string): Promise<string>
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>
}

export async function openFirefox(program: string): Promise<Firefox> {
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
    async until(expression) {
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
function talk(socket: WebSocket): Pick<Firefox, 'send' | 'events'> {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>()
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
    send(method, params) {
      const asked = Promise.withResolvers<Reply>()
      waiting.set(++sent, asked)
      socket.send(JSON.stringify({ id: sent, method, params }))
      return asked.promise
    },
  }
}
