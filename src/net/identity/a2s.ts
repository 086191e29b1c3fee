import type { Protocol } from './protocol.ts'
import { playersOf, said } from './said.ts'

// A2S_INFO (developer.valvesoftware.com, "Server queries"): Steam's query, which many games answer that are not of Valve. All numbers
// are little endian, and texts end with a zero.
const REQUEST = Buffer.concat([Buffer.from('\xff\xff\xff\xffTSource Engine Query', 'latin1'), Buffer.alloc(1)])
/** Before every answer that is in one datagram. */
const WHOLE = 0xffffffff
const CHALLENGE = 0x41
const INFO = 0x49
/** The answer of the first servers with Half-Life's engine. */
const OLD_INFO = 0x6d
const HEAD_BYTES = 5
const CHALLENGE_BYTES = 4
/** Behind the texts: application (2), players, most players, bots, kind of server, system, password, cheat protection. */
const NUMBERS_BYTES = 9
/** A game whose answer has three bytes more in front of the version. */
const THE_SHIP = { application: 2400, bytes: 3 }

/** A server that wants to be sure of the address sends a challenge first, which the request then repeats. */
export const A2S: Protocol = {
  transport: 'udp',
  hello: () => REQUEST,
  read(bytes) {
    if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== WHOLE) return null
    const rest = bytes.subarray(HEAD_BYTES)
    if (bytes[HEAD_BYTES - 1] === INFO) return readInfo(rest)
    if (bytes[HEAD_BYTES - 1] === OLD_INFO) return readOldInfo(rest)
    if (bytes[HEAD_BYTES - 1] !== CHALLENGE || rest.length !== CHALLENGE_BYTES) return null
    return { send: Buffer.concat([REQUEST, rest]) }
  },
}

/** Reads version of the protocol (1), name, map, folder, game, numbers, version. */
function readInfo(rest: Buffer) {
  const texts = textsOf(rest.subarray(1), 4)
  if (!texts || texts.after.length < NUMBERS_BYTES) return null
  const more = texts.after.readUInt16LE(0) === THE_SHIP.application ? THE_SHIP.bytes : 0
  const version = textsOf(texts.after.subarray(NUMBERS_BYTES + more), 1)
  return {
    kind: 'a2s',
    name: said(texts.found[0]),
    version: said(version?.found[0]),
    players: playersOf(texts.after[2], texts.after[3]),
  }
}

/** Reads address, name, map, folder, game, players, most players. It says no version. */
function readOldInfo(rest: Buffer) {
  const texts = textsOf(rest, 5)
  if (!texts || texts.after.length < 2) return null
  return { kind: 'a2s', name: said(texts.found[1]), version: null, players: playersOf(texts.after[0], texts.after[1]) }
}

/** Returns the first texts, and what follows them; null if one of them does not end. */
function textsOf(bytes: Buffer, number: number): { readonly found: readonly string[]; readonly after: Buffer } | null {
  const found: string[] = []
  let after = bytes
  while (found.length < number) {
    const end = after.indexOf(0)
    if (end === -1) return null
    found.push(after.toString('utf8', 0, end))
    after = after.subarray(end + 1)
  }
  return { found, after }
}
