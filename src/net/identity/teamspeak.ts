import type { Protocol } from './protocol.ts'

/** In the place of the check sum while there is no key yet. */
const MARK = Buffer.from('TS3INIT1')
/** In the header of an answer, behind the mark and the packet's number (2): unencrypted, of the kind "init". */
const KIND_AT = 10
const KIND_MASK = 0x0f
const INIT = 0x08
/** Packet 101, no client id, unencrypted init; a version of the client, step 0, a time, random bytes, zeros. */
const FIRST_STEP = Buffer.from(`0065${'0000'}88${'0c830f30'}00${'5f5e1000'}${'646f6f72'}${'00'.repeat(8)}`, 'hex')

/**
 * The first step of connecting to TeamSpeak 3 (the public description ReSpeak/tsdeclarations, "ts3protocol", section 2). The server
 * answers it with a cookie and keeps nothing, so it does no harm; but all that it says of itself comes after a login.
 */
export const TEAMSPEAK: Protocol = {
  transport: 'udp',
  hello: () => Buffer.concat([MARK, FIRST_STEP]),
  read(bytes) {
    const isAnswer = bytes.subarray(0, MARK.length).equals(MARK) && ((bytes[KIND_AT] ?? 0) & KIND_MASK) === INIT
    return isAnswer ? { kind: 'teamspeak', name: null, version: null, players: null } : null
  },
}
