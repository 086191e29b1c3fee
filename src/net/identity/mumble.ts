import type { Protocol } from './protocol.ts'
import { playersOf } from './said.ts'

/** Returned with the answer. */
const OWN_BYTES = Buffer.from('doorstep')
const OWN_AT = 4
const ANSWER_BYTES = 24

/**
 * The ping of Mumble's own server list (mumble.info, "Protocol", UDP ping): zeros (4) and 8 bytes of ours; the answer is version (4), our
 * bytes, users (4), most users (4) and bandwidth (4), big endian. It says no name.
 */
export const MUMBLE: Protocol = {
  transport: 'udp',
  hello: () => Buffer.concat([Buffer.alloc(OWN_AT), OWN_BYTES]),
  read(bytes) {
    const isAnswer = bytes.length === ANSWER_BYTES && bytes.subarray(OWN_AT, OWN_AT + OWN_BYTES.length).equals(OWN_BYTES)
    if (!isAnswer) return null
    const version = `${bytes.readUInt16BE(0)}.${bytes[2]}.${bytes[3]}`
    return { kind: 'mumble', name: null, version, players: playersOf(bytes.readUInt32BE(12), bytes.readUInt32BE(16)) }
  },
}
