import type { IncomingMessage } from 'node:http'
import { codeOf, Misfit } from '../platform/misfit.ts'
import { requestDirectly } from './remote.ts'

/** A file that the operator wants from an address of theirs; it may be at any address. */
interface Download {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Roots to trust, as PEM; null for the bundled ones. */
  readonly roots: readonly string[] | null
  readonly path: string
  readonly maxBytes: number
  readonly timeoutMs: number
  /** The time for which nothing may come; 30 seconds by default. */
  readonly silenceMs?: number
}

interface Downloaded {
  readonly status: 'sent' | 'unchanged'
  readonly sha256: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/** The reason why there is no file: the message continues a sentence that begins with the address. */
export class DownloadFailure extends Misfit {}

const REDIRECTS_MAX = 5
const HTTP_OK = 200
const HTTP_NOT_MODIFIED = 304
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/** A server that sends nothing for this long has gone away. */
const SILENCE_MS = 30_000
/** In twice that time all of a head has to come, or so many bytes, as over a modem. */
const PROGRESS_BYTES = 64 * 1024

/**
 * Fetches a file into a path. Like `askRemote`, it always connects directly. It follows a few redirects, never from HTTPS to plain HTTP.
 * Throws a DownloadFailure, whose message never contains the address, which may hold a secret.
 */
export async function download(wanted: Download): Promise<Downloaded> {
  const late = AbortSignal.timeout(wanted.timeoutMs)
  let { url } = wanted
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      assertEncrypted(url)
      const message = await sent(url, wanted, late)
      const status = message.statusCode ?? 0
      if (status === HTTP_NOT_MODIFIED) return { status: 'unchanged', sha256: '', ...validatorsOf(message) }
      if (status === HTTP_OK) return await written(message, wanted, late)
      message.destroy()
      if (!REDIRECTS.includes(status)) throw new DownloadFailure(`answered HTTP ${status}`, `HTTP ${status} 응답을 받았습니다`)
      url = nextOf(url, message.headers.location)
    }
    throw new DownloadFailure(`redirects more than ${REDIRECTS_MAX} times`, `${REDIRECTS_MAX}번 넘게 리디렉션합니다`)
  } catch (error) {
    throw failureOf(error, late)
  }
}

/** Throws for a plain connection, whose contents could be changed on the way, unless it stays on this machine. */
function assertEncrypted({ protocol, hostname }: URL): void {
  if (protocol === 'https:') return
  if (protocol !== 'http:') throw new DownloadFailure('does not lead to http or https', 'http나 https 주소가 아닙니다')
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  if (!isLoopback) throw new DownloadFailure('is not https', 'https 주소가 아닙니다')
}

function nextOf(from: URL, location: string | undefined): URL {
  const url = location === undefined ? null : URL.parse(location, from)
  if (!url) throw new DownloadFailure('redirects to nowhere', '리디렉션할 주소가 없습니다')
  if (from.protocol === 'https:' && url.protocol !== 'https:')
    throw new DownloadFailure('redirects from https to http', 'https에서 http로 리디렉션합니다')
  return url
}

function sent(url: URL, { headers, roots, silenceMs = SILENCE_MS }: Download, late: AbortSignal): Promise<IncomingMessage> {
  const options = { headers: { 'accept-encoding': 'identity', ...headers }, signal: late }
  return new Promise((resolve, reject) => {
    let stream: { destroy(reason: Error): unknown } | null = null
    const request = requestDirectly(url, options, roots, (message) => {
      stream = message
      clearTimeout(headIsLate)
      resolve(message)
    })
    const headIsLate = setTimeout(() => request.destroy(tooSlow()), 2 * silenceMs)
    request.setTimeout(silenceMs, () =>
      (stream ?? request).destroy(
        new DownloadFailure(
          `has sent nothing for ${silenceMs / 1000} seconds`,
          `${silenceMs / 1000}초 동안 아무것도 보내지 않았습니다`,
        ),
      ),
    )
    request.on('error', (error) => {
      clearTimeout(headIsLate)
      reject(error)
    })
    request.end()
  })
}

function tooSlow(): DownloadFailure {
  return new DownloadFailure('sends too slowly', '전송 속도가 너무 느립니다')
}

async function written(
  message: IncomingMessage,
  { path, maxBytes, silenceMs = SILENCE_MS }: Download,
  late: AbortSignal,
): Promise<Downloaded> {
  const most = `${Math.floor(maxBytes / 1024 / 1024)} MiB`
  const tooLarge = new DownloadFailure(`is larger than ${most}`, `${most}보다 큽니다`)
  const hasher = new Bun.CryptoHasher('sha256')
  const file = Bun.file(path).writer()
  let [bytes, bytesBefore] = [0, 0]
  const watch = setInterval(() => {
    if (bytes - bytesBefore < PROGRESS_BYTES) message.destroy(tooSlow())
    bytesBefore = bytes
  }, 2 * silenceMs)
  try {
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
    for await (const chunk of message) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge
      if (late.aborted) throw late.reason
      hasher.update(chunk)
      file.write(chunk)
      await file.flush()
    }
  } finally {
    clearInterval(watch)
    message.destroy()
    await file.end()
  }
  if (!message.complete) throw new DownloadFailure('was cut short', '도중에 끊어졌습니다')
  return { status: 'sent', sha256: hasher.digest('hex'), ...validatorsOf(message) }
}

/** Returns the headers by which the server recognises the file the next time. Odd ones are not sent back to it. */
function validatorsOf({ headers }: IncomingMessage): Pick<Downloaded, 'etag' | 'lastModified'> {
  return { etag: plain(headers.etag), lastModified: plain(headers['last-modified']) }
}

const VALIDATOR_MAX = 200

function plain(value: string | undefined): string | null {
  return value !== undefined && value.length <= VALIDATOR_MAX && /^[\x20-\x7e]+$/.test(value) ? value : null
}

function failureOf(error: unknown, late: AbortSignal): DownloadFailure {
  if (error instanceof DownloadFailure) return error
  if (late.aborted) return new DownloadFailure('did not come in time', '제시간에 받지 못했습니다')
  const code = codeOf(error)
  return new DownloadFailure(`cannot be fetched (${code || 'unknown failure'})`, `받을 수 없습니다(${code || '알 수 없는 오류'})`)
}
