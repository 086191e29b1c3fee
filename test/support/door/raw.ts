// Raw bytes over a socket, and the answers that come back.
import { connect } from 'node:net'

interface Exchange {
  /** Everything that came back, one character a byte. */
  readonly text: string
  /** Whether the server hung up. */
  readonly closed: boolean
}

interface Manner {
  readonly host?: string
  /** The address that the connection comes from. */
  readonly from?: string
  /** After this long without a byte nothing more is expected. */
  readonly silenceMs?: number
  /** Never waits longer, whatever comes. */
  readonly deadlineMs?: number
  /** The number of answers that are sure to come: until they are there, silence is only slowness. */
  readonly atLeast?: number
  /** The number of answers to each part: the next part is sent when they are there, or otherwise a moment later. */
  readonly answersAPart?: number
  /** Whether nothing more is awaited. */
  readonly enough?: (text: string) => boolean
}

const SILENCE_MS = 400
const SLOWNESS_MS = 5000
const DEADLINE_MS = 20_000

/** Sends bytes, in as many writes as there are parts, and returns what comes until the server hangs up or falls silent. */
export function exchange(port: number, parts: readonly string[], manner: Manner = {}): Promise<Exchange> {
  const {
    host = '127.0.0.1',
    from,
    silenceMs = SILENCE_MS,
    deadlineMs = DEADLINE_MS,
    atLeast = 0,
    answersAPart = 0,
    enough,
  } = manner
  const { promise, resolve } = Promise.withResolvers<Exchange>()
  const socket = connect({ host, port, ...(from === undefined ? {} : { localAddress: from }) })
  let text = ''
  let silence: Timer | undefined
  const end = (closed: boolean) => {
    clearTimeout(silence)
    clearTimeout(deadline)
    socket.destroy()
    resolve({ text, closed })
  }
  let isSent = false
  const wait = () => {
    clearTimeout(silence)
    if (!isSent) return
    const isDue = (text !== '' || manner.silenceMs !== undefined) && answersIn(text).length >= atLeast
    silence = setTimeout(() => end(false), isDue ? silenceMs : SLOWNESS_MS)
  }
  const deadline = setTimeout(() => end(false), deadlineMs)
  socket.setNoDelay(true)
  socket.on('connect', async () => {
    for (const [index, part] of parts.entries()) {
      if (index > 0) await Bun.sleep(30)
      while (!socket.destroyed && answersIn(text).length < index * answersAPart) await Bun.sleep(5)
      if (!socket.destroyed) socket.write(Buffer.from(part, 'latin1'))
    }
    isSent = true
    wait()
  })
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (enough?.(text)) end(false)
    else wait()
  })
  socket.on('error', () => end(true))
  socket.on('close', () => end(true))
  return promise
}

type Answer = { readonly status: number; readonly head: string; readonly body: string }

/**
 * Returns the answers in the received text, by their announced lengths; `methods` are those of the requests, for an answer to HEAD has no
 * body.
 */
export function answersIn(text: string, methods: readonly string[] = []): Answer[] {
  const answers: Answer[] = []
  let rest = text
  while (rest !== '') {
    const headEnd = rest.indexOf('\r\n\r\n')
    const head = headEnd < 0 ? rest : rest.slice(0, headEnd)
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
    const final = answers.filter((answer) => answer.status >= 200).length
    const isBare = methods[final] === 'HEAD' || status < 200 || status === 204 || status === 304
    const length = isBare ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
    const start = headEnd < 0 ? rest.length : headEnd + 4
    answers.push({ status, head, body: rest.slice(start, start + length) })
    rest = rest.slice(start + length)
  }
  return answers
}
