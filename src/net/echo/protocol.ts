/**
 * The datagrams of the echo port, over IPv4, told apart by their length, so that no answer is ever taken for a question and two of them never talk to each other:
 *
 * - question, 16 bytes: of the asker's own choice;
 * - answer, 14 bytes: the address (4) and port (2) that were seen, and a cookie (8);
 * - request, 25 bytes: the question and the cookie again, and the number of hops to the asker (1);
 * - probe, 6 bytes: the first 4 of the question, "P", and the hop limit that it was sent with;
 * - result, 32 bytes: the same 4, "R", the first hop limit that was tried, and what came back from each one, then zeros.
 */
import { type Address, addressOfBytes } from '../../policy/address.ts'

export const QUESTION_BYTES = 16
const ANSWER_BYTES = 14
const COOKIE_BYTES = 8
const REQUEST_BYTES = QUESTION_BYTES + COOKIE_BYTES + 1
const PROBE_BYTES = 6
const RESULT_BYTES = 32
const TAG_BYTES = 4
const [PROBE, RESULT] = [0x50, 0x52]

/** The hop limit of answers, by which the asker counts the hops that they took. */
export const ANSWER_HOPS = 64
/** The hops that are tried: those to the asker, and as many nearer ones as boxes may stand behind one public address, with one in front of them. */
const TRIED = 6

/** The sender of the "time exceeded" for a hop limit: the public address, any other router, or nobody. */
export type Sender = 'address' | 'path' | null
const SENDERS: readonly Sender[] = [null, 'path', 'address']

interface Seen {
  readonly address: Address
  readonly port: number
}

/** Returns the hop limits that are tried for an asker who is so many hops away, nearest first. */
export function triedFor(distance: number): number[] {
  return Array.from({ length: TRIED }, (_, index) => distance - TRIED + 1 + index).filter((hops) => hops > 0)
}

/** The time for which a cookie holds, at least; at most it is twice as long. */
const COOKIE_MS = 10_000
const PURPOSE = 'doorstep echo 1\0'
const SECRET_BYTES = 32

/** Makes and judges cookies under one secret; nothing is kept of those who ask. */
export class Cookies {
  readonly #secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))

  constructor(private readonly now: () => number = Date.now) {}

  answerTo(question: Uint8Array, seen: Seen): Buffer {
    return Buffer.concat([bytesOf(seen), this.cookieOf(question, seen, this.slot)])
  }

  /** Returns the hops to the asker of a request that repeats a cookie; null for anything else. */
  distanceIn(request: Uint8Array, seen: Seen): number | null {
    if (request.length !== REQUEST_BYTES) return null
    const question = request.subarray(0, QUESTION_BYTES)
    const cookie = request.subarray(QUESTION_BYTES, -1)
    const { slot } = this
    const isOurs = [slot, slot - 1].some((one) => crypto.timingSafeEqual(cookie, this.cookieOf(question, seen, one)))
    const distance = request.at(-1) ?? 0
    return isOurs && distance > 0 && distance <= ANSWER_HOPS ? distance : null
  }

  private get slot(): number {
    return Math.floor(this.now() / COOKIE_MS)
  }

  private cookieOf(question: Uint8Array, seen: Seen, slot: number): Uint8Array {
    const hasher = new Bun.CryptoHasher('sha256', this.#secret).update(`${PURPOSE}${slot}\0`)
    return hasher.update(bytesOf(seen)).update(question).digest().subarray(0, COOKIE_BYTES)
  }
}

function bytesOf({ address, port }: Seen): Buffer {
  const bytes = Buffer.alloc(ANSWER_BYTES - COOKIE_BYTES)
  bytes.writeUInt32BE(address.words[0] ?? 0, 0)
  bytes.writeUInt16BE(port, 4)
  return bytes
}

export function probeFor(question: Uint8Array, hops: number): Buffer {
  return Buffer.concat([question.subarray(0, TAG_BYTES), Uint8Array.of(PROBE, hops)])
}

/** Returns the hop limit of a probe that came through, or that a router quotes; null for anything else. */
export function probeIn(bytes: Uint8Array, question: Uint8Array): number | null {
  return isOf(bytes, question, PROBE) && bytes.length === PROBE_BYTES ? (bytes[TAG_BYTES + 1] ?? null) : null
}

export function resultOf(question: Uint8Array, heard: ReadonlyMap<number, Sender>): Buffer {
  const [first = 0] = heard.keys()
  const bytes = Buffer.alloc(RESULT_BYTES)
  bytes.set([...question.subarray(0, TAG_BYTES), RESULT, first, ...[...heard.values()].map((one) => SENDERS.indexOf(one))])
  return bytes
}

/** Returns what came back for the hop limits to an asker at this distance; null for anything but a result. */
export function resultIn(bytes: Uint8Array, question: Uint8Array, distance: number): Map<number, Sender> | null {
  if (bytes.length !== RESULT_BYTES || !isOf(bytes, question, RESULT)) return null
  const tried = triedFor(distance)
  if (bytes[TAG_BYTES + 1] !== tried[0]) return null
  return new Map(tried.map((hops, index) => [hops, SENDERS[bytes[TAG_BYTES + 2 + index] ?? 0] ?? null]))
}

function isOf(bytes: Uint8Array, question: Uint8Array, kind: number): boolean {
  return bytes[TAG_BYTES] === kind && question.subarray(0, TAG_BYTES).every((byte, index) => byte === bytes[index])
}

/** Returns the request that repeats the cookie of an answer, and what the answer says; null for anything else. */
export function requestAfter(
  answer: Uint8Array,
  question: Uint8Array,
  distance: number,
): { readonly address: Address; readonly port: number; readonly request: Buffer } | null {
  const address = answer.length === ANSWER_BYTES ? addressOfBytes(answer.subarray(0, 4)) : null
  if (!address || distance < 1) return null
  const cookie = answer.subarray(-COOKIE_BYTES)
  return {
    address,
    port: Buffer.from(answer).readUInt16BE(4),
    request: Buffer.concat([question, cookie, Uint8Array.of(distance)]),
  }
}
