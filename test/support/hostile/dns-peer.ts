// The name servers of the lab: an attacker's, resolvers that pass on what it says, and a bystander's.

import { type Asked, type Back, type Fault, startFaultDns } from '../dns/fault.ts'
import { FLAGS, message, name, pointer, QUESTION_AT, record, u8, u32 } from '../dns/wire.ts'
import { DNS, type Part, partOf, reversePartOf, TYPE, VICTIM_ZONE, ZONE } from './dns-names.ts'
import { answerOf, FILLINGS, questionIn } from './dns-records.ts'
import { cut, WAYS } from './dns-ways.ts'
import { play } from './plays.ts'
import { webAddressOf } from './web-names.ts'

const PORT = 53
const REFUSED = 5
const UDP_MOST = 1232
/** The address of names that play no shape. */
const GOOD_ADDRESS = '198.18.60.1'
export const REVERSE_SHAPES = Object.keys(FILLINGS).filter((shape) => FILLINGS[shape]?.type === 'PTR')

type Role = 'resolvers' | 'authority'

const SOA = Buffer.concat([pointer(QUESTION_AT), pointer(QUESTION_AT), u32(1, 2, 3, 4, 5)])
const addressBytes = (address: string) => u8(...address.split('.').map(Number))

/** Returns an honest answer: addresses for every name, and name servers for the two zones. */
function polite(asked: Asked): Buffer {
  const { type } = asked
  const zone = [ZONE, VICTIM_ZONE].find((one) => one === asked.name)
  if (type === TYPE.NS && zone !== undefined) return answerOf(asked, [record({ type, data: name(`ns1.${zone}`) })])
  if (type === TYPE.A) return answerOf(asked, [record({ type, data: addressBytes(addressOf(asked)) })])
  return message({
    id: asked.id,
    flags: FLAGS.qr | FLAGS.aa,
    question: questionIn(asked),
    authorities: [record({ name: name(ZONE), type: TYPE.SOA, data: SOA })],
  })
}

function addressOf({ name: host, time }: Asked): string {
  const web = webAddressOf(host, time)
  if (web !== null) return web
  if (host === `ns1.${ZONE}`) return DNS.authority
  return host.endsWith(VICTIM_ZONE) ? DNS.victim : GOOD_ADDRESS
}

/** Large answers are made once for each question. */
const made = new Map<string, Buffer>()

function filled(asked: Asked, part: Part, make: (asked: Asked, part: Part) => Buffer): Buffer {
  const key = `${asked.name} ${asked.type}`
  const bytes = made.get(key) ?? make(asked, part)
  made.set(key, bytes)
  const answer = Buffer.from(bytes)
  answer.writeUInt16BE(asked.id)
  return answer
}

function serve(role: Role): Fault {
  return (asked: Asked, back: Back) => {
    const part = partOf(asked.name) ?? reversePartOf(REVERSE_SHAPES, asked.name)
    const isMine = part && (part.place === 'both' || part.place === role)
    if (isMine) play()
    const filling = isMine ? FILLINGS[part.shape] : undefined
    if (isMine && filling && asked.type === TYPE[filling.type]) {
      const answer = filled(asked, part, filling.make)
      back.send(answer.length > UDP_MOST && !asked.overTcp ? cut(asked) : answer)
    } else if (isMine && filling?.type === 'AAAA' && asked.type === TYPE.A) back.send(answerOf(asked, []))
    else if (isMine && WAYS[part.shape]) WAYS[part.shape]?.answer(asked, back, part)
    else back.send(polite(asked))
  }
}

const refuse: Fault = (asked, back) => back.send(message({ id: asked.id, rcode: REFUSED, question: questionIn(asked) }))

export async function startDnsPeers(): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  for (const address of DNS.resolvers) undo.use(await startFaultDns(serve('resolvers'), { address, port: PORT }))
  undo.use(await startFaultDns(serve('authority'), { address: DNS.authority, port: PORT }))
  undo.use(await startFaultDns(refuse, { address: DNS.victim, port: PORT }))
  return undo.move()
}
