import { createHash, timingSafeEqual } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { headerOf } from '../../net/http/index.ts'
import type { HttpFacts } from '../facts.ts'
import type { ChallengeFile, FileSeen } from '../file.ts'
import type { LastAnswer } from './page-kind.ts'

/** Longer than any answer to a challenge. */
export const FILE_BYTES_MAX = 1024
const OK = 200
/** Authorities pass over them at the end of a file. */
const SPACES = Buffer.from(' \t\r\n')

/** Returns what came of a request for a file at the end of its redirects. Nothing of the content is kept. */
export function fileIn({ head, body }: LastAnswer, { sha256 }: ChallengeFile): FileSeen {
  if (head.status !== OK) return 'missing'
  const content = headerOf(head, 'content-encoding')?.toLowerCase() === 'gzip' ? unpacked(body) : body
  let end = content.length
  while (end > 0 && SPACES.includes(content[end - 1] ?? 0)) end -= 1
  const isWanted = (bytes: Buffer) => timingSafeEqual(createHash('sha256').update(bytes).digest(), Buffer.from(sha256, 'hex'))
  const isDelivered = body.length < FILE_BYTES_MAX && [content, content.subarray(0, end)].some(isWanted)
  return isDelivered ? 'delivered' : 'other-content'
}

/** Returns what came of a request for a file that ended before; null if an authority may have gone on where this server did not. */
export function fileBefore({ outcome, stopped }: Pick<HttpFacts, 'outcome' | 'stopped'>): FileSeen | null {
  return outcome === 'limited' || stopped === 'elsewhere' || stopped === 'to-address' ? null : 'not-reached'
}

/** Returns content without its compression, which authorities take although this server does not ask for it. */
function unpacked(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: FILE_BYTES_MAX })
  } catch {
    return body
  }
}
