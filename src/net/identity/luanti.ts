import type { Protocol } from './protocol.ts'

/** Protocol (4), no number of a peer yet (2), channel 0, an "original" packet that is empty: what Luanti's own server list sends. */
const HELLO = Buffer.from('4f45740300000001', 'hex')
/** Protocol, and the number that the server always has. */
const SERVER = Buffer.from('4f4574030001', 'hex')

/**
 * The first packet of Luanti, once Minetest (its source is public, doc/protocol.txt): the server answers with a number for the peer, and
 * forgets it soon. It says who it is only to players who join, which is more than a question.
 */
export const LUANTI: Protocol = {
  transport: 'udp',
  hello: () => HELLO,
  read(bytes) {
    const isAnswer = bytes.length > SERVER.length && bytes.subarray(0, SERVER.length).equals(SERVER)
    return isAnswer ? { kind: 'luanti', name: null, version: null, players: null } : null
  },
}
