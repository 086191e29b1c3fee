// Services that answer a question over UDP on loopback: as their protocols are described, or in bad faith.
import { LOOPBACK } from '../net/network.ts'
import { BEDROCK_LINE, pong, STEAM_CHALLENGE, steamInfo, TEAMSPEAK_COOKIE } from './udp-answers.ts'

/** The answers to a datagram; `peer` is the one who sent it. */
type Answer = (asked: Buffer, peer: string) => readonly Buffer[]

interface Peer extends Disposable {
  readonly port: number
  /** The datagrams that have come, with address and port of the sender. */
  readonly asked: readonly { readonly datagram: Buffer; readonly from: string }[]
  /** Sends a datagram to an address with a port. */
  send(message: Buffer, to: string): void
}

export async function startPeer(answer: Answer, { port = 0, family = 4 }: { port?: number; family?: 4 | 6 } = {}): Promise<Peer> {
  const asked: { datagram: Buffer; from: string }[] = []
  const socket = await Bun.udpSocket({
    hostname: LOOPBACK[family],
    port,
    binaryType: 'buffer',
    socket: {
      data(_, datagram, fromPort, address) {
        const from = `${address}:${fromPort}`
        asked.push({ datagram: Buffer.from(datagram), from })
        for (const message of answer(Buffer.from(datagram), from)) send(message, from)
      },
      // The other side has heard enough, and is gone.
      error() {},
    },
  })
  const send = (message: Buffer, to: string) => {
    const end = to.lastIndexOf(':')
    try {
      socket.send(message, Number(to.slice(end + 1)), to.slice(0, end))
    } catch {
      // The error of a datagram before it.
    }
  }
  return { port: socket.port, asked, send, [Symbol.dispose]: () => socket.close() }
}

const STEAM_HELLO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')
const challengeOf = (peer: string) => Buffer.from(Bun.hash.crc32(peer).toString(16).padStart(8, '0'), 'hex')

export const bedrock: Answer = (asked) => (asked[0] === 1 && asked.length === 33 ? [pong(BEDROCK_LINE)] : [])

export const steam: Answer = (asked) => (asked.equals(STEAM_HELLO) ? [steamInfo()] : [])

/** Wants its challenge repeated, which belongs to an address, or to an address and a port. */
export function steamWithChallenge(isByPort: boolean): Answer {
  return (asked, from) => {
    if (!asked.subarray(0, STEAM_HELLO.length).equals(STEAM_HELLO)) return []
    const challenge = challengeOf(isByPort ? from : from.slice(0, from.lastIndexOf(':')))
    if (asked.subarray(STEAM_HELLO.length).equals(challenge)) return [steamInfo()]
    return [Buffer.concat([STEAM_CHALLENGE.subarray(0, 5), challenge])]
  }
}

export const teamspeak: Answer = (asked) =>
  asked.length === 34 && asked.toString('latin1', 0, 8) === 'TS3INIT1' && asked[17] === 0 ? [TEAMSPEAK_COOKIE] : []

/** Peers in bad faith, by what they do. */
export const HOSTILE: Record<string, Answer> = {
  'sends a challenge to every question': () => [STEAM_CHALLENGE],
  'sends a thousand challenges at once': () => Array.from({ length: 1000 }, () => STEAM_CHALLENGE),
  'sends back what it got': (asked) => [asked],
  'sends the longest datagram': () => [Buffer.alloc(65_507, '\xff\xff\xff\xffI')],
  'sends nothing in a datagram': () => [Buffer.alloc(0)],
  'sends a name without an end': () => [Buffer.from(`\xff\xff\xff\xffI\x11${'n'.repeat(5000)}`, 'latin1')],
}
