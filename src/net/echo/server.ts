import type { Socket } from 'node:dgram'
import { builtIn } from '../../platform/lazy-modules.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { TargetLimit } from '../budget.ts'
import { Channel, type Engine, sharedEngine } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { Queued } from '../libc/sockets.ts'
import { HOP_LIMIT_EXCEEDED, icmpName } from '../libc/verdict.ts'
import { ANSWER_HOPS, Cookies, probeFor, probeIn, QUESTION_BYTES, resultOf, type Sender, triedFor } from './protocol.ts'

interface EchoGround {
  readonly address: string
  readonly port: number
  /** Whether another process of this user may have the port already. */
  readonly isShared: boolean
  /** Returns the sender of a datagram as somebody who may be answered; null for anybody else. */
  admit(address: Address, port: number): RequesterEndpoint | null
  readonly targets: TargetLimit
  /** Reports a bug, or that the port is lost. */
  fail(error: unknown): void
}

export interface EchoPort extends Disposable {
  readonly port: number
}

/** The flows that are looked along at the same time. */
const LOOKS_MAX = 16
/** The most datagrams of a look: a hop limit that nobody spoke of is tried again, and the result is sent twice. */
const [ROUNDS, RESULTS] = [3, 2]
/** A router sends one message a second to an address once its first few are used up. */
const ROUND_MS = 1100
const STEP_MS = 20

/** Answers at a port what address it sees, and looks along the flow of those who repeat its cookie. Null where the system does not show messages of routers. Throws the error of the system, also where the port is taken. */
export async function openEchoPort(ground: EchoGround): Promise<EchoPort | null> {
  const engine = sharedEngine()
  const own = parseAddress(ground.address)
  if (!engine || !own) return null
  const cookies = new Cookies()
  const looks = new Set<string>()
  // A port that is shared is shared with strangers as well; a socket that does not share shows whether there is one.
  if (!ground.isShared) (await boundAt(ground, false)).close()
  // The only socket of the runtime that shares its port: a look has one of its own, connected to who asked.
  const socket = await boundAt(ground, true)
  socket.on('message', (bytes, { address: text, port }) => {
    const address = parseAddress(text)
    const sender = address && ground.admit(address, port)
    if (!sender) return
    if (bytes.length === QUESTION_BYTES) return socket.send(cookies.answerTo(bytes, sender), port, text)
    const distance = cookies.distanceIn(bytes, sender)
    if (distance === null || looks.has(text) || looks.size >= LOOKS_MAX) return
    const tried = triedFor(distance)
    if (!ground.targets.take(text, tried.length * ROUNDS + RESULTS)) return
    looks.add(text)
    const question = Buffer.from(bytes.subarray(0, QUESTION_BYTES))
    look(engine, { to: sender, question, tried, from: { address: own, port: socket.address().port } })
      .catch(ground.fail)
      .finally(() => looks.delete(text))
  })
  socket.on('error', ground.fail)
  socket.setTTL(ANSWER_HOPS)
  return { port: socket.address().port, [Symbol.dispose]: () => socket.close() }
}

function boundAt({ address, port }: EchoGround, reusePort: boolean): Promise<Socket> {
  const socket = builtIn.dgram().createSocket({
    type: 'udp4',
    reusePort,
    // Addresses are not looked up.
    lookup: (text, _, found) => found(null, text, 4),
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, address, () => resolve(socket))
  })
}

interface Look {
  readonly to: RequesterEndpoint
  readonly question: Buffer
  readonly tried: readonly number[]
  readonly from: Peer
}

/** Sends probes with rising hop limits back on a flow, those that nobody spoke of again, and last what came back for each. */
async function look(engine: Engine, { to, question, tried, from }: Look): Promise<void> {
  RequesterEndpoint.assert(to)
  const heard = new Map<number, Sender>(tried.map((hops) => [hops, null]))
  const queued = (error: Queued) => {
    const hops = icmpName(error) === HOP_LIMIT_EXCEEDED ? probeIn(error.quoted, question) : null
    if (hops !== null && heard.has(hops)) heard.set(hops, error.offender?.text === to.address.text ? 'address' : 'path')
  }
  const faults: unknown[] = []
  const listener = { received() {}, queued, fail: (error: unknown) => void faults.push(error) }
  const opened = Channel.open(engine, { version: 4, kind: 'udp', peer: to, shared: from }, listener)
  if ('errno' in opened) return
  using channel = opened.value
  for (let round = 0; round < ROUNDS && !isTold(heard); round++) {
    const endMs = performance.now() + ROUND_MS
    for (const [hops, sender] of [...heard]) {
      if (sender !== null || channel.setHops(hops) !== 0) continue
      channel.send(probeFor(question, hops), null)
      await Bun.sleep(STEP_MS)
    }
    while (!isTold(heard) && performance.now() < endMs) await Bun.sleep(STEP_MS)
  }
  if (faults.length > 0) throw faults[0]
  if (channel.setHops(ANSWER_HOPS) !== 0) return
  for (let sent = 0; sent < RESULTS; sent++) {
    channel.send(resultOf(question, heard), null)
    await Bun.sleep(STEP_MS)
  }
}

/** Returns whether all is known that can be: the last hop limit reaches who asks, so nobody speaks of it. */
function isTold(heard: ReadonlyMap<number, Sender>): boolean {
  const senders = [...heard.values()].slice(0, -1)
  const outermost = senders.lastIndexOf('path') + 1
  return (outermost > 0 || heard.has(1)) && senders.slice(outermost).every((one) => one === 'address')
}
