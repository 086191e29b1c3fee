import type { Protocol } from './protocol.ts'

/** Mark in the place of the check sum while there is no key yet, packet 101. */
const HEAD = Buffer.from('TS3INIT1\0\x65', 'latin1')
/** In the header of an answer: flags, and the kind "init". */
const KIND_MASK = 0x0f
const INIT = 0x08
/** Head, kind, and at least the number of the step. */
const ANSWER_BYTES_MIN = 12
/** No client id, unencrypted init; a version of the client, step 0, a time, random bytes, zeros. */
const FIRST_STEP = Buffer.from('0000 88 0c830f30 00 5f5e1000 646f6f72 0000000000000000'.replaceAll(' ', ''), 'hex')

/**
 * The first step of connecting to TeamSpeak 3 (the public description ReSpeak/tsdeclarations, "ts3protocol", section 2). The server
 * answers it with a cookie and keeps nothing, so it does no harm; but all that it says of itself comes after a login.
 */
export const TEAMSPEAK: Protocol = {
  transport: 'udp',
  hello: () => Buffer.concat([HEAD, FIRST_STEP]),
  read(bytes) {
    const isAnswer =
      bytes.length >= ANSWER_BYTES_MIN &&
      bytes.subarray(0, HEAD.length).equals(HEAD) &&
      ((bytes[HEAD.length] ?? 0) & KIND_MASK) === INIT
    return isAnswer ? { kind: 'teamspeak', name: null, version: null, players: null } : null
  },
}
