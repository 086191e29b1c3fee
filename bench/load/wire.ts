import { connect, type Socket } from 'node:net'

export interface Reply {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Longer than any check may take, on a machine that is busy. */
const DEADLINE_MS = 40_000
const HEAD_END = '\r\n\r\n'
const LAST_CHUNK = '0\r\n\r\n'

/** One connection that asks one thing after the other, as a browser does. */
export class Wire {
  isOpen = true
  private readonly socket: Socket
  private received: Buffer = Buffer.alloc(0)
  private waiting: { readonly isHead: boolean; readonly resolve: (reply: Reply | null) => void } | null = null

  /** `from`: an address of this machine that the connection comes from. */
  constructor(host: string, port: number, from?: string) {
    this.socket = connect({ host, port, ...(from === undefined ? {} : { localAddress: from }) })
    this.socket.setNoDelay(true)
    this.socket.on('data', (chunk: Buffer) => this.take(chunk))
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.isOpen = false
      this.settle(null)
    })
  }

  /** Null if the connection ended, or the time was up, before the answer was whole. */
  ask(request: string): Promise<Reply | null> {
    const { promise, resolve } = Promise.withResolvers<Reply | null>()
    if (!this.isOpen) return Promise.resolve(null)
    const deadline = setTimeout(() => this.end(), DEADLINE_MS)
    this.received = Buffer.alloc(0)
    this.waiting = {
      isHead: request.startsWith('HEAD '),
      resolve(reply) {
        clearTimeout(deadline)
        resolve(reply)
      },
    }
    this.socket.write(request)
    return promise
  }

  end(): void {
    this.isOpen = false
    this.socket.destroy()
    this.settle(null)
  }

  private take(chunk: Buffer): void {
    if (!this.waiting) return
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk])
    const reply = wholeReply(this.received, this.waiting.isHead)
    if (!reply) return
    if (/^connection: close/im.test(reply.head)) this.isOpen = false
    this.settle(reply)
  }

  private settle(reply: Reply | null): void {
    const { waiting } = this
    this.waiting = null
    waiting?.resolve(reply)
  }
}

/** Null while something is missing. */
export function wholeReply(bytes: Buffer, isHead = false): Reply | null {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const rest = bytes.subarray(end + HEAD_END.length)
  if (isHead || status === 204 || status === 304) return { status, head, body: '' }
  if (/^transfer-encoding: chunked/im.test(head)) {
    return rest.toString('latin1').endsWith(LAST_CHUNK) ? { status, head, body: unchunked(rest) } : null
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  return rest.length < length ? null : { status, head, body: rest.toString('utf8', 0, length) }
}

function unchunked(bytes: Buffer): string {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!size) break
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return Buffer.concat(parts).toString('utf8')
}
