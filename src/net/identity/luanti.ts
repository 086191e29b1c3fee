import type { Protocol } from './protocol.ts'

/** Protocol (4), no number of a peer yet (2), channel 0, an "original" packet that is empty: what Luanti's own server list sends. */
const HELLO = Buffer.from('4f45740300000001', 'hex')
/** Protocol, the number that the server always has, channel 0, a packet to be acknowledged. */
const HEAD = Buffer.from('4f45740300010003', 'hex')
/** Behind its number (2): control, the number of the peer. */
const SETS_PEER = Buffer.from('0001', 'hex')
const SETS_PEER_AT = 10
const ANSWER_BYTES = 14

/**
 * The first packet of Luanti, once Minetest (its source is public, src/network): the server answers with a number for the peer, and
 * forgets it within a minute. It says who it is only to players who join, which is more than a question.
 */
export const LUANTI: Protocol = {
  transport: 'udp',
  hello: () => HELLO,
  read(bytes) {
    const isAnswer =
      bytes.length === ANSWER_BYTES &&
      bytes.subarray(0, HEAD.length).equals(HEAD) &&
      bytes.subarray(SETS_PEER_AT, SETS_PEER_AT + SETS_PEER.length).equals(SETS_PEER)
    return isAnswer ? { kind: 'luanti', name: null, version: null, players: null } : null
  },
}
