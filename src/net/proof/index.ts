import type { Socket } from 'node:net'
import { withDeadline } from '../../platform/deadline.ts'
import { builtIn, randomBytes } from '../../platform/lazy-modules.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { converse, Unread } from '../conversation.ts'
import { connectFirst } from '../tcp/connect.ts'

/** To connect, and to hear the whole answer. */
const TIMEOUT_MS = 4000

/** Proofs that a port of the requester leads to whoever knows a key, for one request. */
export class Proofs {
  constructor(private readonly bounds: Bounds) {}

  /**
   * Asks over TCP, on a connection of its own. A port that takes the connection and does not answer is somebody else's. Null if it could not
   * be asked, or there was no time left for an answer.
   */
  overTcp(to: RequesterEndpoint, key: Uint8Array): Promise<Proof | null> {
    RequesterEndpoint.assert(to)
    const { signal, budget } = this.bounds
    return withDeadline(TIMEOUT_MS, signal, async (cut) => {
      const opened = await connectFirst([to], { signal: cut, budget, explainRefusals: false })
      if ('failure' in opened) return proofOf(opened.failure)
      const challenge = newChallenge()
      const answer = await answerOver(opened.socket, challenge, { signal: cut, budget })
      if (isAnswer(answer, challenge, key, { port: to.port, protocol: 'tcp' })) return 'proven'
      return signal.aborted ? null : 'someone-else'
    })
  }
}

/** Returns the verdict on a connection that failed: one that was taken and reset at once was taken. */
function proofOf({ reason, failedLayer }: { readonly reason: string; readonly failedLayer: string }): Proof | null {
  if (reason === 'connection-reset') return 'someone-else'
  return failedLayer === 'local' ? null : 'no-answer'
}

/** Sends the challenge, and returns what comes back until it is long enough to judge, the connection ends, or the time is up. */
async function answerOver(socket: Socket, challenge: Buffer, { signal, budget }: Bounds): Promise<Buffer> {
  const heard = new Unread()
  const listener = {
    hear(chunk: Buffer) {
      // One byte more than an answer has is enough to see that it is none.
      heard.add(chunk.subarray(0, ANSWER_BYTES + 1 - heard.length))
      return budget.takeBytes(chunk.length) && heard.length < ANSWER_BYTES ? null : heard.peek()
    },
    end: () => heard.peek(),
  }
  return converse(socket, challenge, listener, signal).finally(() => socket.destroy())
}

const KEY_BYTES = 32
export const CHALLENGE_BYTES = 40
export const ANSWER_BYTES = 32

const MAGIC = Buffer.from('doorstep')
const NUMBERS = { tcp: 6, udp: 17 } as const

export const PROOFS = ['proven', 'someone-else', 'no-answer'] as const
/** The verdict of a proof. `someone-else`: something answered that does not know the key. */
export type Proof = (typeof PROOFS)[number]

/** The port at which a proof is asked for, as the one who asks sees it. */
export interface Proven {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** The way a request writes a key: base64url of 32 bytes, whose last character holds four bits. */
export const KEY_PATTERN = '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$'

/** Returns a key as a request writes it; null for anything else. */
export function readKey(text: string): Buffer | null {
  return new RegExp(KEY_PATTERN).test(text) ? Buffer.from(text, 'base64url') : null
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

export function newChallenge(): Buffer {
  return Buffer.concat([MAGIC, randomBytes(CHALLENGE_BYTES - MAGIC.length)])
}

export function isChallenge(bytes: Uint8Array): boolean {
  return bytes.length === CHALLENGE_BYTES && MAGIC.equals(bytes.subarray(0, MAGIC.length))
}

/** Returns the answer to a challenge: HMAC-SHA256 of it, the port (2 bytes) and the protocol (1 byte, of IANA) under the key. */
export function answerTo(challenge: Uint8Array, key: Uint8Array, { port, protocol }: Proven): Buffer {
  const about = Buffer.alloc(3)
  about.writeUInt16BE(port)
  about[2] = NUMBERS[protocol]
  return builtIn.crypto().createHmac('sha256', key).update(challenge).update(about).digest()
}

/** Compares an answer in constant time. */
export function isAnswer(given: Uint8Array, challenge: Uint8Array, key: Uint8Array, proven: Proven): boolean {
  return given.length === ANSWER_BYTES && builtIn.crypto().timingSafeEqual(given, answerTo(challenge, key, proven))
}
